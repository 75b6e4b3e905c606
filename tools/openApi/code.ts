/** Prints values as TypeScript code. Prettier formats it later. */

/** Code that is printed as it is. */
export class Code {
	constructor(readonly text: string) {}
}

/** The value of a property that is printed as the spread of a constant. Its key is not printed. */
export class Spread {
	constructor(readonly name: string) {}
}

/** A quoted `__proto__` would set the prototype. */
export const keyOf = (key: string): string =>
	key === '__proto__' ? '["__proto__"]' : /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);

/**
 * A literal. Undefined properties are left out. Keys and texts can come from a document of somebody
 * else, so only `Code` and `Spread` are printed as code.
 */
export function print(value: unknown): string {
	if (value instanceof Code) return value.text;
	if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const properties = Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.map(([key, inner]) => {
			if (inner instanceof Spread) return `...${inner.name}`;
			const text = print(inner);
			return inner instanceof Code && key === text ? key : `${keyOf(key)}: ${text}`;
		});
	return `{ ${properties.join(', ')} }`;
}

/** The object, or undefined if it has no values. */
export const unlessEmpty = <T extends object>(value: T): T | undefined =>
	Object.values(value).every((inner) => inner === undefined) ? undefined : value;

/** A call of a function. Undefined arguments are left out. */
export const call = (name: string, ...args: readonly unknown[]): Code =>
	new Code(
		`${name}(${args
			.filter((one) => one !== undefined)
			.map(print)
			.join(', ')})`,
	);

/** The import of the functions that are used in a piece of code. */
export function importOf(code: string, from: string, names: readonly string[]): string {
	const used = names.filter((name) =>
		new RegExp(`(?<![\\w'"]|\\w\\.)${name}\\(|(?:\\.{3}|\\brun: )${name}\\b`).test(code),
	);
	return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${from}';\n`;
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
