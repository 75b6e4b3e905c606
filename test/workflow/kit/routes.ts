/** Responses of a raw server by request line. */
import type { IDataObject } from 'n8n-workflow';
import { respondWithJson, type RawRequest, type Responder } from './rawServer';

/** The parsed JSON body of a recorded request. */
export const jsonOf = ({ body }: RawRequest): IDataObject =>
	JSON.parse(body.toString()) as IDataObject;

/** The method and the decoded path of a recorded request, without the query. */
export const lineOf = ({ method, target }: RawRequest): string =>
	`${method} ${decodeURIComponent(target.split('?', 1)[0]!)}`;

/**
 * Responds to each request line, such as `GET /user`, with its value as JSON or with its responder.
 * Other requests are not found.
 */
export const respondByLine =
	(routes: Readonly<Record<string, unknown>>): Responder =>
	async (response, received, request) => {
		const line = lineOf(received);
		const route = routes[line];
		const respond =
			typeof route === 'function'
				? (route as Responder)
				: route === undefined
					? respondWithJson({ message: `No route ${line}` }, 404)
					: respondWithJson(route);
		await respond(response, received, request);
	};

/** Responds with a status, headers and a JSON body, if there is one. */
export const respondWith =
	(status: number, headers: Record<string, string>, body?: unknown): Responder =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json', ...headers })
			.end(body === undefined ? undefined : JSON.stringify(body));
