/** Encoded polylines to points. */
import type { IDataObject } from 'n8n-workflow';
import { PackError, type Row } from '../engine/describe';

export type Point = [latitude: number, longitude: number];

/**
 * Decodes a polyline: differences in steps of 0.00001 degrees, five bits a character.
 * @throws Refusal for a text that is no polyline
 */
export function decodePolyline(polyline: string): Point[] {
	const points: Point[] = [];
	const sums = [0, 0];
	let at = 0;
	const difference = (): number => {
		let value = 0;
		for (let shift = 0; ; shift += 5) {
			const bits = polyline.charCodeAt(at++) - 63;
			if (!(bits >= 0 && bits < 64) || shift > 25)
				throw new PackError('The service sent a polyline that cannot be read', {
					hint: 'Switch Decode Polylines off to get it as it is.',
				});
			value += (bits & 31) * 2 ** shift;
			if (bits < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
		}
	};
	while (at < polyline.length) {
		sums[0]! += difference();
		sums[1]! += difference();
		points.push([sums[0]! / 1e5, sums[1]! / 1e5]);
	}
	return points;
}

/** Rows with the points of their polylines beside them, under `decoded_points`: of a map, and of an explored segment. */
export const withPoints = (
	rows: readonly Row[],
	{ decodePolylines }: { decodePolylines?: boolean },
): readonly Row[] =>
	decodePolylines ? rows.map((row) => ({ ...row, json: decodedJson(row.json) })) : rows;

function decodedJson({ ...json }: IDataObject): IDataObject {
	const map = json.map as IDataObject | null | undefined;
	const polyline = map?.polyline || map?.summary_polyline;
	if (typeof polyline === 'string') json.map = { ...map, decoded_points: decodePolyline(polyline) };
	if (typeof json.points === 'string') json.decoded_points = decodePolyline(json.points);
	return json;
}
