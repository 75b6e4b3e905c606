/** Writes JSON and the imports of code. */

/** A literal in code. Texts can come from a document of somebody else. */
export const print = (value: unknown): string => JSON.stringify(value);

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The object, or undefined if it has no values. */
export const unlessEmpty = <T extends object>(value: T): T | undefined =>
	Object.values(value).every((inner) => inner === undefined) ? undefined : value;

/** The import of the functions that are used in a piece of code. */
export function importOf(code: string, from: string, names: readonly string[]): string {
	const used = names.filter((name) => new RegExp(`(?<![\\w'"]|\\w\\.)${name}\\(`).test(code));
	return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${from}';\n`;
}
