/** Merges the parts of a schema. */
import type { Schema } from './document';

export interface Resolved extends Omit<Schema, 'type' | 'allOf' | 'oneOf' | 'anyOf'> {
	/** Undefined if the schema accepts several types, or does not state one. */
	readonly type?: string;
	/** The alternatives of a union, without null. */
	readonly union?: readonly Schema[];
}

/**
 * A schema with one type: `allOf` is merged, null is removed from types and unions, and a union with
 * one alternative, or with only constants, is replaced by it.
 * @param merged parts that are already merged. A part is merged once, because it may contain itself,
 * and parts that several others share could be millions.
 */
export function resolveSchema(
	schema: Schema | boolean | undefined,
	merged = new Set<unknown>(),
): Resolved {
	if (typeof schema !== 'object' || schema === null) return {};
	const { allOf = [], oneOf, anyOf, ...own } = schema;
	const alternatives = (oneOf ?? anyOf ?? []).filter((one) => !isNull(one));
	const constants = alternatives.map((one) => (one.const === undefined ? one.enum : [one.const]));
	const isEnum = constants.length > 0 && constants.every((values) => values !== undefined);
	const types = [own.type ?? []].flat().filter((type) => type !== 'null');
	const isNew = (part: Schema): boolean => !merged.has(part) && Boolean(merged.add(part));
	const whole = [...allOf, ...(alternatives.length === 1 && !isEnum ? alternatives : [])]
		.filter(isNew)
		.map((part) => resolveSchema(part, merged))
		.reduce<Resolved>(mergeParts, {
			...own,
			type: types.length === 1 ? types[0] : undefined,
			union: types.length > 1 ? types.map((type) => ({ ...own, type })) : undefined,
		});
	if (isEnum) return withType({ ...whole, enum: constants.flat() });
	// A union may only state which properties are required together.
	const isUnion =
		alternatives.length > 1 &&
		!(whole.properties && alternatives.every((one) => one.required && !one.properties));
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
