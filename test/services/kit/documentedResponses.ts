// The responses that the providers document, for everything that a service does not keep as state.

import type { FastifyInstance, HTTPMethods } from 'fastify';

type Fields = Record<string, unknown>;

interface DocumentedResponse {
	/** With `:name` for each path parameter. */
	request: string;
	status: number;
	body: unknown;
}

/** The contract data also contains made-up values for properties without a documented value. */
const isMadeUp = (key: string, value: unknown): boolean =>
	key === '$ref' || (typeof value === 'string' && /^a-[a-z-]+$/.test(value));

/** A request without the names of its path parameters. */
const patternOf = (request: string): string => request.replace(/\{[^}]+\}|:\w+|\*/g, '*');

export class DocumentedResponses {
	private readonly responses = new Map<string, DocumentedResponse>();

	/** @param responses a file in `test/contract/data/responses` */
	constructor(responses: Readonly<Record<string, object>>) {
		const text = JSON.stringify(responses);
		const documented = JSON.parse(text, (key, value: unknown) =>
			isMadeUp(key, value) ? undefined : value,
		) as Record<string, object>;
		for (const [request, byStatus] of Object.entries(documented))
			for (const [status, body] of Object.entries(byStatus).slice(0, 1))
				this.responses.set(patternOf(request), {
					request: request.replace(/\{(\w+)\}/g, ':$1'),
					status: Number(status),
					body,
				});
	}

	/** The response to a request such as `GET /lists/:list`. */
	response(request: string): DocumentedResponse {
		const found = this.responses.get(patternOf(request));
		if (found === undefined) throw new Error(`No response is documented for ${request}`);
		return found;
	}

	/** The response to a request such as `GET /lists/1`. */
	find(request: string): DocumentedResponse | undefined {
		const matches = ([pattern]: [string, unknown]) =>
			new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(request);
		return this.responses.get(request) ?? [...this.responses].find(matches)?.[1];
	}

	/** The responses to all other requests than these. */
	except(requests: readonly string[]): DocumentedResponse[] {
		const patterns = new Set(requests.map(patternOf));
		return [...this.responses].flatMap(([pattern, response]) =>
			patterns.has(pattern) ? [] : [response],
		);
	}

	body(request: string): unknown {
		return this.response(request).body;
	}

	/** The documented record, or the first row of the documented list, with other values. */
	record<T extends Fields>(request: string, values: T): Fields & T {
		const [record] = [this.body(request)].flat() as [Fields];
		return { ...record, ...values };
	}
}

/** Sends the documented responses to all requests for which `addRoutes` adds no route. */
export async function withDocumentedResponses(
	app: FastifyInstance,
	responses: Readonly<Record<string, object>>,
	addRoutes: () => void | Promise<void>,
): Promise<void> {
	const requests: string[] = [];
	app.addHook('onRoute', ({ method, routePath }) => {
		requests.push(`${String(method)} ${routePath}`);
	});
	await addRoutes();
	for (const { request, status, body } of new DocumentedResponses(responses).except(requests)) {
		const [method, url] = request.split(' ') as [HTTPMethods, string];
		app.route<{ Querystring: { page?: string } }>({
			method,
			url,
			handler: async ({ query: { page = '1' } }, reply) =>
				// A documented list is the first and only page.
				await reply.code(status).send(Array.isArray(body) && page !== '1' ? [] : body),
		});
	}
}
