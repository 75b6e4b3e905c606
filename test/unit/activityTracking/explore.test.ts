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

test.each([
	[[-90, -180, 90, 180], undefined],
	[[-90.1, 0, 1, 1], /^South-West Latitude must /],
	[[0, -180.1, 1, 1], /^South-West Longitude must /],
	[[0, 0, 90.1, 1], /^North-East Latitude must /],
	[[0, 0, 1, 180.1], /^North-East Longitude must /],
	[[2, 0, 1, 1], /Latitude must /],
])('the area %j is rejected: %s', (values, message) => {
	if (message) expect(() => read(values)).toThrow(message);
	else expect(read(values)).toMatchObject({ southWestLatitude: -90, northEastLongitude: 180 });
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
	const values = {
		southWestLatitude: -0.0000001,
		southWestLongitude: 1e-7,
		northEastLatitude: 45.5,
	};
	expect(formatBounds({ ...values, northEastLongitude: -180 })).toBe(
		'-0.0000001,0.0000001,45.5,-180',
	);
});
