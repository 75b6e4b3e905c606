import fc from 'fast-check';
import { formatBounds } from '../../../nodes/ActivityTracking/explore';
import { activityTracking } from '../../../nodes/ActivityTracking/service';
import { readInput } from '../../../nodes/engine/read/readInput';

const explore = activityTracking.resources.segment!.operations.explore!;
const names = [
	'southWestLatitude',
	'southWestLongitude',
	'northEastLatitude',
	'northEastLongitude',
] as const;
const read = (values: readonly number[], filters = {}) =>
	readInput(explore, (name) =>
		name === 'filters' ? filters : values[names.indexOf(name as (typeof names)[number])],
	);
const upTo = (maximum: number) => fc.double({ min: -maximum, max: maximum, noNaN: true });

test('rejects coordinates that are out of range, and latitudes in the wrong order', () => {
	fc.assert(
		fc.property(upTo(120), upTo(240), upTo(120), upTo(240), (...values) => {
			const [south, west, north, east] = values;
			const isValid =
				[south, north].every((latitude) => Math.abs(latitude) <= 90) &&
				[west, east].every((longitude) => Math.abs(longitude) <= 180) &&
				south <= north;
			if (isValid)
				expect(read(values)).toMatchObject({ southWestLatitude: south, northEastLongitude: east });
			else
				expect(() => read(values)).toThrow(/^(South-West|North-East) (Latitude|Longitude) must /);
		}),
	);
});

test('accepts an area that crosses the 180th meridian', () => {
	expect(read([-10, 179, 10, -179])).toMatchObject({
		southWestLongitude: 179,
		northEastLongitude: -179,
	});
});

test('rejects a Minimum Category that is greater than Maximum Category', () => {
	expect(() => read([0, 0, 1, 1], { minimumCategory: 4, maximumCategory: 2 })).toThrow(
		'Minimum Category must not be greater than Maximum Category (2), got 4',
	);
	expect(read([0, 0, 1, 1], { minimumCategory: 2, maximumCategory: 2 })).toMatchObject({
		minimumCategory: 2,
	});
});

test('formatBounds writes four numbers without exponents', () => {
	fc.assert(
		fc.property(upTo(90), upTo(180), upTo(90), upTo(180), (...values) => {
			const [southWestLatitude, southWestLongitude, northEastLatitude, northEastLongitude] = values;
			const text = formatBounds({
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
