// Search for segments in a map area, which may cross the 180th meridian.

import { badRequest } from './errors';
import { integerParam, type Query } from './query';
import { exploredSegment } from './responses';
import type { ActivityData } from './seedData';

/** @throws HttpError 400 for invalid bounds */
export function exploreResponse(data: ActivityData, query: Query): { segments: unknown[] } {
	const bounds = (query.bounds ?? '')
		.split(',')
		.map((part) => (part.trim() === '' ? NaN : Number(part)));
	const [south, west, north, east] = bounds as [number, number, number, number];
	const isInRange =
		[south, north].every((degrees) => Math.abs(degrees) <= 90) &&
		[west, east].every((degrees) => Math.abs(degrees) <= 180);
	if (bounds.length !== 4 || !isInRange || south > north) throw badRequest('Segment', 'bounds');
	const activity = query.activity_type ?? 'riding';
	if (!['running', 'riding'].includes(activity)) throw badRequest('Segment', 'activity_type');
	const minCategory = integerParam(query, 'min_cat', 0, 0, 5);
	const maxCategory = integerParam(query, 'max_cat', 5, 0, 5);
	const found = data.segments.filter(({ activityType, category, start: [latitude, longitude] }) => {
		const isBetween =
			west <= east
				? longitude >= west && longitude <= east
				: longitude >= west || longitude <= east;
		return (
			latitude >= south &&
			latitude <= north &&
			isBetween &&
			activityType === (activity === 'riding' ? 'Ride' : 'Run') &&
			category >= minCategory &&
			category <= maxCategory
		);
	});
	return { segments: found.slice(0, 10).map(exploredSegment) };
}
