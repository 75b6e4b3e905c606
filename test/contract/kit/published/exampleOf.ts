// Makes a response body from a published API description.
import type { PublishedResponse, Schema } from '../../../../tools/published/extract';
import type { Description } from './description';

/** `full`: every property of the schema. `minimal`: only required properties. */
export type ExampleSize = 'full' | 'minimal';

/** Nested objects below this depth are empty, because schemas can contain themselves. */
const maxDepth = 6;

/** Properties that a response contains instead of a result, or if a result is incomplete. */
const failureKeys = new Set(['error', 'unreachable']);

/**
 * The body of a response; undefined if it has none. Values come from the published example, or are
 * made from the schema if the example does not contain them.
 */
export function exampleOf(
	description: Description,
	{ schema, example }: PublishedResponse,
	size: ExampleSize = 'full',
): unknown {
	return schema === undefined ? undefined : valueOf(description, schema, example, size, 0);
}

function valueOf(
	description: Description,
	schema: Schema,
	example: unknown,
	size: ExampleSize,
	depth: number,
	/** Value of a text: the name of the property, so that texts differ. */
	text = 'text',
): unknown {
	const merged = merge(description, schema, size);
	const { type, properties = {}, items, required = [], const: constant, enum: values } = merged;
	const inner = (property: Schema, value: unknown, name: string): unknown =>
		valueOf(description, property, value, size, depth + 1, name);
	if (isObject(merged)) {
		if (depth > maxDepth) return {};
		const given = isRecord(example) ? example : {};
		const names =
			size === 'minimal'
				? required
				: Object.keys(properties).filter((name) => !failureKeys.has(name));
		return {
			...(size === 'minimal' ? {} : given),
			...Object.fromEntries(
				names.map((name) => [name, inner(properties[name] ?? {}, given[name] ?? undefined, name)]),
			),
		};
	}
	if (items !== undefined) {
		// Entries below this depth would be empty, which their schema may not allow.
		if (depth >= maxDepth) return [];
		const entries =
			Array.isArray(example) && example.length > 0 ? example.slice(0, 1) : [undefined];
		return entries.map((entry) => inner(items, entry, text));
	}
	if (example !== undefined) return example;
	if (constant !== undefined) return constant;
	if (values !== undefined) return values.find((value) => value !== null);
	return scalarOf(firstType(type), merged, text);
}

interface MergedSchema {
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly minimum?: number;
	readonly minLength?: number;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
}

/** A schema with its parts: all of `allOf`, and of `anyOf` and `oneOf` those with the same kind. */
function merge(description: Description, schema: Schema, size: ExampleSize): MergedSchema {
	const {
		allOf = [],
		anyOf,
		oneOf,
		...own
	} = description.resolve(schema) as MergedSchema & {
		allOf?: Schema[];
		anyOf?: Schema[];
		oneOf?: Schema[];
	};
	const alternatives = (anyOf ?? oneOf ?? [])
		.map((part) => merge(description, part, size))
		.filter(({ type }) => type !== 'null');
	const [first, ...others] = alternatives;
	// With the properties of all alternatives, it does not matter which of them a test needs.
	const sameKind = size === 'full' ? others.filter((part) => kindOf(part) === kindOf(first!)) : [];
	return [
		...allOf.map((part) => merge(description, part, size)),
		...(first ? [first] : []),
		...sameKind,
	].reduce<MergedSchema>(
		(all, part) => ({
			...part,
			...all,
			...(all.properties || part.properties
				? { properties: { ...part.properties, ...all.properties } }
				: {}),
			...(all.required || part.required
				? { required: [...new Set([...(all.required ?? []), ...(part.required ?? [])])] }
				: {}),
		}),
		own,
	);
}

const kindOf = (schema: MergedSchema): 'object' | 'array' | 'scalar' =>
	isObject(schema) ? 'object' : schema.items === undefined ? 'scalar' : 'array';

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const firstType = (type: MergedSchema['type']): string | undefined =>
	typeof type === 'string' ? type : type?.find((one) => one !== 'null');

const isObject = ({ type, properties }: MergedSchema): boolean =>
	properties !== undefined || firstType(type) === 'object';

function scalarOf(
	type: string | undefined,
	{ format, minimum = 1, minLength = 0 }: MergedSchema,
	text: string,
): unknown {
	if (type === 'integer' || type === 'number') return minimum;
	if (type === 'boolean') return true;
	if (type === 'array') return [];
	const texts: Readonly<Record<string, string>> = {
		'date-time': '2026-01-31T08:00:00Z',
		date: '2026-01-31',
		uri: 'https://example.com/',
		email: 'someone@example.com',
		int64: '1',
		uint64: '1',
		uuid: '7a1f6c7e-3c0b-4f0e-9d3a-5b1f0c2d4e6f',
	};
	return (texts[format ?? ''] ?? text).padEnd(minLength, '0');
}
