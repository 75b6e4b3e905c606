/** One request to all its pages. */
import type { IDataObject } from 'n8n-workflow';
import { Prefetcher } from './ahead';
import type { Paging } from './vocabulary';
import type { Connection } from './connection';
import { PackError } from './refusal';
import type { RequestPlan } from './request';
import { send } from './send';
import type { Result } from './settle';
import type { HttpResponse, SendPolicy } from './vocabulary';

/** A service that never ends its list is stopped here. */
const mostPages = 100_000;

/**
 * Reads rows page by page until the service has no more, or `most` rows are there. Where an answer says how many pages there
 * are, and all of them are wanted, some are asked for before their turn.
 * @param most most rows wanted; all when undefined
 * @throws Refusal when the service hands out the same page twice
 */
export async function* fetchPages(
	connection: Connection,
	plan: RequestPlan,
	paging: Paging,
	policy: SendPolicy,
	most?: number,
): AsyncGenerator<IDataObject[]> {
	let left = most ?? Infinity;
	const queryOf = (page: RequestPlan): IDataObject => ({
		...page.query,
		...(page.url === plan.url ? sizeOf(paging, page.query, left, most) : {}),
	});
	const after = (next: IDataObject | string): RequestPlan =>
		typeof next === 'string'
			? { ...plan, url: next, query: {} }
			: { ...plan, query: { ...plan.query, ...next } };
	const ask = async (page: RequestPlan): Promise<HttpResponse> =>
		await send(connection, { ...page, query: queryOf(page) }, policy);
	const ahead = new Prefetcher(async (next) => await ask(after(next)));
	let page: RequestPlan = paging.first
		? { ...plan, query: { ...plan.query, ...paging.first } }
		: plan;
	let guessed: Result<HttpResponse> | undefined;
	const seen = new Set<string>();
	let before = '';
	try {
		for (let index = 0; index < mostPages && left > 0; index++) {
			const query = queryOf(page);
			const answer = guessed ? valueOf(guessed) : await ask(page);
			const rows = responseRows(answer, paging.rows);
			if (paging.distinct && rows.length > 0) {
				const text = JSON.stringify(rows);
				if (text === before) throw repeated();
				before = text;
			}
			const place = { index, query, rows: rows.length };
			const next = paging.next(answer, place);
			if (most === undefined && next !== undefined)
				ahead.expect(() => paging.upcoming?.(answer, place) ?? []);
			yield rows.slice(0, left);
			left -= rows.length;
			if (next === undefined || left <= 0) return;
			const mark = typeof next === 'string' ? next : JSON.stringify(next);
			if (seen.has(mark)) throw repeated();
			seen.add(mark);
			page = after(next);
			guessed = typeof next === 'string' ? undefined : await ahead.take(next);
		}
	} finally {
		await ahead.quiet();
	}
}

function valueOf(result: Result<HttpResponse>): HttpResponse {
	if ('error' in result) throw result.error;
	return result.value;
}

const repeated = (): PackError =>
	new PackError('The service hands out the same page again and again', {
		hint: 'Use a limit, and tell the service’s operator.',
	});

/** The size of the next page; an address that the service gave has its own. Where pages are counted, page 2 of another size holds other rows. */
const sizeOf = (
	{ size }: Paging,
	query: IDataObject,
	left: number,
	most = Infinity,
): IDataObject =>
	size
		? {
				[size.name]: Math.min(size.counted ? most : left, Number(query[size.name] ?? size.maximum)),
			}
		: {};

/** Rows of an answer: the array of that name, the answer itself, or nothing when it is absent; dots nest. A text, such as a diff, is one row. */
export function responseRows(answer: HttpResponse, name?: string): IDataObject[] {
	if (typeof answer.body === 'string') return [answer.body as unknown as IDataObject];
	const rows =
		name === undefined
			? answer.body
			: name
					.split('.')
					.reduce<unknown>((at, key) => (at as IDataObject | null | undefined)?.[key], answer.body);
	if (rows === undefined || rows === null) return [];
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw new PackError(`The service sent no list${name ? ` named ${name}` : ''}`, {
		hint: 'Check the base URL of the credential.',
	});
}

/** Pages by an opaque cursor in the answer, passed on unchanged. */
export const byCursor = (spec: {
	rows: string;
	cursor: string;
	next: string;
	size?: Paging['size'];
}): Paging => ({
	rows: spec.rows,
	size: spec.size,
	next(answer) {
		const cursor = (answer.body as IDataObject | undefined)?.[spec.next];
		return typeof cursor === 'string' && cursor !== '' ? { [spec.cursor]: cursor } : undefined;
	},
});

/** Pages by offset, from 0: a page shorter than was asked for is the last. */
export const byOffset = (spec: {
	rows: string;
	offset: string;
	size: NonNullable<Paging['size']>;
}): Paging => ({
	rows: spec.rows,
	size: spec.size,
	first: { [spec.offset]: 0 },
	distinct: true,
	next: (_, { query, rows }) =>
		rows < Number(query[spec.size.name])
			? undefined
			: { [spec.offset]: Number(query[spec.offset] ?? 0) + rows },
});

/**
 * Pages by number, from 1. The last page is the empty one: services that leave rows out (private ones, say) hand out short pages
 * in the middle.
 */
export const byNumber = (spec: {
	rows?: string;
	number: string;
	size?: Paging['size'];
}): Paging => ({
	...(spec.rows === undefined ? {} : { rows: spec.rows }),
	...(spec.size ? { size: { ...spec.size, counted: true } } : {}),
	next: (_, { query, rows }) =>
		rows === 0 ? undefined : { [spec.number]: Number(query[spec.number] ?? 1) + 1 },
});
