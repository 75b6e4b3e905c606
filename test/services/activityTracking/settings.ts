import type { Streams } from './streams';

/** Settings that a test can change while the service runs. */
export interface Settings {
	/** Offers only the current public API: no leaderboards, no `all_efforts`, no stream types in the path. */
	current: boolean;
	/**
	 * Returns the entries around the athlete's own before the page instead of after it. The
	 * specification does not define the order.
	 */
	contextFirst: boolean;
	/** Leaves private segments out of starred lists. */
	hidePrivate: boolean;
	/** Usage of the limits of 100 requests per 15 minutes and 1000 per day. If set, every response includes it. */
	used?: { quarterHour: number; day: number };
	/** Streams that replace the seed data. */
	streams: Streams;
}

export const defaultSettings = (): Settings => ({
	current: false,
	contextFirst: false,
	hidePrivate: false,
	streams: {},
});
