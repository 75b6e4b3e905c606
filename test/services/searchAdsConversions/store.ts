// In-memory store of conversions (public documentation: schema Conversion).

import type { Clock } from '../kit/clock';
import type { Fields } from '../kit/records';

/** The result of one row of a request: the stored conversion or an error. */
export interface RowResult {
	row: Fields;
	stored?: Fields;
	error?: string;
}

export class ConversionStore {
	readonly conversions = new Map<string, Fields>();
	private created = 0n;

	constructor(private readonly clock: Clock) {}

	/** Inserts each row independently: a row that fails does not affect the others. */
	insert(rows: readonly Fields[]): RowResult[] {
		return rows.map((row) => {
			const id = String(row.conversionId);
			const error =
				rowError(row) ??
				(this.conversions.has(id) ? `The conversion ${id} already exists.` : undefined);
			if (error !== undefined) return { row, error };
			const dsConversionId = String(9007199254740993n + this.created++);
			return { row, stored: this.save(id, { state: 'ACTIVE', ...row, dsConversionId }) };
		});
	}

	update(rows: readonly Fields[]): RowResult[] {
		return rows.map((row) => {
			const id = String(row.conversionId);
			const before =
				this.conversions.get(id) ??
				[...this.conversions.values()].find(
					({ dsConversionId }) => dsConversionId === row.dsConversionId,
				);
			return before
				? { row, stored: this.save(String(before.conversionId), { ...before, ...row }) }
				: { row, error: `Conversion ${id} not found.` };
		});
	}

	/**
	 * Conversions in a period, in insertion order, that have the values of the filters or no value.
	 * @param startDate first day as a number, such as 20260131
	 * @param endDate last day as a number
	 */
	list(startDate: number, endDate: number, filters: Readonly<Record<string, string>>): Fields[] {
		return [...this.conversions.values()].filter((row) => {
			const date = new Date(Number(row.conversionTimestamp)).toISOString().slice(0, 10);
			const day = Number(date.replaceAll('-', ''));
			const isFound = Object.entries(filters).every(
				([name, value]) => row[name] === undefined || row[name] === value,
			);
			return day >= startDate && day <= endDate && isFound;
		});
	}

	private save(id: string, row: Fields): Fields {
		const stored = { ...row, conversionModifiedTimestamp: String(this.clock.now()) };
		this.conversions.set(id, stored);
		return stored;
	}
}

function rowError(row: Fields): string | undefined {
	const missing = ['conversionId', 'conversionTimestamp', 'segmentationType'].find(
		(name) => row[name] === undefined,
	);
	if (missing) return `${missing} is required.`;
	const { clickId = '' } = row;
	return String(clickId).startsWith('bad')
		? `The click ${String(clickId)} is not known.`
		: undefined;
}
