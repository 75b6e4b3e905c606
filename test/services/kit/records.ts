// The records of a local service, by the path of their collection.

export type Fields = Record<string, unknown>;

/** The fields that have a value. */
export const definedIn = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const DAY_MS = 86_400_000;

/** Records from a file, with the dates for `{-3d}` (three days ago) and `{+3d}`. */
export const withDates = <T>(records: T): T =>
	JSON.parse(
		JSON.stringify(records).replace(/\{([+-]?\d+)d\}/g, (_, days: string) =>
			new Date(Date.now() + Number(days) * DAY_MS).toISOString().slice(0, 10),
		),
	) as T;

/**
 * Collections of records, such as `/lists/1/tasks`. Parents are part of the path. A collection that
 * nothing was added to is not kept: requests for it get the documented responses.
 */
export class Records {
	private readonly collections = new Map<string, Fields[]>();
	private lastNumber = 1000;

	/** The records of a collection in the order of its list. Starts the collection. */
	of<T extends Fields = Fields>(path: string): T[] {
		const rows = this.collections.get(path) ?? [];
		this.collections.set(path, rows);
		return rows as T[];
	}

	isKept(path: string): boolean {
		return this.collections.has(path);
	}

	/** A number that no other record of the service has, for an ID. */
	number(): number {
		return ++this.lastNumber;
	}

	/** The record with this value of its key, such as `find('/lists', 'id', '1')`. */
	find<T extends Fields = Fields>(path: string, key: string, value: unknown): T | undefined {
		return this.collections.get(path)?.find((row) => String(row[key]) === String(value)) as
			T | undefined;
	}

	remove(path: string, record: Fields): void {
		const rows = this.of(path);
		rows.splice(rows.indexOf(record), 1);
	}
}
