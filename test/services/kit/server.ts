// The HTTP server that every local service stands on: request log, faults, clock, one form of failure.

import Fastify, { type FastifyInstance } from 'fastify';
import { Clock } from './clock';
import { controlRoutes } from './control';
import { applyFaults } from './faultHooks';
import { Faults } from './faults';
import { pathOf } from './requestPattern';
import { Refusal } from './httpError';
import { recordRequests } from './requestHooks';
import { RequestLog } from './requestLog';

export interface ServerOptions {
	/** Name of the listener, in messages and in the request log. */
	name: string;
	/** 0, the default, takes a free one. */
	port?: number;
	clock?: Clock;
	faults?: Faults;
	requests?: RequestLog;
	/** Body of an answer that no route of the service gave: 404, 429, 500, a body that is no JSON. */
	failureBody(status: number, message: string): Record<string, unknown>;
	/** The answer for a fault that names a code of the service; undefined leaves the code to the route. */
	refuse?(code: string): Refusal | undefined;
	/** What GET /_control/state answers. Without it the listener has no /_control. */
	state?(): unknown;
	/** Further routes of the service under /_control. */
	control?(app: FastifyInstance): void;
}

export interface LocalServer {
	url: string;
	port: number;
	clock: Clock;
	faults: Faults;
	requests: RequestLog;
	close(): Promise<void>;
}

const JSON_LIMIT = 10 * 1024 * 1024;

/**
 * Starts a server on 127.0.0.1 with the routes given.
 * @throws Error that names the port, when it is taken
 */
export async function startServer(
	options: ServerOptions,
	routes: (app: FastifyInstance) => void | Promise<void>,
): Promise<LocalServer> {
	const {
		name,
		port = 0,
		clock = new Clock(),
		faults = new Faults(),
		requests = new RequestLog(),
	} = options;
	const app = Fastify({ forceCloseConnections: true, bodyLimit: JSON_LIMIT });

	readBodies(app);
	answerFailures(app, options);
	recordRequests(app, name, clock, requests);
	applyFaults(app, faults, options);
	const { state, control } = options;
	if (state)
		await app.register((scope) =>
			controlRoutes(scope, { clock, faults, requests, state, control }),
		);
	await app.register(async (scope) => routes(scope));

	await app.listen({ host: '127.0.0.1', port }).catch(async (error: NodeJS.ErrnoException) => {
		await app.close();
		throw error.code === 'EADDRINUSE'
			? new Error(
					`${name}: port ${port} is taken. Stop what listens there, or choose another port.`,
				)
			: error;
	});
	const address = app.server.address();
	const taken = typeof address === 'object' && address ? address.port : port;
	return {
		url: `http://127.0.0.1:${taken}`,
		port: taken,
		clock,
		faults,
		requests,
		close: () => app.close(),
	};
}

/** JSON in, an empty body being none at all; any other text as it is. A service adds multipart itself. */
function readBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : JSON.parse(text as string));
		} catch {
			done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }));
		}
	});
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
}

function answerFailures(app: FastifyInstance, { failureBody }: ServerOptions): void {
	app.setNotFoundHandler((request, reply) =>
		reply
			.code(404)
			.send(failureBody(404, `There is nothing at ${request.method} ${pathOf(request.url)}.`)),
	);
	app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
		if (error instanceof Refusal)
			return reply.code(error.status).headers(error.headers).send(error.body);
		const status = error.statusCode ?? 500;
		// A fault of the service itself must be seen by whoever runs it.
		if (status >= 500) console.error(error);
		return reply.code(status).send(failureBody(status, error.message));
	});
}
