// Records the request that an operation sends if every parameter has a value, and builds the
// request that the contract data expects.
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Call,
	type HttpResponse,
	type RequestParts,
	type Service,
} from '../../../nodes/engine/describe';
import { buildRequest } from '../../../nodes/engine/plan/buildRequest';
import { fillPath } from '../../../nodes/engine/plan/path';
import { validate } from '../../../nodes/engine/read/validate';
import { paramsOf, type Contract, type Entry, type Param, type PlacedParam } from './contractData';
import type { FieldList } from './fieldLists';
import { fieldFor, pagingParams } from './matchContract';
import type { NamedOperation } from './pack';

export interface RecordedRequest {
	readonly method: string;
	readonly url: string;
	readonly query: IDataObject;
	readonly headers: IDataObject;
	readonly body: unknown;
}

/**
 * A valid value for a parameter. Strings are URLs, because some fields would treat other strings as
 * names of binary properties.
 */
function sampleValue(
	{ type, enum: values, example, minimum }: PlacedParam['param'] | Param,
	name: string,
): unknown {
	if (example !== undefined) return example;
	if (Array.isArray(values)) return type.startsWith('array') ? [values[0]] : values[0];
	if (type === 'integer' || type === 'number') return minimum ?? 1;
	if (type === 'boolean') return true;
	if (type === 'date') return '2026-01-31T08:00:00Z';
	if (type === 'int64') return '1769846400000';
	if (type === 'array<string>')
		return [`https://files.example.com/${name}/1`, `https://files.example.com/${name}/2`];
	if (type.startsWith('array')) return [1];
	if (type === 'object') return { given: true };
	if (type === 'binary') return 'data';
	return `https://files.example.com/${name}`;
}

interface InputAndRequest {
	readonly input: IDataObject;
	readonly expected: RecordedRequest;
	/** Name of the form field of a file that is sent as multipart form data. */
	readonly upload?: string;
}

/**
 * Input with a value for every parameter of an operation, and the request that the operation must
 * send for this input.
 */
export function inputAndRequest(
	service: Service,
	contract: Contract,
	entry: Entry,
	{ id, operation }: NamedOperation,
): InputAndRequest {
	const [method, template] = entry.request.split(' ', 2) as [string, string];
	const input: IDataObject = {};
	const listValues = new Map<FieldList, IDataObject>();
	const expectedParts: Record<string, IDataObject> = { query: {}, header: {}, body: {} };
	const pathValues: Record<string, unknown> = {};
	let upload: string | undefined;
	for (const placed of paramsOf(contract, entry)) {
		const { place, name, param } = placed;
		const matched = fieldFor(service, entry, operation, placed);
		if (
			!matched ||
			matched.insideJson ||
			pagingParams(entry).has(name) ||
			contract.leftOut?.[id]?.[name] !== undefined
		)
			continue;
		if (matched.rows) {
			const cell = validate(
				{ ...matched.field, label: name },
				sampleValue(param, name),
			) as IDataObject[string];
			const [row] = (input[matched.rows.key] ??= [{}]) as IDataObject[];
			row![matched.key] = cell;
			setNested(expectedParts[place]!, keysOf(matched.rows.name), input[matched.rows.key]);
			continue;
		}
		// The branch above fills this field, from the parameters inside its rows.
		if (matched.field.kind === 'rows') continue;
		const sample =
			place === 'path' && String(param.type).includes('string') && param.example === undefined
				? `${name}-1`
				: sampleValue(param, name);
		const sendsText = matched.field.queryFlag !== undefined && matched.field.queryFlag === sample;
		const value = (
			sendsText ? sample : validate({ ...matched.field, label: name }, sample)
		) as IDataObject[string];
		if (sendsText) input[matched.key] = true;
		else if (matched.list)
			listValues.set(matched.list, { ...listValues.get(matched.list), [name]: value });
		else input[matched.key] = value;
		if (place === 'path') pathValues[name] = value;
		else if (param.type === 'binary') upload = name;
		else setNested(expectedParts[place]!, keysOf(name), value);
	}
	for (const [list, values] of listValues) {
		Object.assign(input, list.toInput(values));
		if (list.toBody) expectedParts.body = list.toBody(values);
	}
	const url = template === '?' ? '?' : fillPath(template, pathValues);
	return {
		input,
		upload,
		expected: {
			method,
			url,
			query: expectedParts.query!,
			headers: expectedParts.header!,
			body: entry.each ? [bodyOf(expectedParts.body!)] : bodyOf(expectedParts.body!),
		},
	};
}

const keysOf = (name: string): string[] => (name === '(body)' ? [name] : name.split('.'));

/** Returns undefined for an empty body. If a parameter is the complete body, returns its value. */
const bodyOf = (body: IDataObject): unknown =>
	Object.keys(body).length === 0 ? undefined : '(body)' in body ? body['(body)'] : body;

function setNested(target: IDataObject, keys: readonly string[], value: IDataObject[string]): void {
	const [key, ...rest] = keys as [string, ...string[]];
	if (rest.length === 0) target[key] = value;
	else setNested((target[key] ??= {}) as IDataObject, rest, value);
}

/**
 * Records the requests of an operation without a network, from its request line or by running it
 * with made-up responses.
 */
export async function recordRequests(
	{ operation }: NamedOperation,
	input: IDataObject,
): Promise<Array<RecordedRequest & { readonly form?: string }>> {
	const { run, batch, paging } = operation;
	// An operation with pages and a `run` of its own reads the pages of its request line.
	if (!batch && (!run || paging)) {
		const { method, url, query, headers, body } = buildRequest(
			operation.requestFor?.(input) ?? operation.request!,
			allFieldsOf(operation),
			input,
			operation.fixedBody,
		);
		return [{ method, url, query, headers, body }];
	}
	const recorded: Array<RecordedRequest & { readonly form?: string }> = [];
	const call = fakeCall(
		operation,
		input,
		async (line, { values = {}, query = {}, headers = {}, body, open } = {}) => {
			const [method, template] = line.split(' ', 2) as [string, string];
			const form = open ? String((await open()).body) : undefined;
			recorded.push({
				method,
				url: fillPath(template, values),
				query,
				headers,
				body,
				...(form === undefined ? {} : { form }),
			});
			return {
				status: 200,
				headers: {},
				body: {
					id: 'made-up',
					status: 'completed',
					outputs: [],
					url: 'https://files.example.com/made-up',
					data: { entries: [{ uuid: 'made-up' }] },
				},
			};
		},
	);
	if (!batch) await run!(call);
	else {
		const prepared = operation.prepare?.(input, { zone: 'UTC', credential: {} });
		await batch.run([{ ...call, input: prepared ?? input }]);
	}
	return recorded;
}

type SendRequest = (line: string, parts?: RequestParts) => Promise<HttpResponse>;

function fakeCall(
	operation: NamedOperation['operation'],
	input: IDataObject,
	request: SendRequest,
): Call<IDataObject> {
	const file = Buffer.from('file');
	const context = {
		getContext: () => ({}),
		getTimezone: () => 'UTC',
		getInputData: () => [
			{ json: {}, binary: { data: { data: '', mimeType: 'image/png', fileName: 'file.png' } } },
		],
		helpers: { getBinaryDataBuffer: async () => await Promise.resolve(file) },
	};
	const connection = {
		address: 'https://service.example.com',
		credential: {},
		headers: {},
		node: {},
	};
	return {
		context,
		connection,
		operation,
		item: 0,
		itemCount: 1,
		input,
		isAgent: false,
		runIndex: 0,
		key: 'key-of-the-item',
		request,
		suspend: async () => await Promise.resolve(),
	} as unknown as Call<IDataObject>;
}
