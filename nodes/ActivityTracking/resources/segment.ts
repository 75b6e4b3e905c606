import { responseToRows } from '../../engine';
import { choice, decimal, flag, integer, operation, resource } from '../../engine/describe';
import { exploreSegments } from '../explore';
import { athleteId, decodePolylines, paging, segmentId } from '../fields';
import { addDecodedPoints } from '../polyline';
import { formBody, usesPublicInterface } from '../publicInterface';
import {
	exploredSegment,
	segment as shape,
	segmentBrief,
	starredBrief,
	starredSegment,
} from '../shapes';

const latitude = {
	minimum: -90,
	maximum: 90,
	required: true,
	in: 'none',
	placeholder: 'e.g. 37.821362',
} as const;
const longitude = {
	minimum: -180,
	maximum: 180,
	required: true,
	in: 'none',
	placeholder: 'e.g. -122.505373',
} as const;
const category = {
	minimum: 0,
	maximum: 5,
	description: 'Climb category from 0 (uncategorized) to 5 (hardest)',
} as const;

export const segment = resource('Segment', {
	default: 'get',
	operations: {
		explore: operation({
			action: 'Explore segments in an area',
			description: 'Find up to 10 segments in an area, which can cross the 180th meridian',
			request: 'GET /segments/explore',
			rows: 'segments',
			fields: {
				southWestLatitude: decimal('South-West Latitude', latitude),
				southWestLongitude: decimal('South-West Longitude', longitude),
				northEastLatitude: decimal('North-East Latitude', latitude),
				northEastLongitude: decimal('North-East Longitude', longitude),
			},
			options: {
				activityType: choice('Activity Type', ['riding', 'running'], {
					description: 'Return only segments for this activity',
					default: 'riding',
					apiName: 'activity_type',
				}),
				decodePolylines,
				maximumCategory: integer('Maximum Category', {
					...category,
					default: 5,
					apiName: 'max_cat',
				}),
				minimumCategory: integer('Minimum Category', {
					...category,
					default: 0,
					apiName: 'min_cat',
				}),
			},
			check: ({
				southWestLatitude,
				northEastLatitude,
				minimumCategory = 0,
				maximumCategory = 5,
			}) => {
				if (southWestLatitude > northEastLatitude)
					return {
						field: 'southWestLatitude',
						problem: `must not be greater than North-East Latitude (${northEastLatitude}), got ${southWestLatitude}`,
					};
				if (minimumCategory > maximumCategory)
					return {
						field: 'minimumCategory',
						problem: `must not be greater than Maximum Category (${maximumCategory}), got ${minimumCategory}`,
					};
				return undefined;
			},
			shape: exploredSegment,
			permission: 'read',
			// Since 1 September 2026 (stravalib/stravalib#736). The status of the rejection is not documented.
			rejectionHint:
				'Strava limits Segment: Explore to applications with Extended Access. Without it, use Segment: Get Many Starred',
			refine: addDecodedPoints,
			run: exploreSegments,
		}),
		get: operation({
			request: 'GET /segments/{segmentId}',
			fields: { segmentId },
			options: { decodePolylines },
			simplify: segmentBrief,
			shape,
			permission: 'read (read_all for private segments)',
			refine: addDecodedPoints,
		}),
		getAllStarred: operation({
			action: 'Get many starred segments',
			description: 'Get the segments that the authenticated athlete starred',
			request: 'GET /segments/starred',
			paging,
			simplify: starredBrief,
			shape: starredSegment,
			permission: 'read (read_all for private segments)',
		}),
		getAllStarredByAthlete: operation({
			name: 'Get Many Starred by Athlete',
			action: 'Get many segments starred by an athlete',
			request: 'GET /athletes/{athleteId}/segments/starred',
			paging,
			fields: { athleteId },
			simplify: starredBrief,
			shape: starredSegment,
			permission: 'read',
		}),
		star: operation({
			action: 'Star or unstar a segment',
			request: 'PUT /segments/{segmentId}/starred',
			fields: {
				segmentId,
				starred: flag('Starred', {
					description: 'Whether to star the segment. Turn off to unstar it.',
					default: true,
					required: true,
				}),
			},
			options: { decodePolylines },
			simplify: segmentBrief,
			shape,
			permission: 'write (profile:write in the current public interface)',
			refine: addDecodedPoints,
			async run(call) {
				const { starred } = call.input;
				const response = await call.request('PUT /segments/{segmentId}/starred', {
					values: { segmentId: call.input.segmentId },
					...(usesPublicInterface(call)
						? { open: formBody({ starred: String(starred) }) }
						: { body: { starred } }),
				});
				return responseToRows(call.operation, response);
			},
		}),
	},
});
