/** Settings that a test can change while the service runs. */
export interface Settings {
	/** Duration of starting and stopping an instance, in milliseconds of the service's clock. */
	startMs: number;
	stopMs: number;
	/** Returns the entries of a batch in a different order than requested. */
	shuffled: boolean;
	/** Omits the UUIDs and names of entries. */
	anonymous: boolean;
}

export const defaultSettings = (): Settings => ({
	startMs: 300,
	stopMs: 300,
	shuffled: false,
	anonymous: false,
});
