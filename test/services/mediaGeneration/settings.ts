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
}

export const defaultSettings = (): Settings => ({
	imageMs: 1500,
	videoMs: 3000,
	attachMs: 400,
	submitMs: 0,
});
