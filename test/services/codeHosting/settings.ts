// How the service behaves in time; milliseconds of its clock unless said otherwise. Defaults are what the specification states.

export interface Settings {
	/** X-Poll-Interval while there is little load, seconds. */
	pollIntervalS: number;
	/** Feed requests within a minute above which the interval doubles, and doubles again. */
	freeRequestsPerMinute: number;
	/** From an event to its showing up in a feed. The specification: 30 seconds to six hours. */
	latencyMs: number;
	/** Further delay of public feeds. */
	publicDelayMs: number;
	/** The public repository gets an event so often while its feeds are read; 0 for never. */
	generateEveryMs: number;
	/** Every so many grown events one is late by up to six hours; 0 for none. */
	lateEventEvery: number;
	/** Requests per hour with a token, and without. */
	rateLimit: number;
	anonymousRateLimit: number;
	/** From a dispatch to the end of its run. */
	runMs: number;
	/** How long a download link is good for. */
	linkMs: number;
	/** How long an installation token is good for. */
	installationTokenMs: number;
}

export const defaultSettings = (): Settings => ({
	pollIntervalS: 60,
	freeRequestsPerMinute: 30,
	latencyMs: 30_000,
	publicDelayMs: 5 * 60_000,
	generateEveryMs: 0,
	lateEventEvery: 0,
	rateLimit: 5000,
	anonymousRateLimit: 60,
	runMs: 3000,
	linkMs: 60_000,
	installationTokenMs: 3_600_000,
});
