import fc from 'fast-check';
import { byOffset } from '../../../../nodes/engine/describe';
import { planRequest } from '../../../../nodes/engine/request/buildRequest';
import { fetchAllRows } from '../../../../nodes/engine/run/pagination';
import { fakeConnection, refusalOf } from '../kit';

const plan = planRequest('GET /notes', { query: { kind: 'all' } });
const policy = { replay: 'safe' } as const;
const paging = byOffset({ rows: 'notes', offset: 'from', size: { name: 'count', maximum: 7 } });

describe('pages by offset', () => {
	it('give every row once and in order, and ask for offset and size each time', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(40),
				fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
				async (count, most) => {
					const connection = fakeConnection(({ qs }) => {
						const { from, count: size } = qs as { from: number; count: number };
						return {
							notes: Array.from(
								{ length: Math.max(0, Math.min(size, count - from)) },
								(_, index) => ({ id: from + index }),
							),
						};
					});
					const rows = await fetchAllRows(connection, plan, paging, policy, most);
					expect(rows.map(({ id }) => id)).toEqual(
						Array.from({ length: Math.min(count, most ?? count) }, (_, index) => index),
					);
					expect(
						connection.sent.every(
							({ qs }) =>
								typeof qs?.from === 'number' && typeof qs.count === 'number' && qs.kind === 'all',
						),
					).toBe(true);
					expect(connection.sent.length).toBeLessThanOrEqual(Math.floor(count / 7) + 1);
				},
			),
		);
	});

	it('end in an error where a service hands out one page for ever', async () => {
		const connection = fakeConnection(() => ({
			notes: Array.from({ length: 7 }, (_, id) => ({ id })),
		}));
		expect((await refusalOf(fetchAllRows(connection, plan, paging, policy))).message).toBe(
			'Pagination is stuck: the service returned the same page twice',
		);
		expect(connection.sent).toHaveLength(2);
	});
});
