/** Responds to requests as described in the API description that a provider publishes. */
import type { IDataObject } from 'n8n-workflow';
import type { PublishedOperation, Schema } from '../../../tools/published/extract';
import type { CheckedRequest } from '../../contract/kit/published/checkRequest';
import type { Description } from '../../contract/kit/published/description';
import { exampleOf, type ExampleSize } from '../../contract/kit/published/exampleOf';
import type { RawRequest, Responder } from './rawServer';

export interface ResponseOptions {
	/** Path of the base URL, which is not part of the paths in the description. */
	readonly basePath: string;
	/** Origin of the server, for links. */
	readonly origin: string;
	/** Index of the described status. Operations with fewer statuses use their last one. */
	readonly variant?: number;
	readonly size?: ExampleSize;
	/** Whether lists that the description pages have a second page. */
	readonly hasSecondPage?: boolean;
	readonly complete?: CompleteResponse | undefined;
}

/** Adds to a made-up response what the description does not state. */
export type CompleteResponse = (
	body: unknown,
	context: {
		readonly request: CheckedRequest;
		/** The response with every property of the schema. */
		readonly full: unknown;
		/** Base URL of the server. */
		readonly address: string;
	},
) => unknown;

/** Path of a file, for responses that redirect. */
const filePath = '/described-file';

/** Responds to described requests. Responds with 501 to others. */
export const respondAsDescribed =
	(description: Description, options: ResponseOptions): Responder =>
	(response, received) => {
		const { variant = 0, size, origin, basePath, hasSecondPage, complete } = options;
		const request = parseRequest(received, description, basePath);
		const found = description.find(request.method, request.url);
		if (received.target === filePath) {
			response.writeHead(200, { 'content-type': 'text/plain' }).end('file');
			return;
		}
		if (!found) {
			response.writeHead(501).end();
			return;
		}
		const responses = responsesTo(received, found.operation);
		const [status, content] = responses[Math.min(variant, responses.length - 1)]!;
		const made = withSentRows(
			description,
			found.operation,
			request.body,
			exampleOf(description, content, size),
		);
		const example = complete
			? complete(made, {
					request,
					full: exampleOf(description, content),
					address: `${origin}${basePath}`,
				})
			: made;
		const { body, headers } = found.operation.paging
			? pageOf(found.operation, example, {
					request,
					url: `${origin}${received.target}`,
					lastPage: hasSecondPage ? 2 : 1,
				})
			: { body: example, headers: {} };
		response
			.writeHead(Number(status), {
				'content-type': 'application/json',
				...(status.startsWith('3') ? { location: `${origin}${filePath}` } : {}),
				...headers,
			})
			.end(
				body === undefined
					? undefined
					: JSON.stringify(body).replaceAll(exampleUrl, `${origin}${filePath}`),
			);
	};

/**
 * The described responses that a request can get. A redirect leads to a file, so a request for JSON
 * gets one only if there is no other response.
 */
function responsesTo({ rawHeaders }: RawRequest, { responses }: PublishedOperation) {
	const all = Object.entries(responses);
	const isAccept = (name: string, index: number): boolean =>
		index % 2 === 0 && name.toLowerCase() === 'accept';
	const acceptsJson = rawHeaders[rawHeaders.findIndex(isAccept) + 1]?.includes('json');
	const others = all.filter(([status]) => !status.startsWith('3'));
	return acceptsJson && others.length > 0 ? others : all;
}

/** The URL that `exampleOf` returns. */
const exampleUrl = 'https://example.com/';

/**
 * The example with the rows of a batch, because the response to a batch contains the rows that were
 * sent. Their schemas have the same properties.
 */
function withSentRows(
	description: Description,
	{ requestBody, responses }: PublishedOperation,
	sent: unknown,
	example: unknown,
): unknown {
	if (!requestBody || !isRecord(sent) || !isRecord(example)) return example;
	const rowKeys = (schema: Schema = {}, name: string): string => {
		const { properties = {} } = description.resolve(schema) as { properties?: Schemas };
		const { items = {} } = description.resolve(properties[name] ?? {}) as { items?: Schema };
		return Object.keys(description.resolve(items).properties ?? {}).join();
	};
	const [response] = Object.values(responses);
	const rows = Object.entries(sent).filter(
		([name]) =>
			rowKeys(requestBody.schema, name) !== '' &&
			rowKeys(requestBody.schema, name) === rowKeys(response?.schema, name),
	);
	return { ...example, ...Object.fromEntries(rows) };
}

type Schemas = Readonly<Record<string, Schema>>;

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The cursor of the second page. Also a valid page number. */
const secondPage = '2';

/** The query parameter that changes from page to page. Most links have a number, some `since`. */
function pageParameter({ paging, parameters }: PublishedOperation): string {
	if (typeof paging === 'object') return 'number' in paging ? paging.number : paging.cursor;
	return parameters.some(({ name }) => name === 'page') ? 'page' : 'since';
}

/** One page of a list, from a response with one page. */
function pageOf(
	operation: PublishedOperation,
	body: unknown,
	{
		request: { query },
		url,
		lastPage,
	}: { readonly request: CheckedRequest; readonly url: string; readonly lastPage: 1 | 2 },
): { readonly body: unknown; readonly headers: Record<string, string> } {
	const { paging } = operation;
	const parameter = pageParameter(operation);
	if (typeof paging === 'object' && 'number' in paging) {
		const number = Number(query[parameter] ?? 1);
		const rows = number > lastPage ? [] : (body as IDataObject[]);
		return { body: rows.map((row) => ({ ...row, madeUpPage: number })), headers: {} };
	}
	const hasNext = lastPage === 2 && query[parameter] !== secondPage;
	if (typeof paging === 'object')
		return { body: withValue(body, paging.next, hasNext ? secondPage : undefined), headers: {} };
	if (!hasNext) return { body, headers: {} };
	const next = new URL(url);
	next.searchParams.set(parameter, secondPage);
	return { body, headers: { link: `<${next.href}>; rel="next", <${next.href}>; rel="last"` } };
}

/** A copy of an object with a value at a path such as `page.next`. */
function withValue(object: unknown, path: string, value: string | undefined): unknown {
	const [key, ...rest] = path.split('.') as [string, ...string[]];
	const values = object as IDataObject;
	return { ...values, [key]: rest.length ? withValue(values[key], rest.join('.'), value) : value };
}

/** Numbers of requests for first and second pages of lists that the description pages. */
export function countPages(
	requests: readonly CheckedRequest[],
	description: Description,
): { readonly first: number; readonly second: number; readonly paged: boolean } {
	const pages = requests.flatMap((request) => {
		const operation = description.find(request.method, request.url)?.operation;
		if (operation?.paging === undefined) return [];
		return [String(request.query[pageParameter(operation)] ?? '1')];
	});
	const second = pages.filter((page) => page === secondPage).length;
	// A list with page numbers ends with an empty third page.
	const third = pages.filter((page) => page === '3').length;
	return { first: pages.length - second - third, second, paged: pages.length > 0 };
}

/** The requests that a server received, without those of redirects. */
export const describedRequests = (
	received: readonly RawRequest[],
	description: Description,
	basePath: string,
): CheckedRequest[] =>
	received
		.filter(({ target }) => target !== filePath)
		.map((request) => parseRequest(request, description, basePath));

function parseRequest(
	{ method, target, rawHeaders, body }: RawRequest,
	description: Description,
	basePath: string,
): CheckedRequest {
	const { pathname, searchParams } = new URL(target, 'http://service');
	const url = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
	const query: IDataObject = {};
	for (const name of new Set(searchParams.keys())) {
		const values = searchParams.getAll(name);
		query[name] = values.length > 1 ? values : values[0];
	}
	const operation = description.find(method, url)?.operation;
	// Headers such as Authorization are not part of an operation in the description.
	const described = new Set(
		operation?.parameters
			.filter((parameter) => parameter.in === 'header')
			.map(({ name }) => name.toLowerCase()),
	);
	const headers = Object.fromEntries(
		rawHeaders.flatMap((name, index) =>
			index % 2 === 0 && described.has(name.toLowerCase()) ? [[name, rawHeaders[index + 1]!]] : [],
		),
	);
	const text = body.toString('utf8');
	const parsed = parseBody(text, operation?.requestBody);
	return { method, url, query, headers, body: text === '' ? undefined : parsed };
}

/** Parses a body as described. A body that is not described is JSON or text. */
function parseBody(text: string, described: PublishedOperation['requestBody']): unknown {
	if (described?.contentType === 'application/x-www-form-urlencoded')
		return Object.fromEntries(new URLSearchParams(text));
	if (described?.contentType === 'multipart/form-data') {
		const properties = (described.schema.properties ?? {}) as Schemas;
		const form: Record<string, unknown> = {};
		for (const [, name, value] of text.matchAll(/; name="([^"]*)".*?\r\n\r\n(.*?)\r\n--/gs))
			form[name!] =
				properties[name!]?.type === 'array'
					? [...((form[name!] ?? []) as unknown[]), value]
					: value;
		return form;
	}
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
