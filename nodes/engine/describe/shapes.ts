/** Functions that define shapes and simplified records, one word per property. */
import type { Shape, ShapeType } from './operation';

const types = new Set<ShapeType>(['string', 'number', 'integer', 'boolean', 'object', 'any']);

export const wordsIn = (text: string): string[] => text.match(/\S+/g) ?? [];

/**
 * The shape of a record: `shapeOf('id:integer name tags:string[] owner.login jobs[].id')`. The
 * default type is string.
 * @throws Error for an unknown type
 */
export function shapeOf(properties: string): Readonly<Record<string, Shape>> {
	const shape: MutableShape = {};
	for (const word of wordsIn(properties)) {
		const [path, text = 'string'] = word.split(':') as [string, string?];
		const type = text.replace('[]', '') as ShapeType;
		if (!types.has(type)) throw new Error(`The type of ${path} in a shape is unknown: ${text}`);
		const names = path.split('.');
		const last = names.pop()!;
		names.reduce(inner, shape)[last] = text.endsWith('[]') ? [type] : type;
	}
	return shape;
}

interface MutableShape {
	[key: string]: Shape | MutableShape | [MutableShape];
}

/** The shape of the property `name`, or of the records in it if it ends with `[]`. */
function inner(shape: MutableShape, name: string): MutableShape {
	const isList = name.endsWith('[]');
	const key = name.replace('[]', '');
	shape[key] ??= isList ? [{}] : {};
	return (isList ? (shape[key] as [MutableShape])[0] : shape[key]) as MutableShape;
}

/** The properties that Simplify keeps, with their paths: `pathsOf('id author=author.login')`. */
export const pathsOf = (properties: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		wordsIn(properties).map((word) => {
			const [name, path = name] = word.split('=') as [string, string?];
			return [name, path];
		}),
	);
