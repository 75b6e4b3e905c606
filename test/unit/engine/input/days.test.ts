import { DateTime } from 'luxon';
import { date, id, operation } from '../../../../nodes/engine/describe';
import { readInput } from '../../../../nodes/engine/input/readInput';
import { validate } from '../../../../nodes/engine/input/validate';
import { buildRequest } from '../../../../nodes/engine/request/buildRequest';
import { field } from '../kit';

const late = DateTime.fromISO('2026-01-31T23:30:00', { zone: 'America/Los_Angeles' });

test.each([
	['date', '2026-01-31'],
	['compact', 20260131],
	['day-start', '2026-01-31T00:00:00.000Z'],
	['day-end', '2026-01-31T23:59:59.999Z'],
] as const)('a field of the form %s keeps the day as it is written', (format, sent) => {
	for (const value of ['2026-01-31', '2026-01-31T23:30:00-08:00', '2026-01-31 00:10', late])
		expect(validate(field('date', { format }), value)).toBe(sent);
});

test('no time zone of a workflow moves a day', () => {
	const due = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /days',
		fields: { day: date('Day', { format: 'day-start' }) },
	});
	for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])
		expect(readInput(due, () => '2026-01-31T00:00:00', { zone: zone })).toEqual({
			day: '2026-01-31T00:00:00.000Z',
		});
});

test('a field of the path goes into the body as well where it says so', () => {
	const listId = id('List', { in: 'body', wire: 'id' });
	expect(buildRequest('PUT /lists/{listId}', { listId }, { listId: 'a b' })).toMatchObject({
		url: '/lists/a%20b',
		body: { id: 'a b' },
	});
	expect(
		buildRequest('PUT /lists/{listId}', { listId: id('List', { wire: 'id' }) }, { listId: 'a' }),
	).not.toHaveProperty('body');
});
