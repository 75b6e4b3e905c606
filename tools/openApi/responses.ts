/** Maps responses: output preview, example, rows of a list, and the texts of errors. */
import type { Shape } from '../../nodes/engine/describe';
import type { DocumentOperation, OpenApiDocument, Response, Schema } from './document';
import { singularOf, wordsOf } from './names';
import { exampleOf, referenceName, resolve, resolveSchema } from './schema';

interface MappedResponse {
	readonly status: string;
	/** Undefined if the response has no body. */
	readonly mediaType?: string;
	readonly schema?: Schema;
	readonly headers: readonly string[];
}

export const isJson = (mediaType: string): boolean =>
	/^(?:application|text)\/(?:[\w.+-]*\+)?json\b|^\*\/\*$/.test(mediaType);

/** The response to a successful request. */
export function successOf(
	document: OpenApiDocument,
	{ responses = {} }: DocumentOperation,
): MappedResponse {
	const statuses = Object.keys(responses).sort();
	const status =
		statuses.find((one) => /^2/.test(one)) ?? statuses.find((one) => /^(?:3|default)/.test(one));
	if (status === undefined) return { status: '200', headers: [] };
	const { content = {}, headers = {} } = resolve<Response>(document, responses[status]!);
	const types = Object.keys(content);
	const mediaType = types.find(isJson) ?? types[0];
	return {
		status: /^\d{3}$/.test(status) ? status : '200',
		headers: Object.keys(headers).map((name) => name.toLowerCase()),
		mediaType,
		schema: content[mediaType ?? '']?.schema,
	};
}

const maxDepth = 4;
const maxProperties = 150;

/** The keys and types of a response. Below a depth, or in a schema that contains itself: object. */
export function shapeOf(
	document: OpenApiDocument,
	schema: Schema | undefined,
	seen: readonly string[] = [],
): Shape {
	const {
		type,
		properties = {},
		items,
		union,
		...resolved
	} = resolveSchema(document, schema, seen);
	const path = schema?.$ref === undefined ? seen : [...seen, schema.$ref];
	if (schema?.$ref !== undefined && seen.includes(schema.$ref))
		return type === 'array' ? ['any'] : 'any';
	if (union) {
		const shapes = union.map((one) => shapeOf(document, one, path));
		const text = JSON.stringify(shapes[0]);
		return shapes.every((shape) => JSON.stringify(shape) === text) ? shapes[0]! : 'any';
	}
	if (type === 'array') {
		const inner = seen.length > maxDepth ? 'any' : shapeOf(document, items, path);
		return [inner];
	}
	const names = Object.keys(properties).filter(
		(name) => resolveSchema(document, properties[name]).writeOnly !== true,
	);
	if (type === 'object' || (names.length > 0 && type === undefined))
		return names.length === 0 ||
			names.length > maxProperties ||
			path.length > maxDepth ||
			depthOf(seen) > 3
			? 'object'
			: Object.fromEntries(
					names.map((name) => [name, shapeOf(document, properties[name], [...path, '.'])]),
				);
	return isScalar(type) && !('const' in resolved && resolved.const === null) ? type : 'any';
}

const depthOf = (seen: readonly string[]): number => seen.filter((one) => one === '.').length;

const isScalar = (type: unknown): type is 'string' | 'number' | 'integer' | 'boolean' =>
	['string', 'number', 'integer', 'boolean'].includes(type as string);

/** A response with a value for every key of a shape, from the examples of the document. */
export function sampleOf(document: OpenApiDocument, shape: Shape, schema?: Schema): unknown {
	const resolved = resolveSchema(document, schema);
	const example = exampleOf(resolved);
	if (typeof shape === 'object' && !Array.isArray(shape))
		return Object.fromEntries(
			Object.entries(shape).map(([key, inner]) => [
				key,
				sampleOf(document, inner, resolved.properties?.[key]),
			]),
		);
	if (Array.isArray(shape)) return [sampleOf(document, shape[0] as Shape, resolved.items)];
	if (shape === 'object') return {};
	if (shape === 'any') return 'text';
	const preset = resolved.enum?.find((value) => value !== null) ?? resolved.const;
	const value = typeof example === (shape === 'integer' ? 'number' : shape) ? example : preset;
	if (value !== undefined && typeof value === (shape === 'integer' ? 'number' : shape))
		return value;
	if (shape === 'string')
		return resolved.format === 'date-time'
			? '2026-01-31T08:00:00Z'
			: resolved.format === 'date'
				? '2026-01-31'
				: 'text';
	return shape === 'boolean' ? true : 1;
}

interface Rows {
	/** Path of the array in the response; '' if the response is the array. */
	readonly path: string;
	readonly items: Schema | undefined;
}

const rowNames =
	/^(?:data|items|results?|records|rows|values?|entries|list|objects|content|hits)$/i;

/** The array of rows in a response: the response itself, or its only suitable property. */
export function rowsOf(
	document: OpenApiDocument,
	schema: Schema | undefined,
	path: readonly string[],
	wanted?: string,
): Rows | undefined {
	const resolved = resolveSchema(document, schema);
	if (wanted !== undefined) return { path: wanted, items: itemsAt(document, schema, wanted) };
	if (resolved.type === 'array') return { path: '', items: resolved.items };
	const arrays = arraysIn(document, resolved, '');
	const nouns = path.map(singularOf);
	const named = arrays.find(({ path: at }) => nouns.includes(singularOf(wordsOf(at).at(-1)!)));
	const generic = arrays.find(({ path: at }) => rowNames.test(at.split('.').at(-1)!));
	const only =
		arrays.length === 1 && Object.keys(resolved.properties ?? {}).length <= 8
			? arrays[0]
			: undefined;
	return named ?? generic ?? only;
}

/** Arrays in an object, and in the objects directly in it. */
function arraysIn(document: OpenApiDocument, object: Resolved, prefix: string): Rows[] {
	return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
		const resolved = resolveSchema(document, property);
		if (name.includes('.')) return [];
		if (resolved.type === 'array') {
			const entry = resolveSchema(document, resolved.items);
			const isRecord =
				entry.type === 'object' || entry.union !== undefined || entry.type === undefined;
			return isRecord ? [{ path: `${prefix}${name}`, items: resolved.items }] : [];
		}
		return prefix === '' && resolved.type === 'object'
			? arraysIn(document, resolved, `${name}.`)
			: [];
	});
}

type Resolved = ReturnType<typeof resolveSchema>;

/** The schema at a path such as `meta.next`. */
export const schemaAt = (
	document: OpenApiDocument,
	schema: Schema | undefined,
	path: string,
): Resolved =>
	path
		.split('.')
		.reduce<Resolved>(
			(at, key) => resolveSchema(document, at.properties?.[key]),
			resolveSchema(document, schema),
		);

const itemsAt = (document: OpenApiDocument, schema: Schema | undefined, path: string) =>
	path === '' ? resolveSchema(document, schema).items : schemaAt(document, schema, path).items;

/** Paths of the simple properties of a response, with those of objects in it. */
export function pathsIn(
	document: OpenApiDocument,
	schema: Schema | undefined,
	depth = 3,
): string[] {
	const { properties = {} } = resolveSchema(document, schema);
	return Object.entries(properties).flatMap(([name, property]) => {
		if (name.includes('.')) return [];
		const inner = resolveSchema(document, property);
		return inner.type === 'object' && inner.properties && depth > 1
			? pathsIn(document, property, depth - 1).map((path) => `${name}.${path}`)
			: [name];
	});
}

/** Name of the shape: that of the component in a response, or in its rows. */
export const shapeName = (schema: Schema | undefined): string | undefined =>
	schema && referenceName(schema);

/** Where error responses contain their message and code. */
export interface ErrorPaths {
	readonly message: string;
	readonly code?: string;
}

/** Finds the message and the code in the described error responses. */
export function errorPathsOf(
	document: OpenApiDocument,
	found: ReadonlyArray<{ readonly operation: DocumentOperation }>,
): ErrorPaths {
	for (const { responses = {} } of found.map(({ operation }) => operation))
		for (const [status, response] of Object.entries(responses)) {
			if (!/^(?:4|5|default)/.test(status)) continue;
			const { content = {} } = resolve<Response>(document, response);
			const type = Object.keys(content).find(isJson);
			const paths = type === undefined ? [] : pathsIn(document, content[type]!.schema);
			const find = (...names: string[]): string | undefined =>
				names
					.flatMap((name) => paths.filter((path) => path.split('.').at(-1) === name))
					.find((path) => !path.includes('['));
			const message = find(
				'message',
				'detail',
				'error_description',
				'description',
				'msg',
				'title',
				'error',
				'reason',
			);
			if (message === undefined) continue;
			const code = find('code', 'error_code', 'errorCode', 'type', 'error', 'status', 'name');
			return { message, code: code === message ? undefined : code };
		}
	return { message: 'message', code: 'code' };
}
