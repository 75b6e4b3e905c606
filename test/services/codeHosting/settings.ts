/**
 * Settings that a test can change while the service runs. Durations are milliseconds of the
 * service's clock unless noted otherwise. The defaults are the values in the specification.
 */
export interface Settings {
	/** X-Poll-Interval at low load, in seconds. */
	pollIntervalS: number;
	/** Number of feed requests per minute above which the poll interval doubles. */
	freeRequestsPerMinute: number;
	/**
	 * Delay until an event appears in a feed: 30 seconds to 6 hours according to the specification.
	 */
	latencyMs: number;
	/** Additional delay of public feeds. */
	publicDelayMs: number;
	/**
	 * Interval at which the public repository gets a new event while its feeds are read. 0 for never.
	 */
	generateEveryMs: number;
	/** Every nth generated event is up to 6 hours late. 0 for none. */
	lateEventEvery: number;
	/** Requests per hour, with and without a token. */
	rateLimit: number;
	anonymousRateLimit: number;
	/** Duration of a workflow run. */
	runMs: number;
	/** How long a download link is valid. */
	linkMs: number;
	/** How long an installation token is valid. */
	installationTokenMs: number;
	/** Whether deliveries of webhooks reach n8n. Otherwise, they fail to connect. */
	webhooksReachN8n: boolean;
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
	webhooksReachN8n: true,
});
