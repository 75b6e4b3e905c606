/** Responds to requests as described in the API description that a provider publishes. */
import type { IDataObject } from 'n8n-workflow';
import type { PublishedOperation } from '../../../tools/published/extract';
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
}

/** Path of a file, for responses that redirect. */
const filePath = '/described-file';

/** Responds to described requests. Responds with 501 to others. */
export const respondAsDescribed =
	(description: Description, options: ResponseOptions): Responder =>
	(response, received) => {
		const { variant = 0, size, origin, basePath, hasSecondPage } = options;
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
		const responses = Object.entries(found.operation.responses);
		const [status, content] = responses[Math.min(variant, responses.length - 1)]!;
		const example = exampleOf(description, content, size);
		const { body, headers } =
			hasSecondPage && found.operation.paging && !isSecondPage(request, found.operation)
				? linkSecondPage(found.operation, example, `${origin}${received.target}`)
				: { body: example, headers: {} };
		response
			.writeHead(Number(status), {
				'content-type': 'application/json',
				...(status.startsWith('3') ? { location: `${origin}${filePath}` } : {}),
				...headers,
			})
			.end(body === undefined ? undefined : JSON.stringify(body));
	};

/** The cursor of the second page. Also a valid page number. */
const secondPage = '2';

const isSecondPage = ({ query }: CheckedRequest, operation: PublishedOperation): boolean =>
	query[pageParameter(operation)] === secondPage;

/** The query parameter that changes from page to page. Most links have a number, some `since`. */
function pageParameter({ paging, parameters }: PublishedOperation): string {
	if (typeof paging === 'object') return paging.cursor;
	return parameters.some(({ name }) => name === 'page') ? 'page' : 'since';
}

/** Adds the cursor of the second page to the response of the first one. */
function linkSecondPage(
	operation: PublishedOperation,
	body: unknown,
	url: string,
): { readonly body: unknown; readonly headers: Record<string, string> } {
	const { paging } = operation;
	if (typeof paging === 'object')
		return { body: withValue(body, paging.next, secondPage), headers: {} };
	const next = new URL(url);
	next.searchParams.set(pageParameter(operation), secondPage);
	return { body, headers: { link: `<${next.href}>; rel="next", <${next.href}>; rel="last"` } };
}

/** A copy of an object with a value at a path such as `page.next`. */
function withValue(object: unknown, path: string, value: string): unknown {
	const [key, ...rest] = path.split('.') as [string, ...string[]];
	const values = object as IDataObject;
	return { ...values, [key]: rest.length ? withValue(values[key], rest.join('.'), value) : value };
}

/** Numbers of requests for first and second pages of lists that the description pages. */
export function countPages(
	requests: readonly CheckedRequest[],
	description: Description,
): { readonly first: number; readonly second: number } {
	const paged = requests.flatMap((request) => {
		const operation = description.find(request.method, request.url)?.operation;
		return operation?.paging === undefined ? [] : [isSecondPage(request, operation)];
	});
	const second = paged.filter(Boolean).length;
	return { first: paged.length - second, second };
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
	// Headers such as Authorization are not part of an operation in the description.
	const described = new Set(
		description
			.find(method, url)
			?.operation.parameters.filter((parameter) => parameter.in === 'header')
			.map(({ name }) => name.toLowerCase()),
	);
	const headers = Object.fromEntries(
		rawHeaders.flatMap((name, index) =>
			index % 2 === 0 && described.has(name.toLowerCase()) ? [[name, rawHeaders[index + 1]!]] : [],
		),
	);
	const text = body.toString('utf8');
	return { method, url, query, headers, body: text === '' ? undefined : parseBody(text) };
}

/** The body is text if it is not JSON, such as multipart form data. */
function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
