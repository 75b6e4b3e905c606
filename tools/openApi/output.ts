/** Maps the response of an operation to its output, and to an example. */
import type { Shape } from '../../nodes/engine/describe';
import type { Schema } from './document';
import { isJson } from './responses';
import { exampleOf, resolveSchema } from './schema';
import { Unmapped, type Found, type OperationPlan } from './servicePlan';
import type { PagingPlan } from './template/nodes/SampleService/paging';

type OutputPlan = Pick<OperationPlan, 'output' | 'paging' | 'shape' | 'sample' | 'status'>;

const binaryType = /octet-stream|^(?:image|audio|video|font)\/|pdf|zip|tar|spreadsheet|msword/;

/** @throws Unmapped for a file */
export function outputOf(
	{ method, success, rows }: Found,
	paging: PagingPlan | undefined,
): OutputPlan {
	const { status, mediaType, schema } = success;
	const { type, union, items, format } = resolveSchema(schema);
	// The engine knows what DELETE returns.
	const isDelete = method === 'DELETE';
	if (mediaType === undefined || (isJson(mediaType) && !type && !union))
		return { status, sample: null, paging, output: paging || isDelete ? undefined : 'done' };
	if (!isJson(mediaType)) {
		if (binaryType.test(mediaType) || format === 'binary')
			throw new Unmapped(`A response of type ${mediaType} is not supported`);
		return { status, sample: 'text', shape: isDelete ? undefined : { value: 'string' } };
	}
	const response = shapeOf(schema);
	const isArray = Array.isArray(response);
	return {
		status,
		sample: sampleOf(response === 'any' ? 'object' : response, schema),
		shape: previewOf(shapeOf(rows ? rows.items : isArray ? items : schema)),
		paging,
		output: paging ? undefined : isArray ? 'rows' : isDelete ? 'single' : undefined,
	};
}

/** The shape of an item. n8n reserves the key `error`. */
function previewOf(shape: Shape): Shape | undefined {
	if (!isRecord(shape)) return isSimple(shape) ? { value: shape } : undefined;
	const { error, ...others } = shape as Record<string, Shape>;
	return error === undefined ? shape : { ...others, serviceError: error };
}

const maxDepth = 4;
const maxProperties = 150;

const isSimple = (type: unknown): type is 'string' | 'number' | 'integer' | 'boolean' =>
	['string', 'number', 'integer', 'boolean'].includes(type as string);

const isRecord = (shape: Shape): shape is Exclude<Shape, string | readonly Shape[]> =>
	typeof shape === 'object' && !Array.isArray(shape);

/** The keys and types of a response. Below a depth: object. */
function shapeOf(schema: Schema | undefined, depth = 0): Shape {
	const { type, properties = {}, items, union } = resolveSchema(schema);
	if (union) return 'any';
	if (type === 'array') return [depth > maxDepth ? 'any' : shapeOf(items, depth + 1)];
	if (type !== 'object') return isSimple(type) ? type : 'any';
	const entries = Object.entries(properties).filter(
		([, property]) => !resolveSchema(property).writeOnly,
	);
	return depth >= maxDepth || entries.length === 0 || entries.length > maxProperties
		? 'object'
		: Object.fromEntries(entries.map(([name, property]) => [name, shapeOf(property, depth + 1)]));
}

/** A response with a value for every key of a shape, from the examples of the document. */
function sampleOf(shape: Shape, schema?: Schema): unknown {
	const resolved = resolveSchema(schema);
	const { properties, items, enum: values, format } = resolved;
	if (isRecord(shape))
		return Object.fromEntries(
			Object.entries(shape).map(([key, inner]) => [key, sampleOf(inner, properties?.[key])]),
		);
	if (Array.isArray(shape)) return [sampleOf(shape[0] as Shape, items)];
	if (shape === 'object') return {};
	const type = shape === 'integer' ? 'number' : shape;
	const documented = [exampleOf(resolved), values?.[0]].find((one) => typeof one === type);
	if (documented !== undefined) return documented;
	if (type === 'boolean') return true;
	if (type === 'number') return 1;
	return format === 'date-time' ? '2026-01-31T08:00:00Z' : 'text';
}
