// In-memory store of conversions (public documentation: schema Conversion).

import type { Clock } from '../kit/clock';

export type Conversion = Readonly<Record<string, unknown>>;

/** The result of one row of a request: the stored conversion or an error. */
export interface RowResult {
	row: Conversion;
	stored?: Conversion;
	error?: string;
}

const INT64_FIELDS = [
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
const ENUM_VALUES: Record<string, readonly string[]> = {
	type: ['ACTION', 'TRANSACTION'],
	state: ['ACTIVE', 'REMOVED'],
	segmentationType: ['FLOODLIGHT'],
	channel: ['local', 'online'],
	adUserDataConsent: ['UNKNOWN', 'GRANTED', 'DENIED'],
};
const UPDATABLE_FIELDS = [
	'revenueMicros',
	'currencyCode',
	'quantityMillis',
	'floodlightOrderId',
	'customDimension',
	'customMetric',
	'state',
];

export class ConversionStore {
	readonly conversions = new Map<string, Conversion>();
	/** By conversion ID: number of rows received, including failed ones. */
	readonly arrivals = new Map<string, number>();
	private created = 0n;

	constructor(private readonly clock: Clock) {}

	/** Inserts each row independently: a row that fails does not affect the others. */
	insert(rows: readonly Conversion[]): RowResult[] {
		return rows.map((row) => {
			const id = this.countArrival(row);
			const error =
				rowError(row) ??
				(this.conversions.has(id) ? `The conversion ${id} already exists.` : undefined);
			return error === undefined
				? {
						row,
						stored: this.save(id, {
							state: 'ACTIVE',
							...row,
							dsConversionId: String(9007199254740993n + this.created++),
						}),
					}
				: { row, error };
		});
	}

	update(rows: readonly Conversion[]): RowResult[] {
		return rows.map((row) => {
			const id = this.countArrival(row);
			const before =
				this.conversions.get(id) ??
				[...this.conversions.values()].find(
					({ dsConversionId }) => dsConversionId === row.dsConversionId,
				);
			if (!before) return { row, error: `Conversion ${id} not found.` };
			const changes = Object.fromEntries(
				UPDATABLE_FIELDS.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
			);
			return { row, stored: this.save(String(before.conversionId), { ...before, ...changes }) };
		});
	}

	/**
	 * Conversions in a period that match the filters, in insertion order.
	 * @param startDate first day as a number, such as 20260131
	 * @param endDate last day as a number
	 */
	list(
		startDate: number,
		endDate: number,
		filters: Readonly<Record<string, string>>,
	): Conversion[] {
		return [...this.conversions.values()].filter((row) => {
			const day = Number(
				new Date(Number(row.conversionTimestamp)).toISOString().slice(0, 10).replaceAll('-', ''),
			);
			return (
				day >= startDate &&
				day <= endDate &&
				Object.entries(filters).every(
					([name, value]) => row[name] === undefined || row[name] === value,
				)
			);
		});
	}

	private countArrival({ conversionId }: Conversion): string {
		const id = String(conversionId);
		this.arrivals.set(id, (this.arrivals.get(id) ?? 0) + 1);
		return id;
	}

	private save(id: string, row: Conversion): Conversion {
		const stored = { ...row, conversionModifiedTimestamp: String(this.clock.now()) };
		this.conversions.set(id, stored);
		return stored;
	}
}

function rowError(row: Conversion): string | undefined {
	const missing = ['conversionId', 'conversionTimestamp', 'segmentationType'].find(
		(name) => row[name] === undefined,
	);
	if (missing) return `${missing} is required.`;
	if (String(row.clickId ?? '').startsWith('bad'))
		return `The click ${String(row.clickId)} is not known.`;
	return undefined;
}

/**
 * Returns an error message for an invalid integer or enum value, or a repeated conversion ID. These
 * errors fail the whole request before any row is processed.
 */
export function formatError(rows: readonly Conversion[]): string | undefined {
	for (const [index, row] of rows.entries()) {
		for (const name of INT64_FIELDS)
			if (row[name] !== undefined && !(typeof row[name] === 'string' && /^-?\d+$/.test(row[name])))
				return `Invalid value at 'conversion[${index}].${name}' (TYPE_INT64), ${JSON.stringify(row[name])}`;
		for (const [name, values] of Object.entries(ENUM_VALUES))
			if (row[name] !== undefined && !values.includes(String(row[name])))
				return `Invalid value at 'conversion[${index}].${name}', ${JSON.stringify(row[name])}`;
	}
	const ids = rows.map(({ conversionId }) => conversionId);
	return new Set(ids).size < ids.length
		? 'The request contains the same conversion ID twice.'
		: undefined;
}
