/** Splits comma-separated text and trims the entries. Empty entries are dropped. */
export const splitList = (text = ''): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);
