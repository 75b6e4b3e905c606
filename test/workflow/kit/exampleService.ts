/**
 * An example service for tests of the engine: a service description, its node and its server. The
 * operations use different retry, batch and file settings.
 */
import {
	type ICredentialType,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INodeType,
} from 'n8n-workflow';
import {
	byCursor,
	file,
	fileSizeOption,
	flag,
	id,
	integer,
	operation,
	PackError,
	providers,
	resource,
	service,
	text,
} from '../../../nodes/engine/describe';
import { apiRequest } from '../../../nodes/engine';
import { methodsOf } from '../../../nodes/engine/form/lookups';
import { propertiesOf } from '../../../nodes/engine/form/properties';
import { buildRequest } from '../../../nodes/engine/plan/buildRequest';
import { download } from '../../../nodes/engine/run/download';
import { fileBody, inputFile } from '../../../nodes/engine/run/inputFile';
import { toRow } from '../../../nodes/engine/run/output';
import { runService } from '../../../nodes/engine/run/runService';
import { credentialsOf } from '../../contract/kit/form';
import { Faults } from '../../services/kit/faults';
import { RequestLog } from '../../services/kit/requestLog';
import { startServer, type LocalServer } from '../../services/kit/server';
import { Clock } from '../../services/kit/clock';
import { runNode, type RunOptions, type RunResult } from './executor';
import { byId } from './locator';

const thingId = id('Thing', {
	listMethod: 'searchThing',
	lookup: {
		request: 'GET /things',
		rows: 'things',
		row: ({ id: value }) => ({ name: String(value), value: String(value) }),
	},
});
const cursorPaging = byCursor({
	rows: 'things',
	cursor: 'cursor',
	next: 'next',
	size: { name: 'limit', maximum: 10 },
});

const exampleService = service({
	name: 'example',
	label: 'Example',
	credentials: [
		{ value: 'key', label: 'Key', type: 'exampleApi' },
		{ value: 'token', label: 'Token', type: 'exampleTokenApi', renews: true },
		{ value: 'none', label: 'None' },
	],
	providers: providers([]),
	connectionTest: { request: 'GET /things' },
	default: 'thing',
	retryPolicy: () => ({ backOffMs: 2 }),
	wideIds: ['wideId'],
	exactDecimals: true,
	resources: {
		apiRequest: apiRequest({ paging: cursorPaging, path: '/things' }),
		thing: resource('Thing', {
			default: 'get',
			operations: {
				get: operation({
					name: 'Get',
					action: 'Get a thing',
					request: 'GET /things/{thingId}',
					fields: { thingId },
					options: { verbose: flag('Verbose') },
				}),
				getAll: operation({
					name: 'Get Many',
					action: 'Get many things',
					request: 'GET /things',
					paging: cursorPaging,
					simplify: ['id'],
				}),
				create: operation({
					name: 'Create',
					action: 'Create a thing',
					request: 'POST /things',
					fields: {
						name: text('Name', { required: true, maxLength: 20 }),
						size: integer('Size', { minimum: 1, maximum: 9, default: 1 }),
					},
				}),
				createKeyed: operation({
					name: 'Create Once',
					action: 'Create a thing once',
					idempotency: 'keyed',
					async run({ key, request }) {
						return [
							{ json: (await request('POST /keyed', { body: { key } })).body as IDataObject },
						];
					},
				}),
				update: operation({
					name: 'Update',
					action: 'Update a thing',
					request: 'PUT /things/{thingId}',
					fields: { thingId },
					permission: 'things:write',
				}),
				remove: operation({
					name: 'Delete',
					action: 'Delete a thing',
					request: 'DELETE /things/{thingId}',
					fields: { thingId },
				}),
				store: operation({
					name: 'Store Together',
					action: 'Store things together',
					idempotency: 'none',
					fields: {
						number: integer('Number', { required: true, minimum: 0 }),
						shelf: text('Shelf'),
					},
					batch: {
						size: 4,
						group: ({ shelf = '' }) => shelf,
						async run(calls) {
							const { body } = await calls[0]!.request('POST /batch', {
								body: calls.map(({ input }) => input.number),
							});
							return (body as IDataObject[]).map((entry) =>
								entry.error ? new PackError(String(entry.error)) : [{ json: entry }],
							);
						},
					},
				}),
				upload: operation({
					name: 'Upload',
					action: 'Upload a thing',
					request: 'PUT /files/upload',
					idempotency: 'safe',
					fields: { property: file('Input Binary Field', { default: 'data', required: true }) },
					async run({ context, item, input, request }) {
						const sent = await inputFile(context, item, input.property, 'Input Binary Field');
						return [toRow((await request('PUT /files/upload', fileBody(sent))).body)];
					},
				}),
				download: operation({
					name: 'Download',
					action: 'Download a thing',
					request: 'GET /files/{thingId}',
					fields: { thingId },
					options: fileSizeOption,
					async run({ context, connection, operation: { fields }, input }) {
						const { url } = buildRequest('GET /files/{thingId}', fields, input);
						return [{ json: {}, binary: { data: await download(context, connection, { url }) } }];
					},
				}),
			},
		}),
	},
	classify: ({ body }) => {
		const { code, message } = (body ?? {}) as { code?: string; message?: string };
		return { code, text: message };
	},
	errors: {
		busy: { message: 'Example is busy', hint: 'Wait', action: 'retry' },
		no_credits: { message: 'The account has no credits', hint: 'Buy credits', action: 'fail' },
	},
	codex: { categories: ['Development'], aliases: [] },
});

/** Adds one header to each request, like most credentials of the pack. */
const keyCredential = {
	name: 'exampleApi',
	displayName: 'Example',
	properties: [],
	authenticate: async (credentials: IDataObject, options: IHttpRequestOptions) =>
		await Promise.resolve({
			...options,
			headers: { ...options.headers, authorization: `Bearer ${String(credentials.apiKey)}` },
		}),
} as unknown as ICredentialType;

/** A credential with an expiring token, which n8n renews with `preAuthentication`. */
const tokenCredential = {
	name: 'exampleTokenApi',
	displayName: 'Example Token',
	properties: [
		{
			displayName: 'Token',
			name: 'token',
			type: 'hidden',
			typeOptions: { expirable: true },
			default: '',
		},
	],
	async preAuthentication(this: IHttpRequestHelper, credentials: IDataObject) {
		const { token } = (await this.helpers.httpRequest({
			url: `${String(credentials.baseUrl)}/token`,
			method: 'POST',
		})) as { token: string };
		return { token };
	},
	authenticate: async (credentials: IDataObject, options: IHttpRequestOptions) =>
		await Promise.resolve({
			...options,
			headers: { ...options.headers, authorization: `Bearer ${String(credentials.token)}` },
		}),
} as unknown as ICredentialType;

export const apiKey = 'tenfold-secret/42+x';

const exampleNode: INodeType = {
	description: {
		displayName: 'Example',
		name: 'example',
		group: ['transform'],
		version: 1,
		description: 'Tests',
		defaults: { name: 'Example' },
		inputs: ['main'],
		outputs: ['main'],
		properties: propertiesOf(exampleService),
		credentials: credentialsOf(exampleService),
	},
	methods: methodsOf(exampleService),
	async execute() {
		return await runService(this, exampleService, this.continueOnFail());
	},
};

export interface ExampleService extends LocalServer {
	/** A server with another origin, for redirects. */
	readonly otherServer: LocalServer;
	/**
	 * Request handlers by method and path, such as `GET /things/1`, or by method and first path
	 * segment, such as `GET things`.
	 */
	readonly handlers: Map<string, Handler>;
	/** Runs an operation of the node once. */
	run(
		operation: string,
		options?: Partial<RunOptions> & {
			parameters?: IDataObject;
			data?: IDataObject;
			tokenType?: ICredentialType;
		},
	): Promise<RunResult>;
	/** Data of the token credential after the last run. */
	credentialData(): IDataObject;
	/** How often n8n read a credential in the last run. */
	credentialReads(): number;
}

export interface HandledRequest {
	readonly path: string;
	readonly query: Record<string, string>;
	readonly body: unknown;
	readonly headers: Record<string, unknown>;
}
type Handler = (request: HandledRequest) => unknown;

/** A response with its own status and headers. */
export class Reply {
	constructor(
		readonly status: number,
		readonly body?: unknown,
		readonly headers: Record<string, string> = {},
	) {}
}

/** Starts the server of the example service, and the server with another origin. */
export async function startExampleService(): Promise<ExampleService> {
	const handlers = new Map<string, Handler>();
	const listen = async (name: string): Promise<LocalServer> => {
		const options = {
			name,
			clock: new Clock(),
			faults: new Faults(),
			requests: new RequestLog(200_000),
			failureBody: (status: number, message: string) => ({ status, message }),
		};
		return await startServer(options, (app) => {
			app.all('/*', async (request, reply) => {
				const path = request.url.split('?')[0]!;
				const handler =
					handlers.get(`${request.method} ${path}`) ??
					handlers.get(`${request.method} ${path.split('/')[1]}`);
				const result = handler
					? await handler({
							path,
							query: request.query as Record<string, string>,
							body: request.body,
							headers: request.headers,
						})
					: { id: decodeURIComponent(path.split('/')[2] ?? ''), body: request.body ?? null };
				const { status, body, headers } = result instanceof Reply ? result : new Reply(200, result);
				return await reply.code(status).headers(headers).send(body);
			});
		});
	};
	const main = await listen('example');
	const otherServer = await listen('other');
	let tokenData: IDataObject = {};
	let reads = 0;
	return {
		...main,
		otherServer,
		handlers,
		credentialData: () => ({ ...tokenData }),
		credentialReads: () => reads,
		run: async (
			operationName: string,
			{
				parameters = {},
				data = {},
				tokenType = tokenCredential,
				...rest
			}: Partial<RunOptions> & { data?: IDataObject; tokenType?: ICredentialType } = {},
		) => {
			tokenData = { baseUrl: main.url, token: '', ...data };
			reads = 0;
			return await runNode(
				{
					onCredentialRead: () => reads++,
					nodeType: exampleNode,
					credentials: {
						exampleApi: {
							type: keyCredential,
							data: { baseUrl: main.url, apiKey, ...data },
						},
						exampleTokenApi: { type: tokenType, data: tokenData },
					},
				},
				{
					parameters: { resource: 'thing', operation: operationName, options: {}, ...parameters },
					...rest,
				},
			);
		},
		close: async () => {
			main.clock.stop();
			otherServer.clock.stop();
			await Promise.all([main.close(), otherServer.close()]);
		},
	};
}

/**
 * Starts the example service before the tests of a file, resets it before each test, and closes it
 * after them.
 */
export function useExampleService(): ExampleService {
	let current: ExampleService;
	beforeAll(async () => {
		current = await startExampleService();
	});
	afterAll(async () => await current.close());
	beforeEach(() => {
		current.handlers.clear();
		for (const server of [current, current.otherServer]) {
			server.faults.clear();
			server.requests.clear();
		}
	});
	return new Proxy({} as ExampleService, { get: (_, name: keyof ExampleService) => current[name] });
}

/** Input items with the fields `{ index: 0 }`, `{ index: 1 }` and so on. */
export const indexedItems = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** Selects the thing whose ID is the `index` of the item. */
export const thingByIndex = { thingId: byId('={{ $json.index }}') };
