import type { Connection, Paging } from '../../../../nodes/engine/describe';
import { planRequest } from '../../../../nodes/engine/request/buildRequest';
import { fetchAllRows, fetchPages } from '../../../../nodes/engine/run/pagination';
import { fakeConnection, refusalOf } from '../kit';

const plan = planRequest('GET /notes');
const policy = { replay: 'safe' } as const;
const size = 3;

interface List {
	readonly total: number;
	readonly offset: number;
	readonly notes: readonly { id: number }[];
}

/** A service that says how many there are: by offset, where the next page begins behind the last row that was received. */
const paging: Paging = {
	rows: 'notes',
	next(answer, { rows }) {
		const { offset, total } = answer.body as List;
		return offset + rows < total ? { offset: offset + rows } : undefined;
	},
	upcoming(answer, { rows }) {
		const { offset, total } = answer.body as List;
		return Array.from({ length: Math.ceil((total - offset) / rows) - 1 }, (_, index) => ({
			offset: offset + (index + 1) * rows,
		}));
	},
};

/**
 * @param given rows on the page that begins at an offset
 * @param failing offset of the page that is not there
 */
function listOf(
	total: number,
	{ given = () => size, failing }: { given?: (offset: number) => number; failing?: number } = {},
) {
	const under = { now: 0, most: 0 };
	const connection = fakeConnection(() => undefined);
	const exchange: Connection['httpRequest'] = async (options) => {
		connection.sent.push(options);
		under.most = Math.max(under.most, ++under.now);
		const offset = Number(options.qs?.offset ?? 0);
		// Later pages answer earlier.
		for (let turns = total - offset; turns > 0; turns--)
			await new Promise((resolve) => setImmediate(resolve));
		under.now--;
		const notes = numbers(Math.max(0, Math.min(given(offset), total - offset))).map((index) => ({
			id: offset + index,
		}));
		return offset === failing
			? { statusCode: 404, headers: {}, body: '{}' }
			: { statusCode: 200, headers: {}, body: JSON.stringify({ total, offset, notes }) };
	};
	return { connection: { ...connection, httpRequest: exchange }, under };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('pages whose number is known', () => {
	it('are asked for four at a time, once each, and come in order', async () => {
		const { connection, under } = listOf(31);
		const rows = await fetchAllRows(connection, plan, paging, policy);
		expect(rows.map(({ id }) => id)).toEqual(numbers(31));
		expect(connection.sent).toHaveLength(11);
		expect(under.most).toBe(4);
	});

	it('are asked for one after another under a limit', async () => {
		const { connection, under } = listOf(31);
		expect(await fetchAllRows(connection, plan, paging, policy, 7)).toHaveLength(7);
		expect(connection.sent).toHaveLength(3);
		expect(under.most).toBe(1);
	});

	it('are read from where the last one ended when it came short', async () => {
		const { connection } = listOf(31, { given: (offset) => (offset === 6 ? 2 : size) });
		const rows = await fetchAllRows(connection, plan, paging, policy);
		expect(rows.map(({ id }) => id)).toEqual(numbers(31));
	});

	it('end where one cannot be read, when nothing is under way any more', async () => {
		const { connection, under } = listOf(31, { failing: 3 });
		expect((await refusalOf(fetchAllRows(connection, plan, paging, policy))).details.status).toBe(
			404,
		);
		expect(under.now).toBe(0);
		expect(connection.sent.length).toBeLessThanOrEqual(6);
	});

	it('are not asked for any more when the reader has enough', async () => {
		const { connection, under } = listOf(31);
		for await (const page of fetchPages(connection, plan, paging, policy)) {
			expect(page).toHaveLength(size);
			break;
		}
		expect(under.now).toBe(0);
		expect(connection.sent.length).toBeLessThanOrEqual(5);
	});
});
