export interface Settings {
	/**
	 * How the response reports rows that failed: as an error in the row ('marked'), by leaving the
	 * row out ('missing'), in a separate list ('listed'), or by rejecting the request ('refused').
	 * The public documentation does not describe the behavior of the real service.
	 */
	failures: 'marked' | 'missing' | 'listed' | 'refused';
	/** Returns the first page for every start row. */
	repeatPages: boolean;
	/** Number of rows in the ID mapping file. */
	mappingRows: number;
}

export const defaultSettings = (): Settings => ({
	failures: 'marked',
	repeatPages: false,
	mappingRows: 1000,
});
