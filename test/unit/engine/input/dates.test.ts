import fc from 'fast-check';
import { DateTime } from 'luxon';
import { date, operation } from '../../../../nodes/engine/describe';
import { toUtc } from '../../../../nodes/engine/input/dates';
import { readInput } from '../../../../nodes/engine/input/readInput';
import { validate } from '../../../../nodes/engine/input/validate';
import { field, thrownError } from '../kit';

const day = field('date', { format: 'date' });
const dateTime = field('date', { format: 'date-time' });
const epoch = field('date', { format: 'epoch-ms' });
const errorFor = (...parameters: Parameters<typeof validate>): string =>
	thrownError(() => validate(...parameters)).message;

describe('a date', () => {
	it.each([
		['2026-01-31'],
		['2026-01-31T08:00Z'],
		['2026-01-31T08:00:00Z'],
		['2026-01-31T08:00:00.123456Z'],
		['2026-01-31T08:00:00+05:30'],
		['2026-01-31T08:00:00-11:00'],
	])('in ISO format, such as %p, is not changed', (value) => {
		expect(validate(field('date'), value)).toBe(value);
		expect(validate(dateTime, value)).toBe(value);
		expect(validate(day, value)).toBe('2026-01-31');
	});

	it('may have a space between date and time, and before the offset', () => {
		expect(validate(dateTime, '2026-01-31 08:00:00Z')).toBe('2026-01-31T08:00:00Z');
		expect(validate(field('date'), '2026-01-31 08:00 Z')).toBe('2026-01-31T08:00Z');
	});

	it.each([
		['2026-01-31T08:00:00+05:30', '2026-01-31T02:30:00Z'],
		['2026-01-31T08:00:00-11:00', '2026-01-31T19:00:00Z'],
		['2026-01-31', '2026-01-31T00:00:00Z'],
	])('with an offset, such as %p, is converted to the same time in milliseconds', (value, same) =>
		expect(validate(epoch, value)).toBe(Date.parse(same)),
	);

	it('without an offset does not depend on the time zone of the process', () => {
		// This can fail only in a process with a time zone other than UTC: TZ=America/New_York npx jest
		// …
		expect(validate(field('date'), '2026-01-31T08:00:00')).toMatch(/^2026-01-31T08:00:00/);
		expect(validate(epoch, '2026-01-31T08:00:00')).toBe(Date.UTC(2026, 0, 31, 8));
	});

	it('can be a Luxon DateTime, which keeps its instant, or its local date if the format is a day', () => {
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
		}
	});

	it.each([
		['yesterday'],
		['31.01.2026'],
		['2026-13-01'],
		['2026-01-31T25:00Z'],
		['2026-01-31Z'],
		['x2026-01-31'],
		['2026-01-31 and so on'],
		[true],
		[{}],
		[DateTime.invalid('never')],
	])('is rejected with an example of a valid date: %p', (value) =>
		expect(errorFor(dateTime, value)).toMatch(
			/^Color Depth must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got /,
		),
	);

	it.each([[new Date(NaN)], [NaN], [1e20]])('is rejected if it is out of range: %p', (value) =>
		expect(errorFor(field('date'), value)).toMatch(/^Color Depth must be a date/),
	);

	it.each([['2026-02-31'], ['2026-04-31T08:00:00Z']])(
		'is rejected if it does not exist in the calendar: %p',
		(value) => expect(errorFor(field('date'), value)).toMatch(/^Color Depth must be a date/),
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

	it('epoch-s rounds down to whole seconds', () => {
		expect(validate(date('After', { format: 'epoch-s' }), '2026-01-31T08:00:00.900Z')).toBe(
			1_769_846_400,
		);
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
	])('converts %s in %s to %s', (value, zone, utc) => {
		expect(toUtc(value, zone)).toBe(utc);
	});

	it.each([
		'2026-01-31',
		'2026-01-31T08:00:00Z',
		'2026-01-31T08:00:00+02:00',
		'soon',
		5,
		undefined,
	])('does not change %p', (value) => {
		expect(toUtc(value, 'Europe/Berlin')).toBe(value);
	});
});
