// Segments in an area of the map, which may cross the 180th meridian.

import { exploreItem } from './responses';
import { number, type Query } from './leaderboard';
import { badRequest } from './errors';
import type { World } from './seedData';

/** @throws Refusal for bounds that are no area */
export function exploreAnswer(world: World, query: Query): { segments: unknown[] } {
	const bounds = (query.bounds ?? '')
		.split(',')
		.map((part) => (part.trim() === '' ? NaN : Number(part)));
	const [south, west, north, east] = bounds as [number, number, number, number];
	const inRange =
		[south, north].every((degrees) => Math.abs(degrees) <= 90) &&
		[west, east].every((degrees) => Math.abs(degrees) <= 180);
	if (bounds.length !== 4 || !inRange || south > north) throw badRequest('Segment', 'bounds');
	const kind = query.activity_type ?? 'riding';
	if (!['running', 'riding'].includes(kind)) throw badRequest('Segment', 'activity_type');
	const least = number(query, 'min_cat', 0, 0, 5);
	const most = number(query, 'max_cat', 5, 0, 5);
	const found = world.segments.filter(
		({ activityType, category, start: [latitude, longitude] }) => {
			const isBetween =
				west <= east
					? longitude >= west && longitude <= east
					: longitude >= west || longitude <= east;
			return (
				latitude >= south &&
				latitude <= north &&
				isBetween &&
				activityType === (kind === 'riding' ? 'Ride' : 'Run') &&
				category >= least &&
				category <= most
			);
		},
	);
	return { segments: found.slice(0, 10).map(exploreItem) };
}
