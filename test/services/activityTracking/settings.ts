/** Settings that a test can change while the service runs. */
export interface Settings {
	/**
	 * Offers only the current public API: no leaderboards, no `all_efforts`, no stream types in the
	 * path.
	 */
	current: boolean;
	/**
	 * Puts the entries around the athlete's own entry before the entries of the page instead of after
	 * them. The specification does not define the order.
	 */
	contextFirst: boolean;
	/**
	 * Number of requests counted toward the limits (100 per 15 minutes and 1000 per day). If set,
	 * every response reports it.
	 */
	used?: { quarterHour: number; day: number };
	/** How often an upload is read before it is processed. */
	uploadReads: number;
	/** Error of processing an upload, instead of an activity. */
	uploadError?: string;
}

export const defaultSettings = (): Settings => ({
	current: false,
	contextFirst: false,
	uploadReads: 1,
});
