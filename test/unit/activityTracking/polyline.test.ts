import { encode } from '@googlemaps/polyline-codec';
import fc from 'fast-check';
import { addDecodedPoints, decodePolyline } from '../../../nodes/ActivityTracking/polyline';

const degrees = (maximum: number) =>
	fc.integer({ min: -maximum * 1e5, max: maximum * 1e5 }).map((steps) => steps / 1e5);
const points = fc.array(fc.tuple(degrees(90), degrees(180)), { maxLength: 200 });

test('decodes an encoded polyline to the original points', () => {
	fc.assert(
		fc.property(points, (given) =>
			expect(decodePolyline(encode(given)).map(([a, b]) => [a + 0, b + 0])).toEqual(
				given.map(([a, b]) => [a + 0, b + 0]),
			),
		),
	);
});

test('decodes a known polyline', () => {
	expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
		[38.5, -120.2],
		[40.7, -120.95],
		[43.252, -126.453],
	]);
});

test.each(['_p~iF', '_p~iF~ps|'])('rejects the truncated polyline %s', (line) => {
	expect(() => decodePolyline(line)).toThrow('The response contains an invalid polyline');
});

test('addDecodedPoints adds points for maps, summaries and explored segments', () => {
	const line = encode([[1, 2]]);
	const rows = [
		{ json: { map: { polyline: line } } },
		{ json: { map: { summary_polyline: line } } },
		{ json: { points: line } },
		{ json: { map: null } },
		{ json: {} },
	];
	expect(addDecodedPoints(rows, { decodePolylines: true }).map(({ json }) => json)).toEqual([
		{ map: { polyline: line, decoded_points: [[1, 2]] } },
		{ map: { summary_polyline: line, decoded_points: [[1, 2]] } },
		{ points: line, decoded_points: [[1, 2]] },
		{ map: null },
		{},
	]);
	expect(addDecodedPoints(rows, {})).toBe(rows);
});
