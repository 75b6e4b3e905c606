/** Implements Segment: Explore. */
import { responseToRows } from '../engine';
import { type Call, PackError, type Row, toResult, trimDecimals } from '../engine/describe';

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
	connection,
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
	const result = await toResult(request('GET /segments/explore', { query }));
	if ('value' in result) return responseToRows(operation, result.value);
	throw connection.credential.provider === 'strava'
		? explainExtendedAccess(result.error)
		: result.error;
}

/**
 * Adds to an error that Strava limits the request to some applications, since 1 September 2026
 * (stravalib/stravalib#736). Which status it returns to the others is not documented.
 */
function explainExtendedAccess(error: unknown): unknown {
	if (!(error instanceof PackError) || ![401, 403, 404].includes(error.details.status ?? 0))
		return error;
	return new PackError(error.details.status === 404 ? 'Strava denied access' : error.message, {
		...error.details,
		hint: `Strava limits Segment: Explore to applications with Extended Access. Without it, use Segment: Get Many Starred. ${error.details.hint ?? ''}`.trim(),
	});
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
