import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { PackError, readSafely } from '../describe';

/** Number of repetitions of a page after which pagination counts as stuck, if rows may be equal. */
const maxRepetitions = 3;

const maxEmptyPages = 100;

/** Checks every page of a list for progress. */
export class PaginationGuard {
	private readonly seenPages = new Set<string>();
	private emptyPages = 0;
	private repetitions = 0;
	private previous: readonly IDataObject[] = [];

	/** @param distinct whether all rows are distinct, so that one repetition of a page means stuck */
	constructor(private readonly distinct: boolean) {}

	/** Checks the rows of a page. @throws PackError if the list makes no progress */
	checkRows(rows: readonly IDataObject[]): void {
		this.emptyPages = rows.length === 0 ? this.emptyPages + 1 : 0;
		if (this.emptyPages >= maxEmptyPages)
			throw stuck(`the service returned ${maxEmptyPages} empty pages in a row`);
		this.repetitions = isEqualPage(rows, this.previous) ? this.repetitions + 1 : 0;
		if (this.repetitions >= (this.distinct ? 1 : maxRepetitions)) throw repeatedPage();
		this.previous = rows;
	}

	/** Checks the cursor or URL of the next page. @throws PackError if it was requested before */
	checkNext(next: IDataObject | string): void {
		if (!this.isNew(next)) throw repeatedPage();
		this.seenPages.add(keyOf(next));
	}

	/** Whether the next page has not been requested before. */
	isNew(next: IDataObject | string): boolean {
		return !this.seenPages.has(keyOf(next));
	}
}

/** Identifies a page. Long cursors are hashed, so that a long list needs little memory. */
function keyOf(next: IDataObject | string): string {
	const page = typeof next === 'string' ? next : JSON.stringify(next);
	return page.length > 100 ? createHash('sha256').update(page).digest('base64') : page;
}

/** Compares the first and the last row first, because comparing complete pages is slow. */
function isEqualPage(rows: readonly IDataObject[], previous: readonly IDataObject[]): boolean {
	if (rows.length === 0 || rows.length !== previous.length) return false;
	const last = rows.length - 1;
	return (
		[rows[0], rows[last]].every((row, index) => equals(row, previous[index === 0 ? 0 : last])) &&
		equals(rows, previous)
	);
}

/** Rows that are nested too deeply for JSON.stringify count as different. */
const equals = (a: unknown, b: unknown): boolean =>
	readSafely(() => JSON.stringify(a) === JSON.stringify(b)) ?? false;

const repeatedPage = (): PackError => stuck('the service returned the same page twice');

const stuck = (reason: string): PackError =>
	new PackError(`Pagination is stuck: ${reason}`, {
		hint: 'Set a limit, and report this to the provider of the service.',
	});
