/** Splits comma-separated text and drops empty entries. */
export const splitCommas = (text = ''): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
