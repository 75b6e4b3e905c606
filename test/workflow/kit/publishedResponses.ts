/** Responses as published by the services. See test/contract/data/README.md. */
import { readFileSync } from 'node:fs';
import type { Service } from '../../../nodes/engine/describe';
import { pageName } from '../../../tools/generate/operationList';
import { inRoot } from '../../../tools/system/paths';
import { answerGraphQl, codeHostingSchema, type GraphQlRequest } from '../../services/kit/graphQl';
import type { Responder } from './rawServer';

/** Bodies by request line and status. A note may follow the status. `null` is an empty body. */
type Responses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface PublishedResponses {
	/**
	 * Responds to each request with one of its published responses.
	 * @param variant index of the response. Requests with fewer responses use their last one.
	 * @param origin origin of the server, for the URLs of files
	 */
	respondWithVariant(variant: number, origin: string): Responder;
	/** Maximum number of published responses per request, over all requests received so far. */
	readonly variants: number;
	/** Requests received so far that have no published response. */
	readonly unknown: readonly string[];
}

export function publishedResponses(service: Service): PublishedResponses {
	const file = inRoot('test', 'contract', 'data', 'responses', `${pageName(service)}.json`);
	const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Responses).map(
		([request, responses]) => ({
			pattern: patternOf(request),
			placeholders: request.split('{').length,
			responses: Object.entries(responses),
		}),
	);
	// A placeholder also matches fixed text, so compare requests with fewer placeholders first.
	entries.sort((a, b) => a.placeholders - b.placeholders);
	const schema = codeHostingSchema();
	const unknown: string[] = [];
	let variants = 0;
	return {
		unknown,
		get variants() {
			return variants;
		},
		respondWithVariant: (variant, origin) => (response, request) => {
			const { method, target, body: sent } = request;
			const path = target.split('?')[0]!;
			if (path.endsWith('/graphql')) {
				const graphQl = JSON.parse(String(sent)) as GraphQlRequest;
				void answerGraphQl(schema, graphQl).then((body) => response.end(JSON.stringify(body)));
				return;
			}
			const [match] = pathsBelow(path).flatMap((rest) => {
				const entry = entries.find(({ pattern }) => pattern.test(`${method} ${rest}`));
				return entry ? [{ ...entry, id: entry.pattern.exec(`${method} ${rest}`)![1] }] : [];
			});
			if (!match) {
				unknown.push(`${method} ${path}`);
				response.writeHead(501).end();
				return;
			}
			const { responses, id } = match;
			const { name, uuid } = targetIn(target, sent);
			variants = Math.max(variants, responses.length);
			const [status, body] = responses[Math.min(variant, responses.length - 1)]!;
			const headers = status.startsWith('3') ? { location: 'https://files.example.com/file' } : {};
			const text = JSON.stringify(body)
				.replaceAll('{origin}', origin)
				.replaceAll('{name}', name ?? id ?? 'a-name')
				.replaceAll('{uuid}', uuid ?? '7a1f6c7e-3c0b-4f0e-9d3a-5b1f0c2d4e6f');
			response
				.writeHead(Number(status.slice(0, 3)), { 'content-type': 'application/json', ...headers })
				.end(body === null ? undefined : text);
		},
	};
}

/** Name and UUID of the record, for requests that contain them in the query or the body. */
function targetIn(url: string, body: Buffer): { readonly name?: string; readonly uuid?: string } {
	const value: unknown = /^[[{]/.test(String(body)) ? JSON.parse(String(body)) : {};
	return {
		...Object.fromEntries(new URL(url, 'http://service').searchParams),
		...((Array.isArray(value) ? value[0] : value) as object),
	};
}

/** The path and all its suffixes, because the first segments may belong to the base URL. */
const pathsBelow = (path: string): string[] => {
	const segments = path.split('/').slice(1);
	return segments.map((_, index) => `/${segments.slice(index).join('/')}`);
};

/** Matches request lines. A placeholder matches one segment of the path. */
const patternOf = (request: string): RegExp =>
	new RegExp(`^${request.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '([^/]+)')}$`);
