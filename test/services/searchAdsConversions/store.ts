// Conversions as the service keeps them (public facts: schema Conversion, gotchas).

import type { Clock } from '../kit/clock';

export type Conversion = Readonly<Record<string, unknown>>;

/** A row of a request, and why it was not taken. */
export interface Judged {
	row: Conversion;
	/** As the service keeps it from now on. */
	kept?: Conversion;
	reason?: string;
}

const WIDE = [
	'agencyId',
	'advertiserId',
	'engineAccountId',
	'campaignId',
	'adGroupId',
	'adId',
	'criterionId',
	'dsConversionId',
	'inventoryAccountId',
	'productGroupId',
	'segmentationId',
	'quantityMillis',
	'countMillis',
	'revenueMicros',
	'conversionTimestamp',
];
const VALUES: Record<string, readonly string[]> = {
	type: ['ACTION', 'TRANSACTION'],
	state: ['ACTIVE', 'REMOVED'],
	segmentationType: ['FLOODLIGHT'],
	channel: ['local', 'online'],
	adUserDataConsent: ['UNKNOWN', 'GRANTED', 'DENIED'],
};
const CHANGEABLE = [
	'revenueMicros',
	'currencyCode',
	'quantityMillis',
	'floodlightOrderId',
	'customDimension',
	'customMetric',
	'state',
];

export class Ledger {
	readonly conversions = new Map<string, Conversion>();
	/** How often a row with this id came in, taken or not. */
	readonly arrivals = new Map<string, number>();
	private number = 0n;

	constructor(private readonly clock: Clock) {}

	/** Takes what it can, each row for itself. */
	insert(rows: readonly Conversion[]): Judged[] {
		return rows.map((row) => {
			const id = this.arrived(row);
			const reason =
				this.wrong(row) ??
				(this.conversions.has(id) ? `The conversion ${id} exists already.` : undefined);
			return reason === undefined
				? {
						row,
						kept: this.keep(id, {
							state: 'ACTIVE',
							...row,
							dsConversionId: String(9007199254740993n + this.number++),
						}),
					}
				: { row, reason };
		});
	}

	update(rows: readonly Conversion[]): Judged[] {
		return rows.map((row) => {
			const id = this.arrived(row);
			const before =
				this.conversions.get(id) ??
				[...this.conversions.values()].find(
					({ dsConversionId }) => dsConversionId === row.dsConversionId,
				);
			if (!before) return { row, reason: `There is no conversion ${id}.` };
			const changes = Object.fromEntries(
				CHANGEABLE.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
			);
			return { row, kept: this.keep(String(before.conversionId), { ...before, ...changes }) };
		});
	}

	/** Conversions of a period and with these values, in the order in which they were inserted. */
	list(from: number, to: number, wanted: Readonly<Record<string, string>>): Conversion[] {
		return [...this.conversions.values()].filter((row) => {
			const day = Number(
				new Date(Number(row.conversionTimestamp)).toISOString().slice(0, 10).replaceAll('-', ''),
			);
			return (
				day >= from &&
				day <= to &&
				Object.entries(wanted).every(
					([name, value]) => row[name] === undefined || row[name] === value,
				)
			);
		});
	}

	private arrived({ conversionId }: Conversion): string {
		const id = String(conversionId);
		this.arrivals.set(id, (this.arrivals.get(id) ?? 0) + 1);
		return id;
	}

	private keep(id: string, row: Conversion): Conversion {
		const kept = { ...row, conversionModifiedTimestamp: String(this.clock.now()) };
		this.conversions.set(id, kept);
		return kept;
	}

	private wrong(row: Conversion): string | undefined {
		const missing = ['conversionId', 'conversionTimestamp', 'segmentationType'].find(
			(name) => row[name] === undefined,
		);
		if (missing) return `${missing} is required.`;
		if (String(row.clickId ?? '').startsWith('bad'))
			return `The click ${String(row.clickId)} is not known.`;
		return undefined;
	}
}

/** What is wrong with the form of a request: then none of its rows is looked at. */
export function malformed(rows: readonly Conversion[]): string | undefined {
	for (const [index, row] of rows.entries()) {
		for (const name of WIDE)
			if (row[name] !== undefined && !(typeof row[name] === 'string' && /^-?\d+$/.test(row[name])))
				return `Invalid value at 'conversion[${index}].${name}' (TYPE_INT64), ${JSON.stringify(row[name])}`;
		for (const [name, values] of Object.entries(VALUES))
			if (row[name] !== undefined && !values.includes(String(row[name])))
				return `Invalid value at 'conversion[${index}].${name}', ${JSON.stringify(row[name])}`;
	}
	const ids = rows.map(({ conversionId }) => conversionId);
	return new Set(ids).size < ids.length
		? 'A conversion id stands twice in the request.'
		: undefined;
}
