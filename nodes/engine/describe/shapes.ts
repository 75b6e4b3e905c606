/** Functions that define shapes and simplified records, one word per property. */
import type { Shape } from './operation';

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'any'] as const);

/** Type of a property: one of `types`. */
type ShapeType = typeof types extends Set<infer T> ? T : never;

const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

/**
 * The shape of a record: `shapeOf('id:integer name created_at')`. A property without a type is a
 * string.
 * @throws Error for an unknown type
 */
export const shapeOf = (properties: string): Readonly<Record<string, ShapeType & Shape>> =>
	Object.fromEntries(
		wordsIn(properties).map((word) => {
			const [name, type = 'string'] = word.split(':') as [string, ShapeType?];
			if (!types.has(type)) throw new Error(`The type of ${name} in a shape is unknown: ${type}`);
			return [name, type];
		}),
	);

/**
 * The properties that Simplify keeps, with their paths in the response:
 * `pathsOf('id name author=author.login')`. A property without a path keeps its name.
 */
export const pathsOf = (properties: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		wordsIn(properties).map((word) => {
			const [name, path = name] = word.split('=') as [string, string?];
			return [name, path];
		}),
	);
