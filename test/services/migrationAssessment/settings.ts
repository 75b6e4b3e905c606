// How long things take, in milliseconds of the service's clock, and how it misbehaves.

export interface Settings {
	/** From the answer to the end of a long-running operation; 0 ends it within the answer. */
	operationMs: number;
	/** From the request to cancel an operation to its end. */
	cancelMs: number;
	/** Most rows in a page, whatever is asked for. */
	pageSize: number;
	/** Every page says that the same one comes next. */
	repeatPages: boolean;
	/** Locations that lists cannot reach. */
	unreachable: string[];
	/** Requests that a fetched token is good for. */
	tokenRequests: number;
	/** Seconds that a fetched token says it lives. */
	tokenSeconds: number;
	/** How operations of a verb end, where they don't end well. */
	failures: Record<string, { code: number; message: string }>;
	/** How long a signed address is good for. */
	signedMs: number;
}

export const defaultSettings = (): Settings => ({
	operationMs: 300,
	cancelMs: 50,
	pageSize: 100,
	repeatPages: false,
	unreachable: [],
	tokenRequests: Infinity,
	tokenSeconds: 3600,
	failures: {},
	signedMs: 3_600_000,
});
