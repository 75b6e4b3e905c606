import fc from 'fast-check';
import { decodePolyline, withPoints } from '../../../nodes/ActivityTracking/polyline';
import { encodePolyline } from '../../services/activityTracking/polyline';

const degrees = (most: number) =>
	fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((steps) => steps / 1e5);
const points = fc.array(fc.tuple(degrees(90), degrees(180)), { maxLength: 200 });

test('what was encoded is decoded, point for point', () => {
	fc.assert(
		fc.property(points, (given) =>
			expect(decodePolyline(encodePolyline(given)).map(([a, b]) => [a + 0, b + 0])).toEqual(
				given.map(([a, b]) => [a + 0, b + 0]),
			),
		),
	);
});

test('a line from outside is decoded', () => {
	expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
		[38.5, -120.2],
		[40.7, -120.95],
		[43.252, -126.453],
	]);
});

test('any other text is decoded or refused, and never anything else', () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			try {
				for (const point of decodePolyline(text)) expect(point.every(Number.isFinite)).toBe(true);
			} catch (error) {
				expect((error as Error).message).toBe('The service sent a polyline that cannot be read');
			}
		}),
	);
});

test('a polyline that was cut off is refused', () => {
	fc.assert(
		fc.property(points, (given) => {
			// Half a point: the latitude alone.
			const whole = encodePolyline([...given, [1, 2]]);
			expect(() => decodePolyline(whole.slice(0, -1))).toThrow(
				'The service sent a polyline that cannot be read',
			);
		}),
	);
});

test('points stand beside the polyline of a map, of a summary, and of an explored segment', () => {
	const line = encodePolyline([[1, 2]]);
	const rows = [
		{ json: { map: { polyline: line } } },
		{ json: { map: { summary_polyline: line } } },
		{ json: { points: line } },
		{ json: { map: null } },
		{ json: {} },
	];
	expect(withPoints(rows, { decodePolylines: true }).map(({ json }) => json)).toEqual([
		{ map: { polyline: line, decoded_points: [[1, 2]] } },
		{ map: { summary_polyline: line, decoded_points: [[1, 2]] } },
		{ points: line, decoded_points: [[1, 2]] },
		{ map: null },
		{},
	]);
	expect(withPoints(rows, {})).toBe(rows);
});
