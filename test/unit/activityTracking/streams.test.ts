import {
	parseStreams,
	type Stream,
	streamsToMoments,
} from '../../../nodes/ActivityTracking/streams';

const time: Stream = { type: 'time', data: [0, 1, 2] };
const latlng: Stream = { type: 'latlng', data: [[1, 2], null, [3, 4]] };

test('streamsToMoments returns one object per value, with one key per type', () => {
	expect(streamsToMoments([time, latlng])).toEqual([
		{ time: 0, latlng: [1, 2] },
		{ time: 1, latlng: null },
		{ time: 2, latlng: [3, 4] },
	]);
	expect(streamsToMoments([])).toEqual([]);
});

test('streamsToMoments rejects streams that differ in length, and lists the lengths', () => {
	expect(() => streamsToMoments([time, { ...latlng, data: [null] }])).toThrow(
		'The streams differ in length: time has 3 values, latlng has 1 values',
	);
});

test('parseStreams reads a list and an object keyed by type', () => {
	expect(parseStreams([time, latlng])).toEqual([time, latlng]);
	expect(parseStreams({ time: { data: time.data }, latlng: { data: latlng.data } })).toEqual([
		time,
		latlng,
	]);
	for (const response of [undefined, { message: 'nothing here' }])
		expect(parseStreams(response)).toEqual([]);
});
