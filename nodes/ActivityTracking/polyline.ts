/** Decodes polylines. */
import type { IDataObject } from 'n8n-workflow';
import { PackError, type Row } from '../engine/describe';

export type Point = [latitude: number, longitude: number];

/**
 * Decodes a polyline: each character encodes five bits of the difference from the previous point,
 * in units of 0.00001 degrees.
 * @throws PackError if the text is not a valid polyline
 */
export function decodePolyline(polyline: string): Point[] {
	const points: Point[] = [];
	const sums = [0, 0];
	let position = 0;
	const readDifference = (): number => {
		let value = 0;
		for (let shift = 0; ; shift += 5) {
			const bits = polyline.charCodeAt(position++) - 63;
			if (!(bits >= 0 && bits < 64) || shift > 25)
				throw new PackError('The response contains an invalid polyline', {
					hint: 'Turn off Decode Polylines to get the encoded polyline.',
				});
			value += (bits & 31) * 2 ** shift;
			if (bits < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
		}
	};
	while (position < polyline.length) {
		sums[0]! += readDifference();
		sums[1]! += readDifference();
		points.push([sums[0]! / 1e5, sums[1]! / 1e5]);
	}
	return points;
}

/** Adds `decoded_points` to maps and explored segments that have a polyline. */
export const addDecodedPoints = (
	rows: readonly Row[],
	{ decodePolylines }: { decodePolylines?: boolean },
): readonly Row[] =>
	decodePolylines ? rows.map((row) => ({ ...row, json: withDecodedPoints(row.json) })) : rows;

function withDecodedPoints({ ...json }: IDataObject): IDataObject {
	const map = json.map as IDataObject | null | undefined;
	const polyline = map?.polyline || map?.summary_polyline;
	if (typeof polyline === 'string') json.map = { ...map, decoded_points: decodePolyline(polyline) };
	if (typeof json.points === 'string') json.decoded_points = decodePolyline(json.points);
	return json;
}
