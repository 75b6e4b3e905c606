/** Responses as published by the services. See test/contract/data/README.md. */
import { readFileSync } from 'node:fs';
import type { Service } from '../../../nodes/engine/describe';
import { pageName } from '../../../tools/generate/operationList';
import { inRoot } from '../../../tools/system/paths';
import type { Responder } from './rawServer';

/** By request, then by status. `null` is an empty body. */
type Responses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface PublishedResponses {
	/** Responds with the first published response to each request, the second one, and so on. */
	respondWithVariant(variant: number): Responder;
	/** Highest number of responses to one of the requests received so far. */
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
	// A path without placeholders comes before one that it also matches.
	entries.sort((a, b) => a.placeholders - b.placeholders);
	const unknown: string[] = [];
	let variants = 0;
	return {
		unknown,
		get variants() {
			return variants;
		},
		respondWithVariant: (variant) => (response, { method, target }) => {
			const line = `${method} ${target.split('?')[0]}`;
			const entry = entries.find(({ pattern }) => pattern.test(line));
			if (!entry) {
				unknown.push(line);
				response.writeHead(501).end();
				return;
			}
			const { responses } = entry;
			variants = Math.max(variants, responses.length);
			const [status, body] = responses[Math.min(variant, responses.length - 1)]!;
			const headers = status.startsWith('3') ? { location: 'https://files.example.com/file' } : {};
			response
				.writeHead(Number(status), { 'content-type': 'application/json', ...headers })
				.end(body === null ? undefined : JSON.stringify(body));
		},
	};
}

/** Matches request lines. A placeholder stands for one segment of the path. */
const patternOf = (request: string): RegExp =>
	new RegExp(
		`^${request.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`,
	);
