/**
 * Settings that a test can change while the service runs. Durations are milliseconds of the
 * service's clock.
 */
export interface Settings {
	/** Duration of an image job. */
	imageMs: number;
	/** Duration of a video job. */
	videoMs: number;
	/** Delay between completion and outputs. */
	attachMs: number;
	/** Duration of a create request, during which its idempotency key is in progress. */
	submitMs: number;
	/** IDs of models without a pricing row in the catalog. The prices of requests do not change. */
	unpriced: string[];
}

export const defaultSettings = (): Settings => ({
	imageMs: 1500,
	videoMs: 3000,
	attachMs: 400,
	submitMs: 0,
	unpriced: [],
});
