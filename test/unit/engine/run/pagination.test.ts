import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { byNumber } from '../../../../nodes/ActivityTracking/pagination';
import { byCursor, type Paging } from '../../../../nodes/engine/describe';
import { planRequest } from '../../../../nodes/engine/plan/buildRequest';
import { fetchAllRows, fetchPages } from '../../../../nodes/engine/run/pagination';
import { fakeConnection, rejectedError } from '../kit';

const plan = planRequest('GET /notes', { query: { kind: 'all' } });
const policy = { idempotency: 'safe' } as const;
const cursorPaging = byCursor({ rows: 'notes', cursor: 'after', next: 'next' });

const noteIds = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: from + index }));
const limits = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });

describe('pagination by cursor', () => {
	/** Numbered rows on pages of random sizes. */
	const splits = fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }).map((sizes) => {
		let id = 0;
		return sizes.map((size) => Array.from({ length: size }, () => ({ id: id++ })));
	});
	const bodyOf = (pages: IDataObject[][], index: number): IDataObject => ({
		notes: pages[index]!,
		...(index + 1 < pages.length ? { next: `c${index + 1}` } : {}),
	});

	it('returns all rows in order, never more than the limit, and requests no page unnecessarily', async () => {
		await fc.assert(
			fc.asyncProperty(splits, limits, async (pages, limit) => {
				const connection = fakeConnection((_, index) => bodyOf(pages, index));
				const rows = await fetchAllRows(connection, plan, cursorPaging, policy, limit);
				expect(rows).toEqual(pages.flat().slice(0, limit));
				const lastNeeded = pages.findIndex(
					(_, index) => pages.slice(0, index + 1).flat().length >= (limit ?? Infinity),
				);
				expect(connection.sent).toHaveLength(lastNeeded < 0 ? pages.length : lastNeeded + 1);
				expect(connection.sent.map(({ qs }) => qs as unknown)).toEqual(
					connection.sent.map((_, index) => ({
						kind: 'all',
						...(index > 0 ? { after: `c${index}` } : {}),
					})),
				);
			}),
		);
	});

	it('sends the cursor and the page size in the body, if the pagination is in the body', async () => {
		const search = planRequest('POST /search', { body: { kind: 'all' } });
		const paging = { ...cursorPaging, in: 'body', size: { name: 'limit', maximum: 2 } } as const;
		const connection = fakeConnection((_, index) => bodyOf([[{ id: 0 }], [{ id: 1 }]], index));
		expect(await fetchAllRows(connection, search, paging, policy)).toEqual([{ id: 0 }, { id: 1 }]);
		expect(connection.sent.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
			{ kind: 'all', limit: 2 },
			{ kind: 'all', limit: 2, after: 'c1' },
		]);
		expect(connection.sent.map(({ qs = {} }) => qs)).toEqual([{}, {}]);
	});

	it('requests no further page for a caller that stops, although all rows are wanted', async () => {
		const connection = fakeConnection((_, index) => bodyOf([[{ id: 0 }], [{ id: 1 }]], index));
		for await (const page of fetchPages(connection, plan, cursorPaging, policy)) {
			expect(page).toEqual([{ id: 0 }]);
			break;
		}
		expect(connection.sent).toHaveLength(1);
	});

	it("requests page sizes up to the service's maximum and the remaining limit", async () => {
		const sizedPaging = byCursor({
			rows: 'notes',
			cursor: 'after',
			next: 'next',
			size: { name: 'limit', maximum: 5 },
		});
		await fc.assert(
			fc.asyncProperty(fc.nat(30), limits, async (count, wanted) => {
				const connection = fakeConnection(({ qs }) => {
					const { limit, after = 0 } = qs as { limit: number; after?: number };
					expect(limit).toBeGreaterThanOrEqual(1);
					expect(limit).toBeLessThanOrEqual(5);
					const end = Math.min(Number(after) + limit, count);
					return {
						notes: noteIds(Number(after), end),
						...(end < count ? { next: String(end) } : {}),
					};
				});
				expect(await fetchAllRows(connection, plan, sizedPaging, policy, wanted)).toEqual(
					noteIds(0, Math.min(count, wanted ?? count)),
				);
			}),
		);
	});

	it.each([[undefined], [''], [null], [3]])('stops if the cursor is %p', async (next) => {
		const connection = fakeConnection(() => ({ notes: [{ id: 1 }], next }));
		expect(await fetchAllRows(connection, plan, cursorPaging, policy)).toEqual([{ id: 1 }]);
		expect(connection.sent).toHaveLength(1);
	});
});

describe('pagination by page number', () => {
	/** A service with `count` rows that leaves the hidden rows out of their pages. */
	const listWith = (count: number, hidden: ReadonlySet<number> = new Set()) =>
		fakeConnection(({ qs }) => {
			const { page = 1, per_page: size } = qs as { page?: number; per_page: number };
			const from = (page - 1) * size;
			return noteIds(from, Math.min(from + size, count)).filter(({ id }) => !hidden.has(id));
		});
	const paging = byNumber({ number: 'page', size: { name: 'per_page', maximum: 20 } });

	it('returns every row once and in order, whatever the limit, with a constant page size', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(90),
				fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
				async (count, limit) => {
					const connection = listWith(count);
					expect(await fetchAllRows(connection, plan, paging, policy, limit)).toEqual(
						noteIds(0, Math.min(count, limit ?? count)),
					);
					const queries = connection.sent.map(({ qs }) => qs as IDataObject);
					expect(new Set(queries.map(({ per_page: size }) => size)).size).toBe(1);
					expect(queries.every(({ kind }) => kind === 'all')).toBe(true);
				},
			),
		);
	});

	it('continues after a short page in the middle of the list', async () => {
		expect(await fetchAllRows(listWith(60, new Set([1, 25])), plan, paging, policy)).toHaveLength(
			58,
		);
	});

	it('keeps the page size for the last page, since another size would shift the pages', async () => {
		const countedPaging = {
			size: { name: 'per_page', maximum: 100, counted: true },
			next: (_: unknown, { index, rows }: { index: number; rows: number }) =>
				rows === 0 ? undefined : { page: index + 2 },
		};
		expect(await fetchAllRows(listWith(400), plan, countedPaging, policy, 150)).toEqual(
			noteIds(0, 150),
		);
	});
});

describe('pagination by link', () => {
	it('follows a complete URL with its own query', async () => {
		const linkPaging: Paging = { next: ({ headers }) => headers.link as string | undefined };
		const requests: unknown[] = [];
		const connection = fakeConnection(() => [], {
			request: async ({ url, qs }) => {
				requests.push({ url, qs: { ...qs } });
				const isLast = requests.length === 3;
				return await Promise.resolve({
					statusCode: 200,
					headers: isLast ? {} : { link: `https://example.test/notes?page=${requests.length}` },
					body: JSON.stringify([{ id: requests.length }]),
				});
			},
		});
		expect(await fetchAllRows(connection, plan, linkPaging, policy)).toEqual([
			{ id: 1 },
			{ id: 2 },
			{ id: 3 },
		]);
		expect(requests).toEqual([
			{ url: 'https://example.test/notes', qs: { kind: 'all' } },
			{ url: 'https://example.test/notes?page=1', qs: {} },
			{ url: 'https://example.test/notes?page=2', qs: {} },
		]);
	});

	it("does not add the page size to the service's URL", async () => {
		const connection = fakeConnection((_, index) => ({
			notes: [{}],
			next: index === 0 ? 'x' : undefined,
		}));
		const linkPaging = {
			rows: 'notes',
			size: { name: 'size', maximum: 1 },
			next: ({ body }: { body: unknown }) =>
				(body as IDataObject).next ? 'https://example.test/notes?size=1&page=2' : undefined,
		};
		await fetchAllRows(connection, planRequest('GET /notes'), linkPaging, policy, 5);
		expect(connection.sent[1]!.qs).toEqual({});
	});
});

it('paging.next receives the page index, the query and the number of rows', async () => {
	const next = jest.fn<IDataObject | undefined, Parameters<Paging['next']>>((_, { index }) =>
		index < 2 ? { page: index + 2 } : undefined,
	);
	await fetchAllRows(
		fakeConnection(() => [{}, {}]),
		plan,
		{ next, size: { name: 'size', maximum: 2 } },
		policy,
	);
	expect(next.mock.calls.map(([, page]) => page)).toEqual([
		{ index: 0, query: { kind: 'all', size: 2 }, rows: 2 },
		{ index: 1, query: { kind: 'all', size: 2, page: 2 }, rows: 2 },
		{ index: 2, query: { kind: 'all', size: 2, page: 3 }, rows: 2 },
	]);
});

describe('a service that repeats a cursor', () => {
	it.each([[['a', 'a']], [['a', 'b', 'a']]])('fails the request: %p', async (cursors) => {
		const connection = fakeConnection((_, index) => ({
			notes: [{}],
			next: cursors[index % cursors.length],
		}));
		expect(
			(await rejectedError(fetchAllRows(connection, plan, cursorPaging, policy))).message,
		).toMatch(/Pagination is stuck/);
		expect(connection.sent).toHaveLength(cursors.length);
	});
});

describe('pagination without progress', () => {
	const listOf = (
		rows: (index: number) => unknown[],
		isLast: (index: number) => boolean = () => false,
	) =>
		fakeConnection((_, index) => ({
			notes: rows(index),
			...(isLast(index) ? {} : { next: `c${index}` }),
		}));
	const messageFor = async (connection: ReturnType<typeof listOf>): Promise<string> =>
		(await rejectedError(fetchAllRows(connection, plan, cursorPaging, policy))).message;

	it('is an error if the service returns the same page with new cursors', async () => {
		const connection = listOf(() => noteIds(0, 5));
		expect(await messageFor(connection)).toBe(
			'Pagination is stuck: the service returned the same page twice',
		);
		expect(connection.sent).toHaveLength(4);
	});

	it('is an error if the service returns empty pages with new cursors', async () => {
		const connection = listOf(() => []);
		expect(await messageFor(connection)).toBe(
			'Pagination is stuck: the service returned 100 empty pages in a row',
		);
		expect(connection.sent).toHaveLength(100);
	});

	it('is an error if the service repeats a long cursor', async () => {
		const connection = fakeConnection((_, index) => ({
			notes: [{ id: index }],
			next: 'x'.repeat(5000) + String(index % 3),
		}));
		expect(await messageFor(connection)).toMatch(/the same page twice/);
		expect(connection.sent).toHaveLength(4);
	});

	it('is not reported if rows or parts of pages are equal, or if rows follow after empty pages', async () => {
		const equalRows = listOf(
			() => [{ text: 'a' }],
			(index) => index === 2,
		);
		expect(await fetchAllRows(equalRows, plan, cursorPaging, policy)).toHaveLength(3);
		const sameEnds = listOf(
			(index) => [{ id: 0 }, { id: index + 1 }, { id: 0 }],
			(index) => index === 20,
		);
		expect(await fetchAllRows(sameEnds, plan, cursorPaging, policy)).toHaveLength(63);
		const mostlyEmpty = listOf(
			(index) => (index % 50 === 49 ? [{ id: index }] : []),
			(index) => index === 499,
		);
		expect(await fetchAllRows(mostlyEmpty, plan, cursorPaging, policy)).toHaveLength(10);
	});
});

it('reads a page that has more rows than a function call can have arguments', async () => {
	const rows = Array.from({ length: 300_000 }, (_, id) => id);
	const connection = fakeConnection(() => null, {
		request: async () =>
			await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: JSON.stringify({ notes: rows }),
			}),
	});
	expect(await fetchAllRows(connection, plan, cursorPaging, policy)).toHaveLength(300_000);
});
