/** Maps the schema of a response to the shape of its preview, and to an example. */
import type { Shape } from '../../nodes/engine/describe';
import type { Schema } from './document';
import { exampleOf, isSeen, pathTo, resolveSchema } from './schema';

const maxDepth = 4;
const maxProperties = 150;
const simpleTypes = ['string', 'number', 'integer', 'boolean'] as const;

export const isSimple = (type: unknown): type is (typeof simpleTypes)[number] =>
	simpleTypes.includes(type as (typeof simpleTypes)[number]);

export const isRecord = (
	shape: Shape | undefined,
): shape is Exclude<Shape, string | readonly Shape[]> =>
	typeof shape === 'object' && !Array.isArray(shape);

/** The keys and types of a response. Below a depth, or in a schema that contains itself: object. */
export function shapeOf(schema: Schema | undefined, seen: readonly string[] = []): Shape {
	if (isSeen(schema, seen)) return 'any';
	const { type, properties = {}, items, union } = resolveSchema(schema, seen);
	const path = pathTo(schema, seen);
	if (union) {
		const [first = 'any', ...others] = union.map((one) => shapeOf(one, path));
		const text = JSON.stringify(first);
		return others.every((shape) => JSON.stringify(shape) === text) ? first : 'any';
	}
	if (type === 'array') return [seen.length > maxDepth ? 'any' : shapeOf(items, path)];
	if (type !== 'object') return isSimple(type) ? type : 'any';
	const entries = Object.entries(properties).filter(
		([, property]) => !resolveSchema(property).writeOnly,
	);
	const isCut = path.length > maxDepth || seen.filter((one) => one === '.').length >= maxDepth;
	return isCut || entries.length === 0 || entries.length > maxProperties
		? 'object'
		: Object.fromEntries(
				entries.map(([name, property]) => [name, shapeOf(property, [...path, '.'])]),
			);
}

const sampleTexts: Readonly<Record<string, string>> = {
	'date-time': '2026-01-31T08:00:00Z',
	date: '2026-01-31',
};

/** A response with a value for every key of a shape, from the examples of the document. */
export function sampleOf(shape: Shape, schema?: Schema): unknown {
	const resolved = resolveSchema(schema);
	const { properties, items, enum: values, const: constant, format = '' } = resolved;
	if (isRecord(shape))
		return Object.fromEntries(
			Object.entries(shape).map(([key, inner]) => [key, sampleOf(inner, properties?.[key])]),
		);
	if (Array.isArray(shape)) return [sampleOf(shape[0] as Shape, items)];
	if (shape === 'object') return {};
	const type = shape === 'integer' ? 'number' : shape;
	const documented = [exampleOf(resolved), values?.find((value) => value !== null), constant];
	const value = documented.find((one) => typeof one === type);
	if (value !== undefined) return value;
	if (type === 'boolean') return true;
	return type === 'number' ? 1 : (sampleTexts[format] ?? 'text');
}
