/** A scratch service that exists in tests alone: every policy of the engine in one small catalogue, and the server that answers it. */
import {
	type ICredentialType,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INodeType,
} from 'n8n-workflow';
import { operation, resource, service } from '../../../nodes/engine/catalogue';
import { file, flag, id, integer, text } from '../../../nodes/engine/fields';
import { methodsOf } from '../../../nodes/engine/lookup';
import { byCursor } from '../../../nodes/engine/paging';
import { credentialsOf, propertiesOf } from '../../../nodes/engine/properties';
import { Refusal } from '../../../nodes/engine/refusal';
import { runService } from '../../../nodes/engine/run';
import { Faults } from '../../services/kit/faults';
import { RequestLog } from '../../services/kit/requestLog';
import { startServer, type LocalServer } from '../../services/kit/server';
import { Clock } from '../../services/kit/clock';
import { runNode, scratchNode, type RunOptions, type RunResult } from './executor';

const thingId = id('Thing', {
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

export const scratch = service({
	name: 'scratch',
	label: 'Scratch',
	credentials: [
		{ value: 'key', label: 'Key', type: 'scratchApi' },
		{ value: 'token', label: 'Token', type: 'scratchTokenApi', renews: true },
		{ value: 'none', label: 'None' },
	],
	address: ({ baseUrl }) => String(baseUrl),
	default: 'thing',
	backOffMs: 2,
	wideIds: ['wideId'],
	resources: {
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
					replay: 'keyed',
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
					scope: 'things:write',
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
					replay: 'never',
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
								entry.bad ? new Refusal(String(entry.bad)) : [{ json: entry }],
							);
						},
					},
				}),
				upload: operation({
					name: 'Upload',
					action: 'Upload a thing',
					request: 'PUT /files/upload',
					replay: 'safe',
					fields: { property: file('Input Binary Field', { default: 'data', required: true }) },
				}),
				download: operation({
					name: 'Download',
					action: 'Download a thing',
					request: 'GET /files/{thingId}',
					output: 'binary',
					fields: { thingId },
				}),
			},
		}),
	},
	complaint: (body) => {
		const { code, message } = (body ?? {}) as { code?: string; message?: string };
		return { code, text: message };
	},
	errors: {
		busy: { message: 'Scratch is busy', hint: 'Wait', again: 'safe' },
		spent: { message: 'Scratch has no money', hint: 'Pay', again: 'never' },
	},
	codex: { categories: ['Development'], aliases: [] },
});

/** A credential like those of the pack: a function that adds one header. */
export const scratchCredential = {
	name: 'scratchApi',
	displayName: 'Scratch',
	properties: [],
	authenticate: async (credentials: IDataObject, options: IHttpRequestOptions) =>
		await Promise.resolve({
			...options,
			headers: { ...options.headers, authorization: `Bearer ${String(credentials.apiKey)}` },
		}),
} as unknown as ICredentialType;

/** A credential whose token ends; n8n fetches another one when it is told so. */
export const renewedCredential = {
	name: 'scratchTokenApi',
	displayName: 'Scratch Token',
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

export const secretKey = 'tenfold-secret/42+x';

export const node: INodeType = Object.assign(
	scratchNode(
		{ properties: propertiesOf(scratch), credentials: credentialsOf(scratch) },
		async function () {
			return await runService(this, scratch);
		},
	),
	{ methods: methodsOf(scratch) },
);

export interface Scratch extends LocalServer {
	/** Another origin, for redirects and files. */
	readonly elsewhere: LocalServer;
	/** Answers by path, beside the standing ones. */
	readonly answers: Map<string, Answering>;
	run(
		operation: string,
		options?: Partial<RunOptions> & {
			parameters?: IDataObject;
			data?: IDataObject;
			tokenType?: ICredentialType;
		},
	): Promise<RunResult>;
	/** The renewed credential as the last run left it. */
	credentialData(): IDataObject;
}

export interface Asked {
	readonly path: string;
	readonly query: Record<string, string>;
	readonly body: unknown;
	readonly headers: Record<string, unknown>;
}
type Answering = (asked: Asked) => unknown;

/** Answer with a status and headers of its own. */
export class Reply {
	constructor(
		readonly status: number,
		readonly body?: unknown,
		readonly headers: Record<string, string> = {},
	) {}
}

/** Starts the scratch service with its second origin. */
export async function startScratch(): Promise<Scratch> {
	const answers = new Map<string, Answering>();
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
				const asked = {
					path,
					query: request.query as Record<string, string>,
					body: request.body,
					headers: request.headers,
				};
				const answering =
					answers.get(`${request.method} ${path}`) ??
					answers.get(`${request.method} ${path.split('/')[1]}`);
				const answer = answering
					? await answering(asked)
					: { id: decodeURIComponent(path.split('/')[2] ?? ''), body: request.body ?? null };
				const { status, body, headers } = answer instanceof Reply ? answer : new Reply(200, answer);
				return await reply.code(status).headers(headers).send(body);
			});
		});
	};
	const main = await listen('scratch');
	const elsewhere = await listen('elsewhere');
	let kept: IDataObject = {};
	return {
		...main,
		elsewhere,
		answers,
		credentialData: () => ({ ...kept }),
		run: async (
			name: string,
			{
				parameters = {},
				data = {},
				tokenType = renewedCredential,
				...rest
			}: Partial<RunOptions> & { data?: IDataObject; tokenType?: ICredentialType } = {},
		) => {
			kept = { baseUrl: main.url, token: '', ...data };
			return await runNode(
				{
					nodeType: node,
					credentials: {
						scratchApi: {
							type: scratchCredential,
							data: { baseUrl: main.url, apiKey: secretKey, ...data },
						},
						scratchTokenApi: { type: tokenType, data: kept },
					},
				},
				{ parameters: { resource: 'thing', operation: name, options: {}, ...parameters }, ...rest },
			);
		},
		close: async () => {
			main.clock.stop();
			elsewhere.clock.stop();
			await Promise.all([main.close(), elsewhere.close()]);
		},
	};
}

/** The scratch service of a test file: started before its tests, emptied before each, closed after them. */
export function useScratch(): Scratch {
	let current: Scratch;
	beforeAll(async () => {
		current = await startScratch();
	});
	afterAll(async () => await current.close());
	beforeEach(() => {
		current.answers.clear();
		for (const server of [current, current.elsewhere]) {
			server.faults.clear();
			server.requests.clear();
		}
	});
	return new Proxy({} as Scratch, { get: (_, name: keyof Scratch) => current[name] });
}

/** Input items with a number each. */
export const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** The thing of the item's own number. */
export const ofItem = { thingId: { __rl: true, mode: 'id', value: '={{ $json.index }}' } };
