import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { byCursor, type HttpResponse, type Paging } from '../../../../nodes/engine/describe';
import { planRequest } from '../../../../nodes/engine/request/buildRequest';
import { fetchAllRows, fetchPages } from '../../../../nodes/engine/run/pagination';
import { responseRows } from '../../../../nodes/engine/transport/responseRows';
import { fakeConnection, refusal, refusalOf } from '../kit';

const plan = planRequest('GET /notes', { query: { kind: 'all' } });
const policy = { replay: 'safe' } as const;
const cursor = byCursor({ rows: 'notes', cursor: 'after', next: 'next' });

/** Numbered rows, cut into pages of any sizes, the last without a cursor. */
const splits = fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }).map((sizes) => {
	let id = 0;
	return sizes.map((size) => Array.from({ length: size }, () => ({ id: id++ })));
});
const most = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });
const bodyOf = (all: IDataObject[][], index: number): IDataObject => ({
	notes: all[index]!,
	...(index + 1 < all.length ? { next: `c${index + 1}` } : {}),
});

describe('rows on pages', () => {
	it('come back in order and all of them, never more than wanted, and no page is asked for in vain', async () => {
		await fc.assert(
			fc.asyncProperty(splits, most, async (split, wanted) => {
				const connection = fakeConnection((_, index) => bodyOf(split, index));
				const rows = await fetchAllRows(connection, plan, cursor, policy, wanted);
				expect(rows).toEqual(split.flat().slice(0, wanted));
				const needed = split.findIndex(
					(_, index) => split.slice(0, index + 1).flat().length >= (wanted ?? Infinity),
				);
				expect(connection.sent).toHaveLength(needed < 0 ? split.length : needed + 1);
				expect(connection.sent.map(({ qs }) => qs as unknown)).toEqual(
					connection.sent.map((_, index) => ({
						kind: 'all',
						...(index > 0 ? { after: `c${index}` } : {}),
					})),
				);
			}),
		);
	});

	it('are asked for in sizes that the service allows, and no more than are wanted', async () => {
		const sized = byCursor({
			rows: 'notes',
			cursor: 'after',
			next: 'next',
			size: { name: 'limit', maximum: 5 },
		});
		await fc.assert(
			fc.asyncProperty(fc.nat(30), most, async (count, wanted) => {
				const connection = fakeConnection(({ qs }) => {
					const { limit, after = 0 } = qs as { limit: number; after?: number };
					expect(limit).toBeGreaterThanOrEqual(1);
					expect(limit).toBeLessThanOrEqual(5);
					const to = Math.min(Number(after) + limit, count);
					return {
						notes: Array.from({ length: to - Number(after) }, (_, index) => ({
							id: Number(after) + index,
						})),
						...(to < count ? { next: String(to) } : {}),
					};
				});
				const rows = await fetchAllRows(connection, plan, sized, policy, wanted);
				expect(rows.map(({ id }) => id)).toEqual(
					Array.from({ length: Math.min(count, wanted ?? count) }, (_, index) => index),
				);
			}),
		);
	});

	it('are handed on page by page, before the next page is asked for', async () => {
		const connection = fakeConnection((_, index) => bodyOf([[{ id: 0 }], [{ id: 1 }]], index));
		const begun = fetchPages(connection, plan, cursor, policy);
		expect((await begun.next()).value).toEqual([{ id: 0 }]);
		expect(connection.sent).toHaveLength(1);
		expect((await begun.next()).value).toEqual([{ id: 1 }]);
		expect((await begun.next()).done).toBe(true);
	});

	it('may go on at a whole address, which carries its own query', async () => {
		const linked: Paging = { next: ({ headers }) => headers.link as string | undefined };
		const connection = fakeConnection(() => [], {
			httpRequest: async ({ url, qs }) => {
				seen.push({ url, qs: { ...qs } });
				const last = seen.length === 3;
				return await Promise.resolve({
					statusCode: 200,
					headers: last ? {} : { link: `https://scratch.test/notes?page=${seen.length}` },
					body: JSON.stringify([{ id: seen.length }]),
				});
			},
		});
		const seen: unknown[] = [];
		expect(await fetchAllRows(connection, plan, linked, policy)).toEqual([
			{ id: 1 },
			{ id: 2 },
			{ id: 3 },
		]);
		expect(seen).toEqual([
			{ url: 'https://scratch.test/notes', qs: { kind: 'all' } },
			{ url: 'https://scratch.test/notes?page=1', qs: {} },
			{ url: 'https://scratch.test/notes?page=2', qs: {} },
		]);
	});

	it('tell the paging where they stand', async () => {
		const next = jest.fn<IDataObject | undefined, Parameters<Paging['next']>>((_, { index }) =>
			index < 2 ? { page: index + 2 } : undefined,
		);
		await fetchAllRows(
			fakeConnection(() => [{}, {}]),
			plan,
			{ next, size: { name: 'size', maximum: 2 } },
			policy,
		);
		expect(next.mock.calls.map(([, place]) => place)).toEqual([
			{ index: 0, query: { kind: 'all', size: 2 }, rows: 2 },
			{ index: 1, query: { kind: 'all', size: 2, page: 2 }, rows: 2 },
			{ index: 2, query: { kind: 'all', size: 2, page: 3 }, rows: 2 },
		]);
	});
});

describe('a service that hands out a page again', () => {
	it.each([[['a', 'a']], [['a', 'b', 'a']]])('by the cursors %p is stopped', async (cursors) => {
		const connection = fakeConnection((_, index) => ({
			notes: [{}],
			next: cursors[index % cursors.length],
		}));
		expect((await refusalOf(fetchAllRows(connection, plan, cursor, policy))).message).toMatch(
			/Pagination is stuck/,
		);
		expect(connection.sent).toHaveLength(cursors.length);
	});

	it('without a row on it is stopped as well', async () => {
		const connection = fakeConnection(() => ({ notes: [], next: 'a' }));
		await refusalOf(fetchAllRows(connection, plan, cursor, policy, 5));
		expect(connection.sent).toHaveLength(2);
	});
});

describe('the rows of an answer', () => {
	const answer = (body: unknown): HttpResponse => ({ status: 200, headers: {}, body });

	it('are the array of that name, the answer itself, or none', () => {
		expect(responseRows(answer({ notes: [{ id: 1 }] }), 'notes')).toEqual([{ id: 1 }]);
		expect(responseRows(answer([{ id: 1 }]))).toEqual([{ id: 1 }]);
		for (const body of [undefined, {}, { notes: null }])
			expect(responseRows(answer(body), 'notes')).toEqual([]);
		expect(responseRows(answer(undefined))).toEqual([]);
	});

	it('are refused where something else stands in their place', () => {
		expect(refusal(() => responseRows(answer({ notes: {} }), 'notes')).message).toBe(
			'The response does not contain a list named notes',
		);
		expect(refusal(() => responseRows(answer({ notes: [] }))).message).toBe(
			'The response does not contain a list',
		);
	});

	it.each([[undefined], [''], [null], [3]])(
		'are the last ones where the cursor is %p',
		async (next) => {
			const connection = fakeConnection(() => ({ notes: [{ id: 1 }], next }));
			expect(await fetchAllRows(connection, plan, cursor, policy)).toEqual([{ id: 1 }]);
			expect(connection.sent).toHaveLength(1);
		},
	);
});
