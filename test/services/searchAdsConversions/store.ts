// In-memory store of conversions (public documentation: schema Conversion).

import type { Clock } from '../kit/clock';
import type { Fields } from '../kit/records';

/**
 * A row that fails does not affect the others. It is returned with its errors. The public documentation
 * does not describe how the real service reports them.
 */
const failed = (row: Fields, message: string): Fields => ({
	...row,
	errors: [{ reason: 'invalid', message }],
});

export class ConversionStore {
	readonly conversions = new Map<string, Fields>();
	private created = 0n;

	constructor(private readonly clock: Clock) {}

	insert(row: Fields): Fields {
		const id = String(row.conversionId);
		const error = rowError(row);
		if (error !== undefined) return failed(row, error);
		if (this.conversions.has(id)) return failed(row, `The conversion ${id} already exists.`);
		const dsConversionId = String(9007199254740993n + this.created++);
		return this.save(id, { state: 'ACTIVE', ...row, dsConversionId });
	}

	update(row: Fields): Fields {
		const id = String(row.conversionId);
		const all = [...this.conversions.values()];
		const before =
			this.conversions.get(id) ?? all.find((one) => one.dsConversionId === row.dsConversionId);
		if (!before) return failed(row, `Conversion ${id} not found.`);
		return this.save(String(before.conversionId), { ...before, ...row });
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
