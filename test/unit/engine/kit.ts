/**
 * Shared by the engine's unit tests: example fields and services, and a connection that returns
 * prepared responses.
 */
import {
	type Connection,
	type Field,
	type Http,
	type Kind,
	type Limits,
	operation,
	PackError,
	providers,
	type RateLimits,
	resource,
	service,
	type Service,
} from '../../../nodes/engine/describe';
import { collectSecrets, createRedactor } from '../../../nodes/engine/errors/redact';
import type { IHttpRequestOptions, INode, IDataObject } from 'n8n-workflow';

export const node: INode = {
	id: 'n1',
	name: 'Example',
	type: 'example',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A field with a label that error messages must contain. */
export const field = (kind: Kind, more: Partial<Field> = {}): Field => ({
	kind,
	label: 'Color Depth',
	...more,
});

/** Waits for a timer, so that Jest can apply the time limit of a test whose work is synchronous. */
export const checkTimeLimit = async (): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, 1));

/**
 * Returns the PackError that `run` throws. Fails the test if `run` returns or throws anything else.
 */
export function thrownError(run: () => unknown): PackError {
	let result: unknown;
	try {
		result = run();
	} catch (error) {
		if (error instanceof PackError) return error;
		throw error;
	}
	throw new Error(`Expected a PackError, but got the result ${JSON.stringify(result)}`);
}

/** Returns the PackError that the promise is rejected with. Fails the test on any other outcome. */
export async function rejectedError(promise: Promise<unknown>): Promise<PackError> {
	const outcome = await promise.then(
		(value) => () => value,
		(error: unknown) => () => {
			throw error;
		},
	);
	return thrownError(outcome);
}

/** A service with one operation. A test can override its properties. */
export const exampleService = (more: Partial<Service> = {}): Service =>
	service({
		name: 'exampleNotes',
		label: 'Example',
		credentials: [{ value: 'key', label: 'Key', type: 'exampleApi' }],
		providers: providers([]),
		connectionTest: { request: 'GET /notes' },
		address: () => 'https://example.test',
		default: 'note',
		resources: {
			note: resource('Note', {
				default: 'get',
				operations: {
					get: operation({ name: 'Get', action: 'Get a note', request: 'GET /notes' }),
				},
			}),
		},
		classify: ({ body }) => {
			const { code, text: message, ...facts } = (body ?? {}) as IDataObject;
			return { code: code as string, text: message as string, facts };
		},
		errors: {},
		codex: { categories: ['Example'], aliases: [] },
		...more,
	} as Parameters<typeof service>[0]);

export interface FakeConnection extends Connection {
	/** All requests, in the order in which they were sent. */
	readonly sent: IHttpRequestOptions[];
}

/** What a test can set: parts of the connection, and properties of its parts. */
type FakeSettings = Partial<
	Omit<Connection, 'address' | 'http' | 'limits'> & Limits & Http & { address: string }
>;

/** Rate limits that never delay a request. */
export const noRateLimits: RateLimits = {
	concurrency: 10,
	start: async () => await Promise.resolve({ end: () => 0 }),
};

/**
 * A connection that responds to every request with status 200 and the JSON of `respond`. It has no
 * rate limits and does not retry.
 */
export function fakeConnection(
	respond: (options: IHttpRequestOptions, index: number) => unknown,
	{
		address = 'https://example.test',
		timeoutMs = 1000,
		retry = { attempts: 1, backOffMs: 0, maximumWaitMs: 0 },
		rate = noRateLimits,
		maxFileBytes = 1024 * 1024,
		request,
		egressFilter,
		...more
	}: FakeSettings = {},
): FakeConnection {
	const sent: IHttpRequestOptions[] = [];
	return {
		service: exampleService(),
		label: more.service?.label ?? 'Example',
		node,
		runKey: {},
		address: { url: address, field: { label: 'Base URL' } },
		credential: {},
		headers: {},
		http: {
			request:
				request ??
				(async (options) => {
					sent.push(options);
					return await Promise.resolve({
						statusCode: 200,
						headers: {},
						body: JSON.stringify(respond(options, sent.length - 1)),
					});
				}),
			...(egressFilter ? { egressFilter } : {}),
		},
		limits: { timeoutMs, retry, rate, maxFileBytes },
		redact: createRedactor(collectSecrets({ apiKey: 'sk-very-secret' })),
		sent,
		...more,
	};
}
