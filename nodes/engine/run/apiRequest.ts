/** The resource API Request of every node: any request to the service, with its credential. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Call,
	choice,
	type Fields,
	file,
	flag,
	type Input,
	isObject,
	isReadRequest,
	json,
	type Method,
	operation,
	type Operation,
	outputFileOptions,
	type Paging,
	type RecordReference,
	rejectField,
	type RequestPlan,
	resource,
	type Resource,
	type Row,
	rows,
	type SendPolicy,
	text,
	toText,
	value,
	valueAt,
} from '../describe';
import { send } from '../http/pipeline';
import { responseRows } from '../http/responseRows';
import { withLeadingSlash, addressProblem, apiTarget, valuesByName } from '../plan/apiTarget';
import { buildRequest, headerValue } from '../plan/buildRequest';
import { showHint } from './call';
import { fileNameOf, fileRow, storeFile } from './download';
import { fileBody, inputFile } from './inputFile';
import { mapInTurns, toRow } from './output';
import { fetchAllRows } from './pagination';

interface ApiRequest {
	/** Pagination of the service. */
	readonly paging: Paging;
	/** Example of a path, for the placeholder. */
	readonly path: string;
	/** Fields that all requests to the service need. */
	readonly options?: Fields;
	/** Further operations of the resource. */
	readonly operations?: Readonly<Record<string, Operation>>;
	/** What a response means if its status and headers are not returned. */
	readonly classify?: SendPolicy['classify'];
}

const withBody = { requestMethod: ['DELETE', 'PATCH', 'POST', 'PUT'] };

const nameAndValue = (what: string) => ({
	name: text(`${what} Name`, { required: true }),
	value: value(`${what} Value`),
});

const headerName = text('Header Name', {
	required: true,
	pattern: /^[\w!#$%&'*+.^`|~-]+$/,
	expected: 'the name of a header',
	rule: (name) =>
		reservedHeader.test(name) ? `cannot be ${name}, because the node sets this header` : undefined,
});

/**
 * Headers of the credential, the connection and the body, those that change the method, and names with
 * which libraries that merge headers would change the prototype of all objects.
 */
const reservedHeader =
	/^(?:__proto__|constructor|prototype|authorization|cookie|host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|expect|content-(?:type|length|encoding)|proxy-.*|x-(?:http-)?method.*)$/i;

const targetFields = (path: string) => ({
	requestUrl: text('Path or URL', {
		required: true,
		in: 'none',
		placeholder: `e.g. ${path}`,
		description:
			'Path after the base URL in the credential, or a full URL of the service. Can contain a query.',
		rule: (given) => addressProblem(withLeadingSlash(given)),
	}),
	requestQuery: rows('Query Parameters', {
		in: 'none',
		description: 'Parameters to add to the URL. A name can occur several times.',
		row: nameAndValue('Parameter'),
	}),
});

const fieldsWith = (path: string) => ({
	requestMethod: choice('Method', ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'], {
		default: 'GET',
		in: 'none',
		description: 'HTTP method',
	}),
	...targetFields(path),
	requestBody: choice(
		'Body',
		{ none: 'None', fields: 'Fields', json: 'JSON', file: 'Input File' },
		{ default: 'none', in: 'none', description: 'What to send', show: withBody },
	),
	requestFields: rows('Body Fields', {
		in: 'none',
		description: 'Properties of the JSON object to send',
		row: nameAndValue('Property'),
		show: { ...withBody, requestBody: ['fields'] },
	}),
	requestJson: json('Body (JSON)', {
		acceptsList: true,
		required: true,
		in: 'none',
		description: 'JSON object or list to send',
		show: { ...withBody, requestBody: ['json'] },
	}),
	requestFile: file('Input Binary Field', {
		default: 'data',
		in: 'none',
		description: 'Name of the input binary field that contains the file to send',
		show: { ...withBody, requestBody: ['file'] },
	}),
	responseAs: choice(
		'Return',
		{ json: 'JSON', text: 'Text', file: 'File' },
		{
			default: 'json',
			in: 'none',
			description: 'How to return the response. A JSON list becomes one item per entry.',
		},
	),
});

const options = {
	requestHeaders: rows('Headers', {
		in: 'none',
		description: 'Headers to add. The node sets those of the credential and of the body.',
		row: { name: headerName, value: text('Header Value', { required: true }) },
	}),
	requestQueryJson: json('Query (JSON)', {
		in: 'none',
		description: 'More query parameters as a JSON object. Lists become repeated parameters.',
	}),
};

const responseOptions = {
	fullResponse: flag('Include Response Headers and Status', {
		in: 'none',
		default: true,
		description: 'Whether to return the status code, the headers and the body of the response',
	}),
	...outputFileOptions,
};

const listProperty = text('List Property', {
	in: 'none',
	placeholder: 'e.g. data.items',
	description:
		'Path of the list in the response. If not set, the response must contain only one list.',
});

type Values = Input<
	ReturnType<typeof fieldsWith>,
	typeof options & typeof responseOptions & { readonly listProperty: typeof listProperty }
>;

/** Defines the resource API Request of a service. */
export const apiRequest = ({
	paging,
	path,
	options: own,
	operations,
	classify,
}: ApiRequest): Resource =>
	resource('API Request', {
		default: 'send',
		operations: {
			getAll: operation({
				action: 'Get many records from any endpoint',
				description:
					'Send a GET request to any endpoint with a list, and follow its pages; can read anything that the credential allows',
				effect: 'unlimited',
				idempotency: 'safe',
				fields: targetFields(path),
				options: { ...options, ...own, listProperty },
				paging,
				run: async (call) => await getRows(call as Call<Values>, paging),
			}),
			send: operation({
				action: 'Send any API request',
				description:
					'Send any request to the API of the service; can do anything that the credential allows',
				effect: 'unlimited',
				idempotency: 'none',
				fields: fieldsWith(path),
				options: { ...options, ...responseOptions, ...own },
				check: ({ requestMethod = 'GET', responseAs }) =>
					requestMethod !== 'GET' && responseAs === 'file'
						? { field: 'responseAs', problem: 'can be File only with the method GET' }
						: undefined,
				run: async (call) => await sendRequest(call as Call<Values>, classify),
			}),
			...operations,
		},
	});

async function getRows(call: Call<Values>, paging: Paging): Promise<readonly Row[]> {
	const { connection, context, input, maxRows } = call;
	const { listProperty: path } = input;
	let hasList = false;
	let others: string[] = [];
	const rowsOf = (body: unknown): IDataObject[] => {
		const list = listIn(body, path);
		hasList ||= list !== undefined;
		others = listsIn(body).map(([name]) => name);
		return list ?? [];
	};
	const plan = await planApiRequest(call);
	const found = await fetchAllRows(
		connection,
		plan,
		{ ...paging, rows: rowsOf, distinct: true },
		{ idempotency: 'safe', records: recordsOf(call, plan) },
		maxRows,
	);
	if (!hasList && others.length > 0)
		rejectField(listProperty, `must be a list of the response (${others.join(', ')})`, path);
	if (!hasList)
		showHint(
			context,
			path === undefined
				? 'The response contains no list. To get the response itself, use the operation Send.'
				: `The response contains no list named ${path}. Check List Property.`,
		);
	return await mapInTurns(found, toRow);
}

async function sendRequest(
	call: Call<Values>,
	classify: ApiRequest['classify'],
): Promise<readonly Row[]> {
	const { connection, context, input } = call;
	const { responseAs, fullResponse } = input;
	const plan = await planApiRequest(call);
	const as = responseAs === 'file' ? 'stream' : responseAs === 'text' ? 'text' : 'json';
	const response = await send(connection, plan, {
		idempotency: isReadRequest(plan) ? 'safe' : 'none',
		as,
		records: recordsOf(call, plan),
		// With the status, users can read the response themselves.
		...(classify && !fullResponse ? { classify } : {}),
	});
	const { status: statusCode, headers, body } = response;
	const head = (fullResponse ?? plan.method === 'HEAD') ? { statusCode, headers } : undefined;
	if (as === 'stream') {
		const fileName = fileNameOf(response, plan.url);
		const file = await storeFile(context, connection, response, { fileName });
		return [await fileRow(call, file, { ...head, fileName })];
	}
	if (head) return [toRow({ ...head, body })];
	if (Array.isArray(body)) return await mapInTurns(body, toRow);
	return [toRow(body ?? (as === 'text' ? '' : { success: true }))];
}

async function planApiRequest(call: Call<Values>): Promise<RequestPlan> {
	const { connection, input, operation } = call;
	const method = (input.requestMethod ?? 'GET') as Method;
	const { label } = operation.fields.requestUrl!;
	const given = withLeadingSlash(input.requestUrl);
	const { url, query } = apiTarget(connection.address.url, given, label);
	const headers = pairsOf(input.requestHeaders).map(
		([name, value]) => [name.toLowerCase(), headerValue(name, value)] as const,
	);
	return {
		method,
		url,
		query: {
			...buildRequest(`${method} /`, operation.options, input).query,
			...query,
			...input.requestQueryJson,
			...valuesByName(pairsOf(input.requestQuery)),
		},
		headers: {
			...(['file', 'text'].includes(input.responseAs ?? '') ? { accept: '*/*' } : {}),
			...Object.fromEntries(headers),
		},
		...(await bodyOf(call)),
	};
}

async function bodyOf(call: Call<Values>): Promise<Pick<RequestPlan, 'body' | 'open'>> {
	const { context, input, item, operation } = call;
	const { requestBody, requestFields, requestFile = 'data', requestJson } = input;
	if (requestBody === 'fields') return { body: Object.fromEntries(pairsOf(requestFields)) };
	if (requestBody === 'json') return { body: requestJson };
	if (requestBody !== 'file') return {};
	const { label } = operation.fields.requestFile!;
	return fileBody(await inputFile(context, item, requestFile, label));
}

/** What the error after a 404 names. */
const recordsOf = (
	{ operation: { fields } }: Call<Values>,
	{ url }: RequestPlan,
): RecordReference[] => [
	{ label: fields.requestUrl!.label, value: new URL(url).pathname, byPath: true },
];

const pairsOf = (pairs: readonly IDataObject[] = []): Array<readonly [string, unknown]> =>
	pairs.map(({ name, value: given = '' }) => [toText(name), given]);

/** The lists in a response with their paths, or else those in its `data`. */
function listsIn(body: unknown): Array<[string, unknown]> {
	const listsOf = (from: unknown): Array<[string, unknown]> =>
		Object.entries(isObject(from) ? from : {}).filter(([, inner]) => Array.isArray(inner));
	const lists = listsOf(body);
	if (lists.length > 0 || !isObject(body)) return lists;
	return listsOf(body.data).map(([name, list]) => [`data.${name}`, list]);
}

/**
 * Finds the list in a response: at the given path, the response itself, or its only list, which may
 * be in `data`. A response without a list is an empty page, because Google omits empty lists.
 */
function listIn(body: unknown, path?: string): IDataObject[] | undefined {
	if (path !== undefined && isObject(body) && (valueAt(body, path) ?? null) === null)
		return undefined;
	if (path !== undefined || Array.isArray(body))
		return responseRows({ status: 200, headers: {}, body }, path);
	const found = listsIn(body);
	if (found.length > 1)
		rejectField(
			listProperty,
			`is required, because the response contains several lists: ${found.map(([name]) => name).join(', ')}`,
		);
	return found[0]?.[1] as IDataObject[] | undefined;
}
