import fc from 'fast-check';
import { boundsOf } from '../../../nodes/ActivityTracking/bounds';
import { crossed, dateBounds } from '../../../nodes/ActivityTracking/efforts';
import { activityTracking } from '../../../nodes/ActivityTracking/service';
import { readInput } from '../../../nodes/engine/input/readInput';

const explore = activityTracking.resources.segment!.operations.explore!;
const names = [
	'southWestLatitude',
	'southWestLongitude',
	'northEastLatitude',
	'northEastLongitude',
] as const;
const read = (values: readonly number[], options = {}) =>
	readInput(explore, (name) =>
		name === 'options' ? options : values[names.indexOf(name as (typeof names)[number])],
	);
const within = (most: number) => fc.double({ min: -most, max: most, noNaN: true });

test('an area passes exactly within the ranges, and in order of latitude alone', () => {
	fc.assert(
		fc.property(within(120), within(240), within(120), within(240), (...values) => {
			const [south, west, north, east] = values;
			const fits =
				[south, north].every((one) => Math.abs(one) <= 90) &&
				[west, east].every((one) => Math.abs(one) <= 180) &&
				south <= north;
			if (fits)
				expect(read(values)).toMatchObject({ southWestLatitude: south, northEastLongitude: east });
			else
				expect(() => read(values)).toThrow(/^(South-West|North-East) (Latitude|Longitude) must /);
		}),
	);
});

test('a box over the 180th meridian is an area', () => {
	expect(read([-10, 179, 10, -179])).toMatchObject({
		southWestLongitude: 179,
		northEastLongitude: -179,
	});
});

test('categories have to be in order', () => {
	expect(() => read([0, 0, 1, 1], { minimumCategory: 4, maximumCategory: 2 })).toThrow(
		'Minimum Category must not be greater than Maximum Category (2), got 4',
	);
	expect(read([0, 0, 1, 1], { minimumCategory: 2, maximumCategory: 2 })).toMatchObject({
		minimumCategory: 2,
	});
});

test('bounds are four plain numbers that mean what was given', () => {
	fc.assert(
		fc.property(within(90), within(180), within(90), within(180), (...values) => {
			const [southWestLatitude, southWestLongitude, northEastLatitude, northEastLongitude] = values;
			const text = boundsOf({
				southWestLatitude,
				southWestLongitude,
				northEastLatitude,
				northEastLongitude,
			});
			expect(text).toMatch(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/);
			for (const [index, part] of text.split(',').entries())
				expect(Math.abs(Number(part) - values[index]!)).toBeLessThan(1e-12);
		}),
	);
});

const reading = fc
	.date({ min: new Date('1971-01-01'), max: new Date('2900-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 19));

test('date bounds go out both or not at all', () => {
	fc.assert(
		fc.property(
			fc.option(reading, { nil: undefined }),
			fc.option(reading, { nil: undefined }),
			(from, to) => {
				const bounds = dateBounds(from, to);
				if (from === undefined && to === undefined) return expect(bounds).toEqual({});
				expect(bounds).toEqual({
					start_date_local: `${from ?? '1970-01-01T00:00:00'}Z`,
					end_date_local: `${to ?? '2999-12-31T23:59:59'}Z`,
				});
				return expect(crossed(from, to)).toBe(from !== undefined && to !== undefined && from > to);
			},
		),
	);
});

test('a day counts from its first second to its last', () => {
	expect(dateBounds('2026-01-31', '2026-01-31')).toEqual({
		start_date_local: '2026-01-31T00:00:00Z',
		end_date_local: '2026-01-31T23:59:59Z',
	});
	expect(dateBounds('2026-01-31T08:15', undefined).start_date_local).toBe('2026-01-31T08:15:00Z');
});
