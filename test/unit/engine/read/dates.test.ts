import fc from 'fast-check';
import { DateTime } from 'luxon';
import { date, type Field, operation } from '../../../../nodes/engine/describe';
import { toEpochMs } from '../../../../nodes/engine/read/dates';
import { readInput } from '../../../../nodes/engine/read/readInput';
import { validate } from '../../../../nodes/engine/read/validate';
import { field, thrownError } from '../kit';

const day = field('date', { format: 'date' });
const dateTime = field('date', { format: 'date-time' });
const epoch = field('date', { format: 'epoch-ms' });
const errorFor = (...parameters: Parameters<typeof validate>): string =>
	thrownError(() => validate(...parameters)).message;

describe('a date', () => {
	it.each([
		['today', '{{ $today }}'],
		[' Now', '{{ $now }}'],
		['tomorrow', '{{ $today.plus({ days: 1 }) }}'],
	])('in words, such as %p, is rejected with the expression %p', (value, expression) => {
		expect(errorFor(day, value)).toContain(`2026-01-31 or the expression ${expression}, got `);
		expect(errorFor(day, 'constructor')).not.toContain('expression');
	});

	it.each<[Field['format'], string | number, string[]]>([
		[undefined, '2026-01-31T08:00Z', ['2026-01-31T08:00Z', '2026-01-31 08:00 Z']],
		[undefined, '2026-01-31T08:00:00.123456Z', ['2026-01-31T08:00:00.123456Z']],
		[undefined, '2026-01-31T08:00:00+05:30', ['2026-01-31T08:00:00+05:30']],
		[undefined, '2026-01-31T08:00:00.000Z', ['2026-01-31T08:00:00', ' 2026-01-31T08:00:00 ']],
		['date', '2026-01-31', ['\t2026-01-31\n', '2026-01-31T08:00:00-11:00']],
		['epoch-ms', Date.UTC(2026, 0, 31, 8), ['2026-01-31T08:00 Z']],
		['epoch-ms', Date.UTC(2026, 0, 31, 2, 30), ['2026-01-31T08:00:00+05:30']],
		['epoch-s', 1_769_846_400, ['2026-01-31T08:00:00.900Z']],
	])('with the format %j is sent as %p', (format, sent, values) => {
		for (const value of values) expect(validate(field('date', { format }), value)).toBe(sent);
	});

	it.each([
		['20260131T080000Z'],
		['20260131T0800+0100'],
		['20260131'],
		['2026-01-31T08'],
		['2026-01-31T08+01'],
		['2026-01-31T08:30:00+01'],
		['2026-01-31T08:30-0330'],
		['2026-W05-6'],
		['2026W056T08'],
		['2020-W53-7T08:00'],
		['2021-W01-1'],
		['2026-031'],
		['2024366T0800Z'],
		['2026-01-31T08:00:00,25Z'],
		['2026-01-31T24:00Z'],
	])('may be any ISO 8601 date, such as %p', (value) => {
		const same = DateTime.fromISO(value, { zone: 'America/New_York', setZone: true });
		expect(validate(epoch, value, 'America/New_York')).toBe(same.toMillis());
		expect(validate(day, value, 'America/New_York')).toBe(same.toISODate());
		expect(Date.parse(validate(dateTime, value, 'America/New_York') as string)).toBe(
			same.toMillis(),
		);
	});

	it('may be Unix time in seconds or milliseconds, as a number or as text', () => {
		const ms = Date.UTC(2026, 0, 31, 8);
		for (const value of [ms, ms / 1000, String(ms), String(ms / 1000), ` ${ms}`]) {
			expect(validate(epoch, value)).toBe(ms);
			expect(validate(date('After', { format: 'epoch-s' }), value)).toBe(ms / 1000);
			expect(validate(dateTime, value)).toBe('2026-01-31T08:00:00.000Z');
		}
		expect(validate(epoch, ms / 1000 + 0.25)).toBe(ms + 250);
		expect(validate(epoch, 0)).toBe(0);
		expect(validate(day, 20260131)).toBe('2026-01-31');
	});

	it('can be a Luxon DateTime: a time keeps its instant, and a day is the date in the zone of the DateTime', () => {
		const zones = fc.constantFrom('utc', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia');
		const times = fc.date({
			min: new Date('1971-01-01'),
			max: new Date('2200-01-01'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(times, zones, (time, zone) => {
				const value = DateTime.fromJSDate(time, { zone });
				expect(validate(epoch, value)).toBe(time.getTime());
				expect(Date.parse(validate(dateTime, value) as string)).toBe(time.getTime());
				expect(validate(day, value)).toBe(value.toISODate());
			}),
		);
	});

	it('can be a Date or milliseconds', () => {
		const ms = Date.UTC(2026, 0, 31, 8);
		for (const value of [new Date(ms), ms]) {
			expect(validate(epoch, value)).toBe(ms);
			expect(validate(dateTime, value)).toBe('2026-01-31T08:00:00.000Z');
			expect(validate(day, value)).toBe('2026-01-31');
			expect(validate(day, value, 'Pacific/Kiritimati')).toBe('2026-01-31');
			expect(validate(day, value, 'Pacific/Pago_Pago')).toBe('2026-01-30');
			expect(validate(date('From', { format: 'local' }), value, 'Asia/Kolkata')).toBe(
				'2026-01-31T13:30:00',
			);
		}
	});

	it('keeps the local time of another place, also if the zone of the workflow skips it', () => {
		const local = date('Start', { format: 'local' });
		expect(validate(local, '2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T02:30:00');
		expect(validate(day, '2011-12-30', 'Pacific/Apia')).toBe('2011-12-30');
	});

	it('is also accepted by a text field if it is a Date object', () => {
		expect(validate(field('text'), new Date(0))).toBe('1970-01-01T00:00:00.000Z');
		expect(() => validate(field('text'), new Date(NaN))).toThrow('is an invalid date');
	});

	it.each([
		['last week'],
		['31.01.2026'],
		['2026-13-01'],
		['2026-01-31T25:00Z'],
		['2026-01-31Z'],
		['x2026-01-31'],
		['2026-01-31 and so on'],
		[true],
		[{}],
		[DateTime.invalid('never')],
		[new Date(NaN)],
		[1e20],
		[2026],
		['260131'],
		['9999-12-31T23:00-05'],
		['2026-W54-1'],
		['2025-W53-1'],
		['2026-366'],
		['2026-0131'],
		['2026-01-31T24:01Z'],
		['2026-01-31T08:60'],
		['2026-01-31T08:00:60'],
		['2026-01-31T08:00+24:00'],
	])('is rejected with an example of a valid date: %p', (value) =>
		expect(errorFor(dateTime, value)).toMatch(
			/^Color Depth must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got /,
		),
	);

	it.each([
		['2026-11-31'],
		['2026-02-31'],
		['2026-02-29'],
		['2026-02-31T10:00'],
		['2026-02-30 08:00'],
		['2026-04-31T08:00:00Z'],
		['20260231'],
	])('is rejected as a day that does not exist: %p', (value) =>
		expect(errorFor(field('date'), value, 'Europe/Berlin')).toBe(
			`Color Depth must be a date that exists in the calendar, got "${value}"`,
		),
	);
});

describe('the format of a date field', () => {
	const lateEvening = DateTime.fromISO('2026-01-31T23:30:00', { zone: 'America/Los_Angeles' });

	it.each([
		['date', '2026-01-31'],
		['compact', 20260131],
		['day-start', '2026-01-31T00:00:00.000Z'],
		['day-end', '2026-01-31T23:59:59.999Z'],
	] as const)('%s keeps the day as entered', (format, sent) => {
		for (const value of [
			'2026-01-31',
			'2026-01-31T23:30:00-08:00',
			'2026-01-31 00:10',
			lateEvening,
		])
			expect(validate(field('date', { format }), value)).toBe(sent);
	});

	it('local keeps the local time and drops the offset', () => {
		const local = date('From', { format: 'local' });
		for (const value of [
			'2026-01-31T08:00:00',
			'2026-01-31 08:00:00',
			'2026-01-31T08:00:00Z',
			'2026-01-31T08:00:00+13:00',
			DateTime.fromISO('2026-01-31T08:00:00', { zone: 'Asia/Tokyo' }),
		]) {
			expect(String(validate(local, value)).replace('.000', '')).toBe('2026-01-31T08:00:00');
		}
		expect(validate(local, '2026-01-31')).toBe('2026-01-31');
		expect(() => validate(local, 'yesterday')).toThrow('From must be a date');
	});
});

describe("the workflow's time zone", () => {
	it('does not change the date of a field whose format is a day', () => {
		const getDay = operation({
			name: 'Get',
			action: 'Get',
			request: 'GET /days',
			fields: { day: date('Day', { format: 'day-start' }) },
		});
		for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])
			expect(readInput(getDay, () => '2026-01-31T00:00:00', { zone })).toEqual({
				day: '2026-01-31T00:00:00.000Z',
			});
	});

	it.each([
		['2026-01-31T08:00:00', 'Europe/Berlin', '2026-01-31T07:00:00.000Z'],
		['2026-07-31 08:00', 'Europe/Berlin', '2026-07-31T06:00:00.000Z'],
		['2026-03-29T03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
		['2026-07-01T00:00:00', 'America/St_Johns', '2026-07-01T02:30:00.000Z'],
		['2026-07-01T00:00:00', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z'],
		['2026-07-01T00:00:00', 'UTC', '2026-07-01T00:00:00.000Z'],
		['2026-01-31', 'Europe/Berlin', '2026-01-30T23:00:00.000Z'],
		['2026-01-31T08:00:00Z', 'Europe/Berlin', '2026-01-31T08:00:00Z'],
		['2026-01-31T08:00:00+02:00', 'Europe/Berlin', '2026-01-31T08:00:00+02:00'],
	])('%s in %s is sent as %s', (value, zone, sent) => {
		expect(validate(dateTime, value, zone)).toBe(sent);
		expect(toEpochMs(value, zone)).toBe(Date.parse(sent));
	});

	it.each([
		['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30Z'],
		['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30Z'],
		['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30Z'],
		['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30Z'],
		['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00Z'],
	])('converts %s, which is skipped or repeated in %s, to %s', (local, zone, utc) => {
		expect(new Date(toEpochMs(local, zone))).toEqual(new Date(utc));
	});
});
