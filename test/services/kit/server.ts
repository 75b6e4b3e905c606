// The HTTP server of every local test service: request log, faults, clock, control API and error
// format.

import multipart, { type FastifyMultipartOptions } from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Clock } from './clock';
import { refuseUndescribed, type DescribedService } from './describedRequests';
import { applyFaults, Faults, type FailureBody } from './faults';
import { HttpError } from './httpError';
import { logRequests, RequestLog } from './requestLog';
import { pathOf } from './requestPattern';

export interface ServerOptions {
	/**
	 * Name of the server in error messages and in the request log. The server for `files` is named
	 * `files`.
	 */
	name: string;
	failureBody: FailureBody;
	/** Default: 0, any free port. */
	port?: number | undefined;
	clock?: Clock;
	faults?: Faults;
	requests?: RequestLog;
	/** The API description that requests must comply with. All routes are below its base path. */
	described?: DescribedService;
	/** Routes without a credential and outside of the base path, such as those for tokens. */
	openRoutes?(app: FastifyInstance): void;
	/** @throws HttpError if the credential of a request is missing or not valid */
	authenticate?(request: FastifyRequest): unknown;
	/** Limits of the forms with files that the service reads (forms.ts). */
	forms?: FastifyMultipartOptions['limits'];
	/** Files that a second server returns, on an origin of its own. */
	files?: { origin: string; routes(app: FastifyInstance): void | Promise<void> };
	/** Adds the control API, for tools in another process. Faults do not apply to it. */
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

/** Start options of every service. */
export interface ServiceOptions<Settings = unknown> {
	/** Default: 0, any free port. */
	port?: number;
	/** Default: real time. Stopped when the service closes. */
	clock?: Clock;
	/** A test can also change them while the service runs. */
	settings?: Partial<Settings>;
}

/** Credential for a local test service: the credential type and the values of its fields. */
export interface ServiceCredential {
	type: string;
	data: Record<string, string>;
}

export interface LocalService extends LocalServer {
	credential: ServiceCredential;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Starts a server with these routes on 127.0.0.1.
 * @throws Error with the port number if the port is in use
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
		described,
		openRoutes,
		authenticate,
		forms,
		files,
		control,
	} = options;
	const app = Fastify({ forceCloseConnections: true, bodyLimit: MAX_BODY_BYTES });

	addBodyParsers(app);
	addErrorHandlers(app, options);
	logRequests(app, name, clock, requests);
	applyFaults(app, faults, options.failureBody);
	if (control) await app.register(named('control', async (scope) => control(scope)));
	openRoutes?.(app);
	await app.register(
		named('routes', async (scope) => {
			if (authenticate) scope.addHook('onRequest', async (request) => void authenticate(request));
			if (forms) await scope.register(multipart, { limits: forms });
			if (described) refuseUndescribed(scope, described, options.failureBody);
			await routes(scope);
		}),
		{ prefix: described?.basePath ?? '' },
	);

	await app.listen({ host: '127.0.0.1', port }).catch(async (error: NodeJS.ErrnoException) => {
		await app.close();
		throw error.code === 'EADDRINUSE'
			? new Error(
					`${name}: port ${port} is already in use. Stop the process that uses it, or choose another port.`,
				)
			: error;
	});
	const address = app.server.address();
	const actualPort = typeof address === 'object' && address ? address.port : port;
	const shared = { name: 'files', clock, faults, requests, failureBody: options.failureBody };
	const second = files && (await startServer(shared, (scope) => files.routes(scope)));
	if (files && second) files.origin = second.url;
	return {
		url: `http://127.0.0.1:${actualPort}`,
		port: actualPort,
		clock,
		faults,
		requests,
		close: async () => {
			clock.stop();
			await Promise.all([app.close(), second?.close()]);
		},
	};
}

type Plugin = (app: FastifyInstance) => Promise<void>;

/**
 * Names a plugin. To find a name itself, Fastify would compare the plugin with all loaded modules,
 * which is slow in Jest.
 */
const named = (name: string, plugin: Plugin): Plugin =>
	Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });

/**
 * Parses JSON bodies, which can be empty, and passes bodies of other types to the routes as text. A
 * service that supports multipart adds its own parser.
 */
function addBodyParsers(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : JSON.parse(text as string));
		} catch {
			done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }));
		}
	});
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
}

function addErrorHandlers(app: FastifyInstance, { failureBody }: ServerOptions): void {
	app.setNotFoundHandler((request, reply) =>
		reply
			.code(404)
			.send(failureBody(404, `Endpoint not found: ${request.method} ${pathOf(request.url)}.`)),
	);
	app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
		if (error instanceof HttpError)
			return reply.code(error.status).headers(error.headers).send(error.body);
		const status = error.statusCode ?? 500;
		// An unexpected error is a bug in the test service, so print it.
		if (status >= 500) console.error(error);
		return reply.code(status).send(failureBody(status, error.message));
	});
}
