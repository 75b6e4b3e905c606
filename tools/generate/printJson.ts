/** Writes JSON for files that people compare. */

/**
 * @param levels of objects and lists whose entries are on lines of their own. Deeper ones are on one line
 * @returns text without properties that are undefined
 */
export const printJson = (value: object, levels: number): string =>
	`${printed(JSON.parse(JSON.stringify(value)), levels)}\n`;

function printed(value: unknown, levels: number, indent = '\t'): string {
	if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	const lines = Object.entries(value).map(
		([key, inner]) =>
			`${indent}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${printed(inner, levels - 1, `${indent}\t`)}`,
	);
	return `${open}\n${lines.join(',\n')}\n${indent.slice(1)}${close}`;
}
