import { toUtc } from '../../../../nodes/engine/input/dates';

test.each([
	['2026-01-31T08:00:00', 'Europe/Berlin', '2026-01-31T07:00:00.000Z'],
	['2026-07-31 08:00', 'Europe/Berlin', '2026-07-31T06:00:00.000Z'],
	['2026-03-29T03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
	['2026-07-01T00:00:00', 'America/St_Johns', '2026-07-01T02:30:00.000Z'],
	['2026-07-01T00:00:00', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z'],
	['2026-07-01T00:00:00', 'UTC', '2026-07-01T00:00:00.000Z'],
])('%s in %s is %s', (written, zone, moment) => {
	expect(toUtc(written, zone)).toBe(moment);
});

test.each([
	'2026-01-31',
	'2026-01-31T08:00:00Z',
	'2026-01-31T08:00:00+02:00',
	'soon',
	5,
	undefined,
])('%p is left as it is', (value) => {
	expect(toUtc(value, 'Europe/Berlin')).toBe(value);
});
