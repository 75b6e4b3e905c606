import {
	loggedDelivery,
	lostDeliveries,
	type LoggedDelivery,
} from '../../../../nodes/CodeHosting/triggers/lostDeliveries';
import { seededIntegers } from '../../../services/kit/random';

const row = (id: number, guid: string, statusCode: number, more: object = {}) => ({
	id,
	guid,
	delivered_at: '2026-01-31T08:00:00Z',
	redelivery: false,
	status: statusCode === 200 ? 'OK' : 'failed',
	status_code: statusCode,
	event: 'push',
	...more,
});
/** Entries in the order of the API: newest first. */
const logOf = (...rows: object[]): LoggedDelivery[] =>
	rows.reverse().flatMap((one) => loggedDelivery(one as never) ?? []);

test.each([
	[200, true],
	[204, true],
	[0, false],
	[302, false],
	[401, false],
	[404, false],
	[502, false],
])('a delivery with status %i is accepted: %s', (statusCode, isAccepted) => {
	expect(lostDeliveries(logOf(row(1, 'a', statusCode))).length === 0).toBe(isAccepted);
});

test('a delivery is lost until one of its attempts is accepted', () => {
	const again = { redelivery: true };
	expect(lostDeliveries(logOf(row(1, 'a', 502), row(2, 'a', 503, again)))).toEqual([
		{ id: '2', guid: 'a', deliveredAt: Date.parse('2026-01-31T08:00:00Z'), redeliveries: 1 },
	]);
	expect(lostDeliveries(logOf(row(1, 'a', 502), row(2, 'a', 200, again)))).toEqual([]);
	expect(lostDeliveries(logOf(row(1, 'a', 200), row(2, 'a', 502, again)))).toEqual([]);
});

test('pings and incomplete entries are left out', () => {
	expect(
		lostDeliveries(
			logOf(
				row(1, 'a', 502, { event: 'ping' }),
				row(2, 'b', 0, { status: 'pending' }),
				row(3, '', 502),
				row(4, 'd', 502, { delivered_at: 'soon' }),
				{},
			),
		),
	).toEqual([]);
});

test('the oldest delivery comes first, also if the log has several in the same second', () => {
	const later = { delivered_at: '2026-01-31T09:00:00Z' };
	const log = logOf(row(3, 'c', 502), row(1, 'a', 502), row(2, 'b', 502), row(9, 'z', 502, later));
	expect(
		lostDeliveries([...log.slice(0, 1).reverse(), ...log.slice(1)]).map(({ guid }) => guid),
	).toEqual(['c', 'a', 'b', 'z']);
});

test('exactly the deliveries without an accepted attempt are lost, in any log', () => {
	const random = seededIntegers(20261122);
	for (let round = 0; round < 300; round++) {
		const accepted = new Set<string>();
		const all = new Set<string>();
		const rows = Array.from({ length: random(40) }, (_, index) => {
			const guid = `g-${random(12)}`;
			const statusCode = [0, 200, 404, 502][random(4)]!;
			if (statusCode === 200) accepted.add(guid);
			const more = { redelivery: all.has(guid) };
			all.add(guid);
			return row(index + 1, guid, statusCode, more);
		});
		const lost = lostDeliveries(logOf(...rows)).map(({ guid }) => guid);
		expect([...lost].sort()).toEqual([...all].filter((guid) => !accepted.has(guid)).sort());
	}
});
