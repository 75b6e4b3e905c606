/** Values with a shape of their own: JSON, resource mappers, dates. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { validate } from '../../../../nodes/engine/input/validate';
import { field, refusal } from '../kit';

const says = (...parameters: Parameters<typeof validate>): string =>
	refusal(() => validate(...parameters)).message;

describe('JSON', () => {
	it.each([
		['{"a":1}', { a: 1 }],
		['[1]', [1]],
		[{ a: 1 }, { a: 1 }],
		[[1], [1]],
	])('is taken from %p', (value, taken) => {
		expect(validate(field('json'), value)).toEqual(taken);
	});

	it.each([['{"a":'], ['hello'], ['']])(
		'is refused from %p, in the words of the parser',
		(value) => {
			expect(says(field('json'), value)).toMatch(/^Colour Depth is not valid JSON: \S/);
		},
	);

	it.each([['5'], ['"a"'], ['null'], [5], [true]])(
		'is refused from %p, which is no object or list',
		(value) => {
			expect(says(field('json'), value)).toMatch(
				/^Colour Depth must be a JSON object or array, got /,
			);
		},
	);
});

describe('a resource mapper', () => {
	it.each([
		[{ mappingMode: 'defineBelow', value: { n: 1 } }, { n: 1 }],
		[{ mappingMode: 'defineBelow', value: null }, {}],
		[{ n: 1 }, { n: 1 }],
		['{"n": 1}', { n: 1 }],
		[{ value: 3 }, { value: 3 }],
	])('is taken from %p', (value, taken) =>
		expect(validate(field('columns'), value)).toEqual(taken),
	);

	it('is refused from a text that is no object', () =>
		expect(says(field('columns'), 'n=1')).toMatch(/^Colour Depth is not valid JSON/));
});

describe('a list built up row by row', () => {
	const parts = field('rows', {
		minimum: 1,
		maximum: 2,
		row: {
			size: { kind: 'integer', label: 'Size', required: true, maximum: 9 },
			note: { kind: 'text', label: 'Note' },
		},
	});

	it.each([
		[{ rows: [{ size: '3', note: 'n' }] }],
		[[{ size: 3, note: 'n' }]],
		['[{"size": 3, "note": "n"}]'],
		[[{ size: 3, note: 'n', unasked: 1 }]],
	])('is taken from %j', (value) => {
		expect(validate(parts, value)).toEqual([{ size: 3, note: 'n' }]);
	});

	it('leaves out of a row what is unset, and may be empty where it may be', () => {
		expect(validate(parts, [{ size: 0, note: '' }])).toEqual([{ size: 0 }]);
		expect(validate(field('rows', { row: {} }), {})).toEqual([]);
	});

	it.each([
		[[{ size: 3 }, { size: 10 }], 'Colour Depth 2: Size must be at most 9, got 10'],
		[[{ note: 'n' }], 'Colour Depth 1: Size is required'],
		[[{ size: 3 }, 7], 'Colour Depth must contain objects, but entry 2 is 7'],
		[{ rows: 'many' }, 'Colour Depth must be a list, got {"rows":"many"}'],
		[{}, 'Colour Depth must have at least 1 entries, got 0'],
		[[{ size: 1 }, { size: 1 }, { size: 1 }], 'Colour Depth must have at most 2 entries, got 3'],
		['many', 'Colour Depth is not valid JSON'],
	])('is refused from %j: %s', (value, message) => expect(says(parts, value)).toContain(message));
});

describe('a date', () => {
	const day = field('date', { format: 'date' });
	const moment = field('date', { format: 'date-time' });
	const epoch = field('date', { format: 'epoch-ms' });

	it.each([
		['2026-01-31'],
		['2026-01-31T08:00Z'],
		['2026-01-31T08:00:00Z'],
		['2026-01-31T08:00:00.123456Z'],
		['2026-01-31T08:00:00+05:30'],
		['2026-01-31T08:00:00-11:00'],
	])('that is written as %p is sent as it is written', (value) => {
		expect(validate(field('date'), value)).toBe(value);
		expect(validate(moment, value)).toBe(value);
		expect(validate(day, value)).toBe('2026-01-31');
	});

	it('may have a blank between day and time', () =>
		expect(validate(moment, '2026-01-31 08:00:00Z')).toBe('2026-01-31T08:00:00Z'));

	it.each([
		['2026-01-31T08:00:00+05:30', '2026-01-31T02:30:00Z'],
		['2026-01-31T08:00:00-11:00', '2026-01-31T19:00:00Z'],
		['2026-01-31', '2026-01-31T00:00:00Z'],
	])('with an offset, %p, keeps its moment in milliseconds', (value, same) =>
		expect(validate(epoch, value)).toBe(Date.parse(same)),
	);

	it('of luxon keeps its moment and the day of its own zone', () => {
		const zones = fc.constantFrom('utc', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia');
		const moments = fc.date({
			min: new Date('1971-01-01'),
			max: new Date('2200-01-01'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(moments, zones, (at, zone) => {
				const value = DateTime.fromJSDate(at, { zone });
				expect(validate(epoch, value)).toBe(at.getTime());
				expect(Date.parse(validate(moment, value) as string)).toBe(at.getTime());
				expect(validate(day, value)).toBe(value.toISODate());
			}),
		);
	});

	it('is taken from a Date and from milliseconds', () => {
		const at = Date.UTC(2026, 0, 31, 8);
		for (const value of [new Date(at), at]) {
			expect(validate(epoch, value)).toBe(at);
			expect(validate(moment, value)).toBe('2026-01-31T08:00:00.000Z');
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
	])('is refused from %p, with an example of one', (value) =>
		expect(says(moment, value)).toMatch(
			/^Colour Depth must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got /,
		),
	);
});
