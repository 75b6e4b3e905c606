// Answers requests from the documented responses of a provider and from the records of a service.
//
// A service describes only what its provider does differently. Everything else follows from
// test/contract/data/responses: a request whose documented response is a list reads a collection,
// POST adds to it, PATCH and PUT merge, PUT also adds, and DELETE removes. As long as nothing was
// added to a collection (`Records.isKept`), and for all other requests, the documented response is
// sent, with the values of the request for the same properties. Requests that the provider does not allow never get here (describedRequests.ts).

import type { FastifyInstance, HTTPMethods } from 'fastify';
import {
	DocumentedResponses,
	listName,
	patternOf,
	type Documented,
	type DocumentedFile,
} from './documentedResponses';
import { List, Reply, type Exchange, type Handler, type Paging, type Routes } from './exchange';
import type { HttpError } from './httpError';
import type { Fields, Records } from './records';

export interface AnswerOptions<E extends Exchange = Exchange> {
	responses: DocumentedFile;
	records: Records;
	paging: Paging;
	/** The error for a record that does not exist. */
	notFound(exchange: E): HttpError;
	/** Adds properties to the request, and checks the permission. */
	exchange?(exchange: Exchange): E;
	/**
	 * The property that identifies the records of a collection such as `/lists`. Default: the
	 * placeholder or its last word if records have such a property, otherwise `id` or `name`.
	 */
	keys?: Readonly<Record<string, string>>;
	/** Sets what the provider sets in a new or changed record, such as times. */
	touch?(record: Fields, exchange: E, isNew: boolean): void;
	/** Routes with code of their own, instead of those that are documented or in addition to them. */
	own?: Routes<E>;
	/** Called after each successful request of a route, with the body of its response. */
	done?(exchange: E, body: unknown): void;
	/** Changes the response, for example to add an ETag. */
	send?(exchange: E, reply: Reply): Reply;
}

/** Adds the routes of a service. Paths are relative to the prefix of `app`. */
export function addAnswers<E extends Exchange = Exchange>(
	app: FastifyInstance,
	options: AnswerOptions<E>,
): void {
	const { own = {}, done, exchange: extend = (exchange: Exchange) => exchange as E } = options;
	const documented = new DocumentedResponses(options.responses);
	const ownPatterns = new Set(Object.keys(own).map(patternOf));
	const routes: Array<[string, Handler<E>]> = [
		...Object.entries(own),
		...documented
			.except(ownPatterns)
			.map((response): [string, Handler<E>] => [
				response.request,
				handlerOf(response, documented, options),
			]),
	];
	for (const [operation, handler] of routes) {
		const [method, url] = operation.split(' ') as [HTTPMethods, string];
		app.route({
			method,
			url,
			handler: async (request, reply) => {
				const exchange = extend({
					operation,
					params: request.params as Record<string, string>,
					query: request.query as Record<string, string>,
					body: (request.body ?? {}) as Fields,
					request,
					reply,
				});
				const result = await handler(exchange);
				const sent = toReply(result, exchange, documented.at(operation)?.body, options);
				done?.(exchange, sent.body);
				const { status, body, headers } = options.send?.(exchange, sent) ?? sent;
				return await reply.code(status).headers(headers).send(body);
			},
		});
	}
}

function toReply<E extends Exchange>(
	result: unknown,
	exchange: E,
	documented: unknown,
	options: AnswerOptions<E>,
): Reply {
	if (result instanceof Reply) return result;
	if (result === undefined) return new Reply(204);
	if (!(result instanceof List)) return new Reply(200, result);
	const { name = listName(documented) ?? '', paging = options.paging } = result;
	const { rows, fields, headers = {} } = paging(result.rows, exchange);
	const others = Array.isArray(documented) ? {} : (documented as Fields | undefined);
	const total = 'total_count' in (others ?? {}) ? { total_count: result.rows.length } : {};
	const body = name === '' ? rows : { ...others, ...total, [name]: rows, ...fields };
	return new Reply(200, body, { ...headers, ...result.headers });
}

/** What the service does if it has no route of its own. */
function handlerOf<E extends Exchange>(
	response: Documented,
	documented: DocumentedResponses,
	options: AnswerOptions<E>,
): Handler<E> {
	const { status, body } = response;
	const [method, path] = response.request.split(' ') as [string, string];
	const asDocumented = (sent = body): unknown =>
		listName(sent) === '' ? new List(sent as unknown[]) : replyOf(status, sent);
	const [, parent, placeholder = ''] = /^(.*)\/:(\w+)$/.exec(path) ?? [];
	if (parent !== undefined && documented.isCollection(parent))
		return recordHandler(method, response, { parent, placeholder }, documented, options);
	const { records, touch, keys } = options;
	if (method === 'GET' && listName(body) !== undefined)
		return ({ params, query }) => {
			const at = filled(path, params);
			return records.isKept(at)
				? new List(records.of(at).filter((row) => isEqual(row, query)))
				: asDocumented();
		};
	const item = documented.placeholderIn(path);
	if (method === 'GET' || listName(body) === '') return () => asDocumented();
	if (method !== 'POST' || item === undefined)
		return (exchange) => replyOf(status, withSent(body, exchange.body));
	const sample = { ...documented.sampleOf(path), ...(body as Fields) };
	const key = keys?.[path] ?? keyOf(sample, item);
	return (exchange) => {
		const number = records.number();
		const id = typeof sample[key] === 'number' ? number : String(number);
		const record = { ...sample, [key]: id, ...exchange.body };
		touch?.(record, exchange, true);
		records.of(filled(path, exchange.params)).unshift(record);
		return new Reply(status, record);
	};
}

/** GET, PATCH, PUT and DELETE of a record. */
function recordHandler<E extends Exchange>(
	method: string,
	{ status, body }: Documented,
	{ parent, placeholder }: { parent: string; placeholder: string },
	documented: DocumentedResponses,
	{ records, keys, touch, notFound }: AnswerOptions<E>,
): Handler<E> {
	const sample = { ...documented.sampleOf(parent), ...(body as Fields | null) };
	const key = keys?.[parent] ?? keyOf(sample, placeholder);
	return (exchange) => {
		const at = filled(parent, exchange.params);
		const id = exchange.params[placeholder]!;
		const found = records.find(at, key, id);
		if (!found && records.isKept(at) && method !== 'PUT') throw notFound(exchange);
		if (method === 'DELETE') {
			if (found) records.remove(at, found);
			return replyOf(status, body);
		}
		if (method === 'GET') return found ?? replyOf(status, body && withId(body as Fields, key, id));
		const record = found ?? withId(sample, key, id);
		Object.assign(record, exchange.body);
		touch?.(record, exchange, !found);
		if (method === 'PUT' && !found) records.of(at).unshift(record);
		return replyOf(status, record);
	};
}

/** `/lists/1` for `/lists/:list`. */
const filled = (path: string, params: Exchange['params']): string =>
	path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');

/** A response with this status. Only 204 has no body. */
const replyOf = (status: number, body: unknown): Reply =>
	new Reply(status, status === 204 ? undefined : (body ?? {}));

const keyOf = (sample: Fields, placeholder: string): string =>
	[placeholder, placeholder.split('_').at(-1)!, 'id', 'name'].find((name) => name in sample) ??
	'id';

/** A documented body with the values that the request sent for the same properties. */
function withSent(body: unknown, sent: Fields): unknown {
	if (typeof body !== 'object' || body === null) return body;
	const same = Object.entries(sent).filter(
		([name, value]) => typeof value === typeof (body as Fields)[name],
	);
	return { ...body, ...Object.fromEntries(same) };
}

/** Keeps a documented number a number. */
const withId = (record: Fields, key: string, id: string): Fields => ({
	...record,
	...(key in record && { [key]: typeof record[key] === 'number' ? Number(id) : id }),
});

/** Whether a record has the values of the query parameters that are named like its properties. */
const isEqual = (record: Fields, query: Exchange['query']): boolean =>
	Object.entries(query).every(
		([name, value]) =>
			typeof record[name] === 'object' || !(name in record) || String(record[name]) === value,
	);
