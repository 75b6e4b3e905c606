// What a test may change while the service runs.

import type { Streams } from './streams';

export interface Settings {
	/** Serves today's public form of the interface alone: no leaderboard, no efforts below a segment, no stream types in the path. */
	current: boolean;
	/** Entries around the athlete's own come before the page instead of after it; the specification does not say which. */
	contextFirst: boolean;
	/** Private segments are left out of starred lists. */
	hidePrivate: boolean;
	/** Requests used up of 100 in a quarter of an hour and 1000 a day; every answer names them. */
	used?: { quarterHour: number; day: number };
	/** Streams in place of the recorded ones. */
	streams: Streams;
}

export const standardSettings = (): Settings => ({
	current: false,
	contextFirst: false,
	hidePrivate: false,
	streams: {},
});
