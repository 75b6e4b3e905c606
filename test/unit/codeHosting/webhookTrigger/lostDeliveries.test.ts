import {
	loggedDelivery,
	lostDeliveries,
	type LoggedDelivery,
} from '../../../../nodes/CodeHosting/triggers/lostDeliveries';

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

test.each([
	{ event: 'ping' },
	{ status: 'pending', status_code: 0 },
	{ guid: '' },
	{ delivered_at: 'soon' },
])('an entry with %j is left out', (more) => {
	expect(lostDeliveries(logOf(row(1, 'a', 502, more), {}))).toEqual([]);
	expect(loggedDelivery(null)).toBeUndefined();
});

test('the oldest delivery comes first, also if the log has several in the same second', () => {
	const later = { delivered_at: '2026-01-31T09:00:00Z' };
	const log = logOf(row(3, 'c', 502), row(1, 'a', 502), row(2, 'b', 502), row(9, 'z', 502, later));
	expect(
		lostDeliveries([...log.slice(0, 1).reverse(), ...log.slice(1)]).map(({ guid }) => guid),
	).toEqual(['c', 'a', 'b', 'z']);
});
