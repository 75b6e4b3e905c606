/** Implements Segment: Explore. */
import { responseToRows } from '../engine';
import { type Call, type Row, trimDecimals } from '../engine/describe';

export interface Area {
	readonly southWestLatitude: number;
	readonly southWestLongitude: number;
	readonly northEastLatitude: number;
	readonly northEastLongitude: number;
}

interface ExploreInput extends Area {
	readonly activityType?: string;
	readonly minimumCategory?: number;
	readonly maximumCategory?: number;
}

export async function exploreSegments({
	operation,
	input,
	request,
}: Call<ExploreInput>): Promise<Row[]> {
	const { activityType, minimumCategory, maximumCategory } = input;
	const query = {
		bounds: formatBounds(input),
		...(activityType === undefined ? {} : { activity_type: activityType }),
		...(minimumCategory === undefined ? {} : { min_cat: minimumCategory }),
		...(maximumCategory === undefined ? {} : { max_cat: maximumCategory }),
	};
	return responseToRows(operation, await request('GET /segments/explore', { query }));
}

/**
 * Four comma-separated numbers, in degrees: south-west latitude and longitude, north-east latitude
 * and longitude.
 */
export const formatBounds = ({
	southWestLatitude,
	southWestLongitude,
	northEastLatitude,
	northEastLongitude,
}: Area): string =>
	[southWestLatitude, southWestLongitude, northEastLatitude, northEastLongitude]
		.map(withoutExponent)
		.join();

const withoutExponent = (degrees: number): string =>
	String(degrees).includes('e') ? trimDecimals(degrees.toFixed(20)) : String(degrees);
