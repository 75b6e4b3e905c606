// What an operation sends when every parameter of the contract is given, and what the contract says it sends.
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Call,
	type HttpResponse,
	type RequestParts,
	type Service,
} from '../../../nodes/engine/describe';
import { validate } from '../../../nodes/engine/input/validate';
import { buildRequest } from '../../../nodes/engine/request/buildRequest';
import { fillPath } from '../../../nodes/engine/request/path';
import { paramsOf, type Contract, type Entry, type Param, type PlacedParam } from './data';
import type { ExtraList } from './extras';
import { fieldFor, pagedBy } from './match';
import type { NamedOperation } from './pack';

export interface Sent {
	readonly method: string;
	readonly url: string;
	readonly query: IDataObject;
	readonly headers: IDataObject;
	readonly body: unknown;
}

/** A value that fits a parameter. Addresses serve as text, since some texts are taken for names of binary properties. */
export function sampleOf(
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

interface Prepared {
	readonly input: IDataObject;
	readonly expected: Sent;
	/** Name of the form field of a file that is sent as a form. */
	readonly upload?: string;
}

/** Input for an operation that gives every parameter, and the request that has to come of it. */
export function prepared(
	service: Service,
	contract: Contract,
	entry: Entry,
	{ id, operation }: NamedOperation,
): Prepared {
	const [method, template] = entry.request.split(' ', 2) as [string, string];
	const input: IDataObject = {};
	const inLists = new Map<ExtraList, IDataObject>();
	const parts: Record<string, IDataObject> = { query: {}, header: {}, body: {} };
	const inPath: Record<string, unknown> = {};
	let upload: string | undefined;
	for (const placed of paramsOf(contract, entry)) {
		const { place, name, param } = placed;
		const found = fieldFor(service, entry, operation, placed);
		if (
			!found ||
			found.inside ||
			pagedBy(entry).has(name) ||
			contract.leftOut?.[id]?.[name] !== undefined
		)
			continue;
		if (found.rows) {
			const cell = validate(
				{ ...found.field, label: name },
				sampleOf(param, name),
			) as IDataObject[string];
			const [row] = (input[found.rows.key] ??= [{}]) as IDataObject[];
			row![found.key] = cell;
			put(parts[place]!, pathOf(found.rows.name), input[found.rows.key]);
			continue;
		}
		// Filled by the parameters of its rows.
		if (found.field.kind === 'rows') continue;
		const sample =
			place === 'path' && String(param.type).includes('string') && param.example === undefined
				? `${name}-1`
				: sampleOf(param, name);
		const isSwitch = found.field.queryFlag !== undefined && found.field.queryFlag === sample;
		const value = (
			isSwitch ? sample : validate({ ...found.field, label: name }, sample)
		) as IDataObject[string];
		if (isSwitch) input[found.key] = true;
		else if (found.list) inLists.set(found.list, { ...inLists.get(found.list), [name]: value });
		else input[found.key] = value;
		if (place === 'path') inPath[name] = value;
		else if (param.type === 'binary') upload = name;
		else put(parts[place]!, pathOf(name), value);
	}
	for (const [list, values] of inLists) {
		Object.assign(input, list.into(values));
		if (list.body) parts.body = list.body(values);
	}
	const url = template === '?' ? '?' : fillPath(template, (name) => inPath[name]);
	return {
		input,
		upload,
		expected: {
			method,
			url,
			query: parts.query!,
			headers: parts.header!,
			body: entry.each ? [bodyOf(parts.body!)] : bodyOf(parts.body!),
		},
	};
}

const pathOf = (name: string): string[] => (name === '(body)' ? [name] : name.split('.'));

/** No body where nothing is in it; the value itself where it is the whole of it. */
const bodyOf = (body: IDataObject): unknown =>
	Object.keys(body).length === 0 ? undefined : '(body)' in body ? body['(body)'] : body;

function put(target: IDataObject, path: readonly string[], value: IDataObject[string]): void {
	const [key, ...rest] = path as [string, ...string[]];
	if (rest.length === 0) target[key] = value;
	else put((target[key] ??= {}) as IDataObject, rest, value);
}

/** The requests of an operation without a network: from its request line, or by running it against answers made up here. */
export async function sentBy(
	{ operation }: NamedOperation,
	input: IDataObject,
): Promise<Array<Sent & { readonly form?: string }>> {
	const { run, batch } = operation;
	if (!run && !batch) {
		const { method, url, query, headers, body } = buildRequest(
			operation.request!,
			allFieldsOf(operation),
			input,
		);
		return [{ method, url, query, headers, body }];
	}
	const sent: Array<Sent & { readonly form?: string }> = [];
	const call = recorder(
		operation,
		input,
		async (line, { values = {}, query = {}, headers = {}, body, open } = {}) => {
			const [method, template] = line.split(' ', 2) as [string, string];
			const form = open ? String((await open()).body) : undefined;
			sent.push({
				method,
				url: fillPath(template, (name) => values[name]),
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
				},
			};
		},
	);
	if (batch) await batch.run([{ ...call, input: batch.prepare?.(call) ?? input }]);
	else await run!(call);
	return sent;
}

type Requesting = (line: string, parts?: RequestParts) => Promise<HttpResponse>;

function recorder(
	operation: NamedOperation['operation'],
	input: IDataObject,
	request: Requesting,
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
	const connection = { address: 'https://service.example.com', credential: {} };
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
