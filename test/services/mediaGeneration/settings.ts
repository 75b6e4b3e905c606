// How long things take, in milliseconds of the service's clock, and what the catalogue leaves out.

export interface Settings {
	/** From acceptance to the end of an image job. */
	imageMs: number;
	/** From acceptance to the end of a video job. */
	videoMs: number;
	/** From the status completed to the outputs. */
	attachMs: number;
	/** From the arrival of a create to its answer; its idempotency key is in progress meanwhile. */
	submitMs: number;
	/** Models whose pricing row is missing from the catalogue; they cost what they cost all the same. */
	unpriced: string[];
}

export const defaultSettings = (): Settings => ({
	imageMs: 1500,
	videoMs: 3000,
	attachMs: 400,
	submitMs: 0,
	unpriced: [],
});
