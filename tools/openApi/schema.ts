/** Resolves references, and merges the parts of a schema. */
import type { OpenApiDocument, Schema } from './document';

/** The value at a reference such as `#/components/schemas/Pet`. */
function lookUp(document: OpenApiDocument, reference: string): unknown {
	return reference
		.replace(/^#\/?/, '')
		.split('/')
		.map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'))
		.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

/** Follows references. Properties beside a reference, such as a description, are kept. */
export function resolve<T extends object>(document: OpenApiDocument, value: T): T {
	let found = value as T & { $ref?: string };
	for (let depth = 0; typeof found.$ref === 'string' && depth < 20; depth++) {
		const { $ref, ...beside } = found;
		found = { ...(lookUp(document, $ref) as T), ...beside };
	}
	return found;
}

/** Name of the component that a reference points to. */
export const referenceName = ({ $ref }: Schema): string | undefined =>
	$ref === undefined ? undefined : decodeURIComponent($ref.split('/').at(-1)!);

export interface Resolved extends Omit<Schema, 'type' | 'allOf' | 'oneOf' | 'anyOf'> {
	/** Undefined if the schema accepts several types, or does not state one. */
	readonly type?: string;
	/** The alternatives of a union, without null. */
	readonly union?: readonly Schema[];
}

/**
 * A schema without references: `allOf` is merged, null is removed from types and unions, and a union
 * with one alternative, or with only constants, is replaced by it.
 * @param seen references that lead here. A schema that contains itself resolves to `{}`.
 */
export function resolveSchema(
	document: OpenApiDocument,
	schema: Schema | boolean | undefined,
	seen: readonly string[] = [],
): Resolved {
	if (typeof schema !== 'object' || schema === null) return {};
	const { allOf = [], oneOf, anyOf, ...own } = resolve(document, schema);
	const path = schema.$ref === undefined ? seen : [...seen, schema.$ref];
	const parts = allOf
		.filter(({ $ref }) => $ref === undefined || !path.includes($ref))
		.map((part) => resolveSchema(document, part, path));
	const types = [own.type ?? []].flat().filter((type) => type !== 'null');
	const merged = parts.reduce<Resolved>(mergeParts, {
		...own,
		type: types.length === 1 ? types[0] : undefined,
		...(types.length > 1 ? { union: types.map((type) => ({ ...own, type })) } : {}),
	});
	const alternatives = [...(oneOf ?? anyOf ?? [])].filter(
		(one) => one.type !== 'null' && one.const !== null && !isOnlyNull(one),
	);
	if (alternatives.length === 0) return withType(merged);
	const constants = alternatives.map((one) => resolve(document, one)).map(constantsOf);
	if (constants.every((values) => values !== undefined))
		return withType({ ...merged, enum: constants.flat() });
	const [first] = alternatives;
	if (alternatives.length === 1)
		return first!.$ref !== undefined && path.includes(first!.$ref)
			? {}
			: withType(mergeParts(merged, resolveSchema(document, first, path)));
	// A union that only states which properties are required together.
	if (merged.properties !== undefined && alternatives.every(({ required }) => required))
		return withType(merged);
	return withType({ ...merged, union: alternatives });
}

const isOnlyNull = ({ enum: values }: Schema): boolean =>
	values !== undefined && values.every((value) => value === null);

const constantsOf = ({ const: constant, enum: values }: Schema): readonly unknown[] | undefined =>
	constant === undefined ? values : [constant];

const mergeParts = (one: Resolved, other: Resolved): Resolved => ({
	...other,
	...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
	...(one.properties || other.properties
		? { properties: { ...other.properties, ...one.properties } }
		: {}),
	...(one.required || other.required
		? { required: [...new Set([...(other.required ?? []), ...(one.required ?? [])])] }
		: {}),
});

/** Adds the type that the other keywords imply. */
function withType(schema: Resolved): Resolved {
	if (schema.type !== undefined || schema.union) return schema;
	const { properties, items, enum: values, const: constant } = schema;
	if (properties) return { ...schema, type: 'object' };
	if (items) return { ...schema, type: 'array' };
	const sample = constant ?? values?.find((value) => value !== null);
	const type = typeof sample;
	return ['string', 'number', 'boolean'].includes(type) ? { ...schema, type } : schema;
}

/** A documented example of a schema. */
export const exampleOf = ({ example, examples, default: preset }: Resolved): unknown =>
	example ?? (Array.isArray(examples) ? examples[0] : undefined) ?? preset;
