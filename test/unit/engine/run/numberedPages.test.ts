import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { byCursor, byNumber, type Connection } from '../../../../nodes/engine/describe';
import { fetchPages } from '../../../../nodes/engine/run/pagination';

/** A service with so many rows, of which a page may leave some out. */
function listOf(count: number, hidden: ReadonlySet<number> = new Set()) {
	const sent: IDataObject[] = [];
	const connection = {
		service: { readError: () => ({}), errors: {} },
		address: 'https://scratch.test',
		headers: {},
		renews: false,
		timeoutMs: 1000,
		retryPolicy: { attempts: 1, backOffMs: 0, maximumWaitMs: 0 },
		waitForRateLimit: async () => await Promise.resolve(),
		redact: (text: string) => text,
		async httpRequest({ qs = {} }: { qs?: IDataObject }) {
			sent.push(qs);
			const size = Number(qs.per_page);
			const from = (Number(qs.page ?? 1) - 1) * size;
			const rows = Array.from(
				{ length: Math.max(0, Math.min(size, count - from)) },
				(_, index) => ({ row: from + index }),
			).filter(({ row }) => !hidden.has(row));
			return await Promise.resolve({ statusCode: 200, headers: {}, body: JSON.stringify(rows) });
		},
	} as unknown as Connection;
	return { connection, sent };
}

const paging = byNumber({ number: 'page', size: { name: 'per_page', maximum: 20 } });
const read = async (connection: Connection, most?: number): Promise<unknown[]> => {
	const rows: unknown[] = [];
	for await (const page of fetchPages(
		connection,
		{ method: 'GET', url: '/rows', query: { of: 'me' }, headers: {} },
		paging,
		{ replay: 'safe' },
		most,
	))
		rows.push(...page.map(({ row }) => row));
	return rows;
};

test('numbered pages give every row once and in order, whatever the limit', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(90),
			fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
			async (count, most) => {
				const { connection, sent } = listOf(count);
				expect(await read(connection, most)).toEqual(
					Array.from({ length: Math.min(count, most ?? count) }, (_, row) => row),
				);
				expect(new Set(sent.map(({ per_page: size }) => size)).size).toBe(1);
				expect(sent.every(({ of }) => of === 'me')).toBe(true);
			},
		),
	);
});

test('a page that is short in the middle does not end the list', async () => {
	const { connection } = listOf(60, new Set([1, 25]));
	expect(await read(connection)).toHaveLength(58);
});

test('where pages are not counted, the last one is asked for no larger than needed', async () => {
	const sent: IDataObject[] = [];
	const { connection } = listOf(0);
	const byKey = byCursor({
		rows: 'rows',
		cursor: 'after',
		next: 'next',
		size: { name: 'limit', maximum: 10 },
	});
	const answering = {
		...connection,
		async httpRequest({ qs = {} }: { qs?: IDataObject }) {
			sent.push(qs);
			return await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: JSON.stringify({
					rows: Array.from({ length: Number(qs.limit) }, () => ({})),
					next: `n${sent.length}`,
				}),
			});
		},
	} as unknown as Connection;
	for await (const page of fetchPages(
		answering,
		{ method: 'GET', url: '/rows', query: {}, headers: {} },
		byKey,
		{ replay: 'safe' },
		25,
	))
		expect(page.length).toBeGreaterThan(0);
	expect(sent.map(({ limit }) => limit)).toEqual([10, 10, 5]);
});
