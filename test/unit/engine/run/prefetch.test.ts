import type { Http, Paging } from '../../../../nodes/engine/describe';
import { planRequest } from '../../../../nodes/engine/plan/buildRequest';
import { fetchAllRows } from '../../../../nodes/engine/run/pagination';
import { fakeConnection, rejectedError } from '../kit';

const plan = planRequest('GET /notes');
const policy = { idempotency: 'safe' } as const;
const pageSize = 3;

interface ListBody {
	readonly total: number;
	readonly offset: number;
	readonly notes: readonly { id: number }[];
}

/** Pages by offset. The next page starts after the last row received, and the total is known. */
const paging: Paging = {
	rows: 'notes',
	next(response, { rows }) {
		const { offset, total } = response.body as ListBody;
		return offset + rows < total ? { offset: offset + rows } : undefined;
	},
	upcoming(response, { rows }) {
		const { offset, total } = response.body as ListBody;
		return Array.from({ length: Math.ceil((total - offset) / rows) - 1 }, (_, index) => ({
			offset: offset + (index + 1) * rows,
		}));
	},
};

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * A list of `total` rows.
 * @param rowsAt number of rows on the page at an offset
 * @param failingOffset offset of a page that responds with 404
 */
function listWith(
	total: number,
	{
		rowsAt = () => pageSize,
		failingOffset,
	}: { rowsAt?: (offset: number) => number; failingOffset?: number } = {},
) {
	const inFlight = { now: 0, max: 0 };
	const connection = fakeConnection(() => undefined);
	const request: Http['request'] = async (options) => {
		connection.sent.push(options);
		inFlight.max = Math.max(inFlight.max, ++inFlight.now);
		const offset = Number(options.qs?.offset ?? 0);
		// Later pages respond sooner, so that responses arrive out of order.
		for (let turns = total - offset; turns > 0; turns--)
			await new Promise((resolve) => setImmediate(resolve));
		inFlight.now--;
		const count = Math.max(0, Math.min(rowsAt(offset), total - offset));
		const notes = range(count).map((index) => ({ id: offset + index }));
		return offset === failingOffset
			? { statusCode: 404, headers: {}, body: '{}' }
			: { statusCode: 200, headers: {}, body: JSON.stringify({ total, offset, notes }) };
	};
	return { connection: { ...connection, http: { request } }, inFlight };
}

describe('prefetching of known pages', () => {
	it('requests four pages at a time, each once, and returns them in order', async () => {
		const { connection, inFlight } = listWith(31);
		const rows = await fetchAllRows(connection, plan, paging, policy);
		expect(rows.map(({ id }) => id)).toEqual(range(31));
		expect(connection.sent).toHaveLength(11);
		expect(inFlight.max).toBe(4);
	});

	it('continues after the last received row if a page is short', async () => {
		const { connection } = listWith(31, { rowsAt: (offset) => (offset === 6 ? 2 : pageSize) });
		const rows = await fetchAllRows(connection, plan, paging, policy);
		expect(rows.map(({ id }) => id)).toEqual(range(31));
	});

	it('throws the error of a failed page after all requests in flight have ended', async () => {
		const { connection, inFlight } = listWith(31, { failingOffset: 3 });
		const error = await rejectedError(fetchAllRows(connection, plan, paging, policy));
		expect(error.details.status).toBe(404);
		expect(inFlight.now).toBe(0);
		expect(connection.sent.length).toBeLessThanOrEqual(6);
	});
});
