/** Maps the response of an operation to its output. */
import type { Shape } from '../../nodes/engine/describe';
import type { PagingPlan } from './document';
import { Unmapped, type Found } from './findOperations';
import { isJson } from './responses';
import { resolveSchema } from './schema';
import type { OperationPlan } from './servicePlan';
import { isRecord, isSimple, sampleOf, shapeOf } from './shapes';

type OutputPlan = Pick<
	OperationPlan,
	'output' | 'paging' | 'shape' | 'simplify' | 'sample' | 'status' | 'send'
>;

const binaryType =
	/octet-stream|^(?:image|audio|video|font)\/|pdf|zip|gzip|tar|spreadsheet|msword|excel/;

/** @throws Unmapped for a file that is the response to another method than GET */
export function outputOf(
	{ method, success, rows, decisions }: Found,
	paging: PagingPlan | undefined,
): OutputPlan {
	const { status, mediaType, schema } = success;
	const { type, union, items, format } = resolveSchema(schema);
	// The engine knows what DELETE returns.
	const isDelete = method === 'DELETE';
	if (mediaType === undefined || (isJson(mediaType) && !type && !union))
		return { status, sample: null, paging, output: paging || isDelete ? undefined : 'done' };
	if (!isJson(mediaType)) {
		const isFile = binaryType.test(mediaType) || format === 'binary';
		const shape = isDelete ? undefined : ({ value: 'string' } as const);
		if (!isFile) return { status, sample: 'text', shape };
		if (method === 'GET') return { status, sample: 'text', send: { as: 'download' } };
		throw new Unmapped(`A response of type ${mediaType} to ${method} is not supported`);
	}
	const whole = shapeOf(schema);
	const isArray = Array.isArray(whole);
	const shape = shapeOf(rows ? rows.items : isArray ? items : schema);
	const response = rows || isArray ? withRows(whole, rows?.path ?? '', shape) : whole;
	const preview = previewOf(shape);
	const single = isDelete ? 'single' : undefined;
	return {
		status,
		sample: sampleOf(response === 'any' ? 'object' : response, schema),
		shape: preview,
		simplify: decisions.simplify ?? (isRecord(preview) ? simplified(preview) : undefined),
		paging,
		output: paging ? undefined : isArray ? 'rows' : single,
	};
}

/** The shape of an item. n8n reserves the key `error`. */
function previewOf(shape: Shape): Shape | undefined {
	if (!isRecord(shape)) return isSimple(shape) ? { value: shape } : undefined;
	const { error, ...others } = shape as Record<string, Shape>;
	return error === undefined ? shape : { ...others, serviceError: error };
}

/** The shape of a response with the complete shape of its rows, which are cut at another depth. */
function withRows(response: Shape, path: string, row: Shape): Shape {
	if (path === '') return [row];
	const [key, ...rest] = path.split('.') as [string, ...string[]];
	const properties = isRecord(response) ? response : {};
	return { ...properties, [key]: withRows(properties[key] ?? {}, rest.join('.'), row) };
}

const maxRecordKeys = 10;
const preferredKeys = [
	/^(?:id|uuid|[sg]id|key)$/i,
	/^(?:name|title|label|email|status|state|type|url|html_?url|created_?at|updated_?at|description|amount|currency|number|slug)$/i,
	/id$/i,
];

/** The keys that Simplify keeps of a record with more than ten. Other operations need its ID. */
function simplified(shape: object): string[] | undefined {
	const keys = Object.keys(shape);
	const simple = Object.entries(shape)
		.filter(([, inner]) => typeof inner === 'string' && inner !== 'object')
		.map(([key]) => key);
	const first = preferredKeys.flatMap((pattern) => simple.filter((key) => pattern.test(key)));
	const kept = [...new Set([...first, ...simple])].slice(0, maxRecordKeys);
	return keys.length <= maxRecordKeys || kept.length === 0
		? undefined
		: keys.filter((key) => kept.includes(key));
}
