export interface Settings {
	/** Returns the first page for every page token, always with a token for a next page. */
	repeatPages: boolean;
}

export const defaultSettings = (): Settings => ({ repeatPages: false });
