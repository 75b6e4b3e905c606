export interface Settings {
	/** Name of the header that contains the API key, in lower case. */
	header: string;
	/** Prefix of the API key in the header, such as Bearer. */
	scheme: string;
	apiKey: string;
	/** Duration of an indexing job, in milliseconds of the service's clock. */
	indexMs: number;
}

export const LOCAL_KEY = 'tenfold-search-key';

export const defaultSettings = (): Settings => ({
	header: 'authorization',
	scheme: 'Bearer',
	apiKey: LOCAL_KEY,
	indexMs: 1000,
});
