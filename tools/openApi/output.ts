/** Maps the response of an operation to its output. */
import type { Shape } from '../../nodes/engine/describe';
import type { PagingPlan } from './document';
import { Unmapped, type Found } from './findOperations';
import { singularWords } from './names';
import { nounOf } from './operationNames';
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
	{ method, path, success, rows, decisions }: Found,
	paging: PagingPlan | undefined,
): OutputPlan {
	const { status, mediaType, schema } = success;
	const { type, union, items, format } = resolveSchema(schema);
	// The engine knows what DELETE returns.
	const unlessDeleted = <T>(value: T): T | undefined => (method === 'DELETE' ? undefined : value);
	if (mediaType === undefined || (isJson(mediaType) && !type && !union))
		return { status, sample: null, paging, output: paging ? undefined : unlessDeleted('done') };
	if (!isJson(mediaType)) {
		const isFile = binaryType.test(mediaType) || format === 'binary';
		if (!isFile) return { status, sample: 'text', shape: unlessDeleted({ value: 'string' }) };
		if (method === 'GET') return { status, sample: 'text', send: { as: 'download' } };
		throw new Unmapped(`A response of type ${mediaType} to ${method} is not supported`);
	}
	const whole = shapeOf(schema);
	const isArray = Array.isArray(whole);
	const record = rows ? rows.items : isArray ? items : schema;
	const shape = shapeOf(record);
	const response = rows || isArray ? withRows(whole, rows?.path ?? '', shape) : whole;
	const preview = previewOf(shape);
	const single = method === 'DELETE' ? 'single' : undefined;
	return {
		status,
		sample: sampleOf(response === 'any' ? 'object' : response, schema),
		shape: preview,
		simplify: decisions.simplify ?? (isRecord(preview) ? simplified(preview, path) : undefined),
		paging,
		output: paging ? undefined : isArray ? 'rows' : single,
	};
}

/** The shape of an item. n8n reserves the key `error`. */
function previewOf(shape: Shape): Shape | undefined {
	if (isRecord(shape))
		return Object.fromEntries(
			Object.entries(shape).map(([key, inner]) => [key === 'error' ? 'serviceError' : key, inner]),
		);
	return isSimple(shape) ? { value: shape } : undefined;
}

/** The shape of a response with the complete shape of its rows, which are cut at another depth. */
function withRows(response: Shape, path: string, row: Shape): Shape {
	if (path === '') return [row];
	const [key, ...rest] = path.split('.') as [string, ...string[]];
	const properties = isRecord(response) ? response : {};
	return { ...properties, [key]: withRows(properties[key] ?? {}, rest.join('.'), row) };
}

const maxRecordKeys = 10;
const idKeys = /^(?:id|uuid|[sg]id|key)$/i;
const preferredKeys =
	/^(?:id|uuid|key|name|title|label|email|status|state|type|url|html_?url|created_?at|updated_?at|description|amount|currency|number|slug)$/i;

/** The keys that Simplify keeps of a record with more than ten. Other operations need its ID. */
function simplified(shape: object, path: string): string[] | undefined {
	const keys = Object.keys(shape);
	if (keys.length <= maxRecordKeys) return undefined;
	const simple = Object.entries(shape)
		.filter(([, inner]) => typeof inner === 'string' && inner !== 'object')
		.map(([key]) => key);
	const matching = (pattern: RegExp): string[] => simple.filter((key) => pattern.test(key));
	const ownId = new RegExp(`^${singularWords(nounOf(path)).join('_?')}_?id$`, 'i');
	const chosen = [...new Set([...[idKeys, ownId, preferredKeys].flatMap(matching), ...simple])];
	const kept = chosen.slice(0, maxRecordKeys);
	return kept.length === 0 ? undefined : keys.filter((key) => kept.includes(key));
}
