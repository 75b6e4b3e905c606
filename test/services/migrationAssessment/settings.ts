/**
 * Settings that a test can change while the service runs. Durations are milliseconds of the
 * service's clock unless noted otherwise.
 */
export interface Settings {
	/** Duration of long-running operations. With 0, they are already done in the first response. */
	operationMs: number;
	/** Delay until an operation is canceled. */
	cancelMs: number;
	/** Maximum number of rows on a page. */
	pageSize: number;
	/** Always returns the token of the first page as the token of the next page. */
	repeatPages: boolean;
	/** Locations that list responses report as unreachable. */
	unreachable: string[];
	/** Number of requests for which an issued token is valid. */
	tokenRequests: number;
	/** Lifetime that the service reports for an issued token, in seconds. */
	tokenSeconds: number;
	/** Error that operations fail with, by verb. */
	failures: Record<string, { code: number; message: string }>;
	/** Origin of the signed URLs. Default: that of the local service. */
	signedOrigin?: string;
	/** How long a signed URL is valid. */
	signedMs: number;
	/** Additional headers that an upload to a signed URL must contain. */
	signedHeaders: Record<string, string>;
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
	signedHeaders: {},
});
