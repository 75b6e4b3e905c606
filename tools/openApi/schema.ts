/** Merges the parts of a schema. */
import type { Schema } from './document';

export interface Resolved extends Omit<Schema, '$ref' | 'type' | 'allOf' | 'oneOf' | 'anyOf'> {
	/** Undefined if the schema accepts several types, or does not state one. */
	readonly type?: string;
	/** The alternatives of a union, without null. */
	readonly union?: readonly Schema[];
}

/** The references that lead to the content of a schema, to recognize schemas that contain themselves. */
export const pathTo = (schema: Schema | undefined, seen: readonly string[] = []) =>
	schema?.$ref === undefined ? seen : [...seen, schema.$ref];

export const isSeen = (schema: Schema | undefined, seen: readonly string[]): boolean =>
	schema?.$ref !== undefined && seen.includes(schema.$ref);

/**
 * A schema with one type: `allOf` is merged, null is removed from types and unions, and a union with
 * one alternative, or with only constants, is replaced by it.
 * @param seen references that lead here. They are not merged into the schema again.
 * @param merged parts that are already merged. A part that several others share is merged once:
 * a second time would change nothing, and with several levels there would be millions.
 */
export function resolveSchema(
	schema: Schema | boolean | undefined,
	seen: readonly string[] = [],
	merged = new Set<unknown>(),
): Resolved {
	if (typeof schema !== 'object' || schema === null) return {};
	const { allOf = [], oneOf, anyOf, ...own } = schema;
	const path = pathTo(schema, seen);
	const alternatives = (oneOf ?? anyOf ?? []).filter((one) => !isNull(one));
	const constants = alternatives.map((one) => (one.const === undefined ? one.enum : [one.const]));
	const isEnum = constants.length > 0 && constants.every((values) => values !== undefined);
	const types = [own.type ?? []].flat().filter((type) => type !== 'null');
	const isNew = (part: Schema): boolean => {
		const key = part.$ref ?? part;
		return !merged.has(key) && Boolean(merged.add(key));
	};
	const whole = [...allOf, ...(alternatives.length === 1 && !isEnum ? alternatives : [])]
		.filter((part) => !isSeen(part, path) && isNew(part))
		.map((part) => resolveSchema(part, path, merged))
		.reduce<Resolved>(mergeParts, {
			...own,
			type: types.length === 1 ? types[0] : undefined,
			union: types.length > 1 ? types.map((type) => ({ ...own, type })) : undefined,
		});
	if (isEnum) return withType({ ...whole, enum: constants.flat() });
	// A union may only state which properties are required together.
	const isUnion =
		alternatives.length > 1 &&
		!(whole.properties && alternatives.every((one) => one.required && !one.$ref));
	return withType(isUnion ? { ...whole, union: alternatives } : whole);
}

const isNull = ({ type, const: constant, enum: values }: Schema): boolean =>
	type === 'null' || constant === null || (values?.every((value) => value === null) ?? false);

const mergeParts = (one: Resolved, other: Resolved): Resolved => ({
	...other,
	...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
	...(one.properties || other.properties
		? { properties: { ...other.properties, ...one.properties } }
		: {}),
	required: [...new Set([...(other.required ?? []), ...(one.required ?? [])])],
});

/** Adds the type that the other keywords imply. */
function withType(schema: Resolved): Resolved {
	if (schema.type !== undefined || schema.union) return schema;
	const { properties, items, enum: values, const: constant } = schema;
	if (properties) return { ...schema, type: 'object' };
	if (items) return { ...schema, type: 'array' };
	const type = typeof (constant ?? values?.find((value) => value !== null));
	return ['string', 'number', 'boolean'].includes(type) ? { ...schema, type } : schema;
}

/** A documented example of a schema. */
export const exampleOf = ({ example, examples, default: preset }: Resolved): unknown =>
	example ?? (Array.isArray(examples) ? examples[0] : undefined) ?? preset;

/** The schema at a path such as `meta.next`, or the schema itself at ''. */
export const schemaAt = (schema: Schema | undefined, path: string): Resolved =>
	path
		.split('.')
		.filter(Boolean)
		.reduce((at, key) => resolveSchema(at.properties?.[key]), resolveSchema(schema));

/** Paths of the simple properties of an object, with those of objects in it. */
export function pathsIn(schema: Schema | undefined, depth = 3): string[] {
	return Object.entries(resolveSchema(schema).properties ?? {}).flatMap(([name, property]) => {
		if (name.includes('.')) return [];
		const { type, properties } = resolveSchema(property);
		return type === 'object' && properties && depth > 1
			? pathsIn(property, depth - 1).map((path) => `${name}.${path}`)
			: [name];
	});
}
