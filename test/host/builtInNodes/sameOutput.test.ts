// Same input, same output: n8n's own node and the converted one run in n8n's executor against the same
// responses. n8n's nodes come from the installed n8n. Differences that a user must know are listed
// below, and on docs/from-built-in-nodes.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { actionNodes } from '../../../tools/builtInNodes/counterparts';
import { convertWorkflow } from '../../../tools/convert/convert';
import { ensureN8n } from '../../../tools/n8n/install';
import { inRoot } from '../../../tools/system/paths';
import { credentials as packCredentials, nodes, services } from '../../contract/kit/pack';
import { bytesOf, runNode, type NodeSetup, type RunOptions } from '../../workflow/kit/executor';
import { publishedResponses } from '../../workflow/kit/publishedResponses';
import { startRawServer, type RawServer } from '../../workflow/kit/rawServer';

let server: RawServer;
let folder: string;

beforeAll(async () => {
	({ folder } = await ensureN8n());
	server = await startRawServer();
}, 2_400_000);
afterAll(async () => await server.close());

const bearer = {
	properties: [],
	authenticate: async (_: IDataObject, options: IDataObject) => await Promise.resolve(options),
};

const sources: Readonly<Record<string, string>> = {
	github: 'Github/Github',
	strava: 'Strava/Strava',
	googleTasks: 'Google/Task/GoogleTasks',
	httpRequest: 'HttpRequest/V3/HttpRequestV3',
};

/** n8n's node. It is bundled, because Jest cannot load the ES modules that it requires. */
function builtInNode(name: string): INodeType {
	const file = inRoot('build', 'builtInNodes', `${name}.cjs`);
	const { outputFiles } = buildSync({
		entryPoints: [
			join(folder, 'node_modules/n8n-nodes-base/dist/nodes', `${sources[name]!}.node.js`),
		],
		write: false,
		bundle: true,
		platform: 'node',
		external: ['n8n-workflow', 'n8n-core'],
		// Only tools of AI agents use it, and it cannot be bundled.
		alias: { jsdom: 'node:util' },
		logLevel: 'error',
	});
	// n8n's nodes for Strava and Google have a fixed host.
	const code = outputFiles[0]!.text.replace(
		/https:\/\/www\.(?:strava|googleapis)\.com/g,
		server.url,
	);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, code);
	type NodeClass = new (base: object) => INodeType;
	const [Loaded] = Object.values(jest.requireActual<Record<string, NodeClass>>(file));
	return new Loaded!({ name, displayName: name });
}

const builtInNodes = new Map<string, INodeType>();

/** n8n's node with a credential. */
function builtIn(name: string): NodeSetup {
	const oAuth2 = {
		data: {
			clientId: 'id',
			clientSecret: 'secret',
			oauthTokenData: { access_token: 'token', token_type: 'Bearer' },
		},
	};
	const credentials: Readonly<Record<string, NodeSetup['credentials']>> = {
		github: { githubApi: { type: bearer as never, data: { server: server.url } } },
		strava: { stravaOAuth2Api: oAuth2 },
		googleTasks: { googleTasksOAuth2Api: oAuth2 },
		httpRequest: {},
	};
	if (!builtInNodes.has(name)) builtInNodes.set(name, builtInNode(name));
	return { nodeType: builtInNodes.get(name)!, credentials: credentials[name]! };
}

/** The node of this pack with the credential of the converted node. */
function ours(name: string, credentialType: string): NodeSetup {
	const { nodeType } = nodes.find(({ description }) => description.name === name)!;
	const { type } = packCredentials.find((one) => one.type.name === credentialType)!;
	const basePath = name === 'activityTracking' ? '/api/v3' : '';
	return {
		nodeType,
		credentials: {
			[credentialType]: {
				type,
				data: {
					provider: 'other',
					baseUrl: server.url + basePath,
					token: 'token',
					accessToken: 'token',
					clientId: 'id',
					clientSecret: 'secret',
					vendor: 'GitHub',
					apiVersion: '2022-11-28',
					scheme: 'Bearer',
					oauthTokenData: { access_token: 'token', token_type: 'Bearer' },
				},
			},
		},
	};
}

interface Outcome {
	readonly items: INodeExecutionData[];
	/** Methods, paths and bodies of the writes. */
	readonly writes: unknown[];
	readonly error?: string;
}

async function run(setup: NodeSetup, options: RunOptions): Promise<Outcome> {
	server.received.length = 0;
	const { items, error } = await runNode(setup, options);
	const writes = server.received
		.filter(({ method }) => method !== 'GET')
		.map(({ method, target, body }) => [
			method,
			target.split('?')[0]!.replace(/%2F/gi, '/'),
			sentValues(body.toString()),
		]);
	return { items, writes, error: error?.message };
}

/** The sent values without those that have no effect. n8n's node for Strava sends a form. */
function sentValues(body: string): unknown {
	if (body === '') return {};
	const values = body.startsWith('{')
		? (JSON.parse(body) as IDataObject)
		: Object.fromEntries(new URLSearchParams(body));
	return Object.fromEntries(
		Object.entries(values)
			.filter(([, value]) => value !== false && value !== '' && String(value) !== '')
			.map(([name, value]) => [
				name,
				typeof value === 'object' ? value : String(value).replace('.000Z', 'Z'),
			]),
	);
}

const locator = (value: string) => ({ __rl: true, mode: 'name', value });

/** Parameters of n8n's nodes that are not the default. */
const values: Readonly<Record<string, unknown>> = {
	owner: locator('octo-org'),
	repository: locator('hello-world'),
	workflowId: { __rl: true, mode: 'filename', value: 'ci.yml' },
	ref: locator('main'),
	organization: 'octo-org',
	email: 'mona@example.com',
	filePath: 'docs/guide.md',
	asBinaryProperty: false,
	fileContent: 'Grüße',
	commitMessage: 'Update the guide',
	title: 'The export is empty',
	body: 'Since this morning',
	labels: [{ label: 'bug' }, { label: 'a, b' }],
	assignees: [{ assignee: 'octocat' }],
	issueNumber: '={{ $json.number }}',
	pullRequestNumber: '={{ $json.number }}',
	commentId: 42,
	reviewId: '80',
	release_id: '1',
	releaseTag: 'v1.0.0',
	base: 'main',
	head: 'feature',
	event: 'comment',
	editFields: { title: 'New', state: 'closed' },
	additionalFields: { name: 'First', draft: true },
	activityId: '={{ $json.number }}',
	name: 'Morning ride',
	sport_type: 'Ride',
	startDate: '2026-12-05T08:00:00.000Z',
	elapsedTime: 3600,
	keys: ['time', 'distance'],
	updateFields: { name: 'New', title: 'New' },
	task: 'MTIzNDU2',
	taskId: 'dGFzay1udW1iZXItMQ',
};

const published = Object.fromEntries(
	services.map((service) => [service.name, publishedResponses(service)]),
);

/** Answers that the published responses of the service do not have. */
function answer(method: string, path: string, response: ServerResponse): boolean {
	const json = (body: unknown, status = 200): boolean => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		return true;
	};
	const file = {
		type: 'file',
		name: 'guide.md',
		path: 'docs/guide.md',
		sha: 'abc',
		size: 6,
		encoding: 'base64',
		content: Buffer.from('# Hi\n').toString('base64'),
		download_url: 'https://raw.example.com/guide.md',
		html_url: 'https://github.com/x',
	};
	const summary = { id: 12345678987654, name: 'Ride', sport_type: 'Ride', map: { polyline: 'a' } };
	if (/\/activities$/.test(path)) return json(method === 'GET' ? [summary] : summary);
	if (/\/activities\/\d+$/.test(path)) return json({ ...summary, athlete: { id: 1 } });
	if (/\/contents\//.test(path) && method === 'GET')
		return json(path.endsWith('guide.md') ? file : [file]);
	if (/\/contents$/.test(path)) return json([file]);
	if (/\/contents\//.test(path))
		return json({
			content: method === 'DELETE' ? null : file,
			commit: { sha: 'def', html_url: 'https://github.com/c', message: 'Update the guide' },
		});
	if (/\/streams$/.test(path))
		return json({ time: { data: [0, 1], series_type: 'distance' }, distance: { data: [0, 2.5] } });
	return false;
}

/**
 * Operations whose output differs in the way that the reason says. The page about the migration
 * contains them.
 */
const different: Readonly<Record<string, string>> = {
	'file:delete': 'returns what it deleted',
	'release:delete': 'returns deleted instead of success',
	'task:delete': 'returns deleted instead of success',
	'issue:lock': "returns what it locked. n8n's node returns its input items",
	'workflow:disable': 'returns the new state instead of an empty item',
	'workflow:enable': 'returns the new state instead of an empty item',
	'workflow:dispatch': 'returns the workflow instead of an empty item',
	'repository:getProfile': "returns the profile. n8n's node requests the root of the API",
	'workflow:dispatchAndWait': 'waits until it is resumed. convertedWorkflows.test.ts runs it',
};

const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** IDs above 2^53 are texts in this pack, and Strava's IDs always. */
const withoutTypesOfIds = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, inner: unknown) =>
			/(?:^|_)id$/.test(key) && typeof inner === 'number' ? String(inner) : inner,
		),
	) as unknown;

const without = (values: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const linksOf = ({ items }: Outcome) => items.map(({ pairedItem }) => clean(pairedItem));

async function runBoth(
	name: string,
	key: string,
	settings: RunOptions['settings'],
	more: IDataObject,
	fails?: number,
): Promise<Record<'before' | 'after', Outcome>> {
	const { counterpart } = actionNodes[name]!;
	const [resource, operation] = key.split(':') as [string, string];
	server.respond = (response, received, request) => {
		const path = received.target.split('?')[0]!.replace(/%2F/gi, '/');
		if (fails !== undefined && path.includes(String(fails)))
			return void response
				.writeHead(404, { 'content-type': 'application/json' })
				.end('{"message":"Not Found"}');
		if (/[?&]page=[2-9]/.test(received.target))
			return void response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
		if (answer(received.method, path, response)) return;
		return published[counterpart]!.respondWithVariant(0, server.url)(response, received, request);
	};
	const setup = builtIn(name);
	const parameters = { resource, operation, ...values, ...more } as IDataObject;
	const node = {
		name: 'Under Test',
		type: `n8n-nodes-base.${name}`,
		typeVersion: 1.1,
		parameters,
		credentials: Object.fromEntries(
			Object.keys(setup.credentials).map((type) => [type, { name: type }]),
		),
	};
	const { workflow } = convertWorkflow({ nodes: [node] });
	const converted = workflow.nodes[0]!;
	const items: INodeExecutionData[] = [{ json: { number: 1347 } }, { json: { number: 1348 } }];
	// n8n omits what the form does not show.
	const before = await run(setup, {
		parameters,
		items,
		settings: { typeVersion: 1.1, ...settings },
	});
	// The kit for tests knows only credentials that extend n8n's OAuth2 credential directly.
	const [type] = counterpart === 'taskList' ? ['taskListApi'] : Object.keys(converted.credentials!);
	const after = await run(ours(counterpart, type!), {
		parameters: {
			...(converted.parameters as IDataObject),
			...(counterpart === 'taskList' ? { authentication: 'accessToken' } : {}),
		},
		items,
		settings: { typeVersion: converted.typeVersion, ...settings },
	});
	return { before, after };
}

const bothFiles = async () =>
	await runBoth('github', 'file:get', {}, { asBinaryProperty: true, binaryPropertyName: 'guide' });

describe.each(['github', 'strava', 'googleTasks'])('%s', (name) => {
	const { operations } = actionNodes[name]!;
	const keys = Object.keys(operations);

	const both = async (
		key: string,
		settings: RunOptions['settings'] = {},
		more: IDataObject = {},
		fails?: number,
	) => await runBoth(name, key, settings, more, fails);

	test.each(keys.filter((key) => !(key in different)))('%s', async (key) => {
		const { before, after } = await both(key, {}, key === 'file:list' ? { filePath: 'docs' } : {});
		expect(after.error).toBeUndefined();
		expect(before.error).toBeUndefined();
		expect(before.items.length).toBeGreaterThan(0);
		const jsonOf = ({ items }: Outcome) => items.map(({ json }) => withoutTypesOfIds(json));
		expect(jsonOf(after)).toMatchObject(jsonOf(before) as never);
		expect(linksOf(after)).toEqual(linksOf(before));
		expect(after.writes).toEqual(before.writes);
	});

	const failing = { github: 'issue:get', strava: 'activity:get', googleTasks: 'task:get' }[name]!;

	test('a failed item is a text in error, linked to its input', async () => {
		const { before, after } = await both(
			failing,
			{ onError: 'continueRegularOutput' },
			{ taskId: '={{ $json.number }}' },
			1348,
		);
		const errors = ({ items }: Outcome) => items.map(({ json }) => typeof json.error);
		expect(errors(before)).toEqual(['undefined', 'string']);
		expect(errors(after)).toEqual(errors(before));
		expect(Object.keys(after.items[1]!.json)).toEqual(Object.keys(before.items[1]!.json));
		expect(linksOf(after)).toEqual(linksOf(before));
	});
});

test('GitHub, File: Get returns the same file in the same binary property', async () => {
	const { before, after } = await bothFiles();
	const files = async ({ items }: Outcome) =>
		await Promise.all(
			items.map(async ({ binary = {} }) =>
				Object.fromEntries(
					await Promise.all(
						Object.entries(binary).map(async ([property, data]) => [
							property,
							(await bytesOf(data)).toString(),
						]),
					),
				),
			),
		);
	expect(await files(after)).toEqual(await files(before));
	expect(await files(before)).toEqual([{ guide: '# Hi\n' }, { guide: '# Hi\n' }]);
});

describe('HTTP Request and API Request: Send', () => {
	const github = 'https://api.github.com';
	const body = (parameters: object[]) => ({
		method: 'POST',
		sendBody: true,
		bodyParameters: { parameters },
	});

	test.each<[string, IDataObject]>([
		['a list', { url: `=${github}/list/{{ $json.number }}` }],
		['a record', { url: `${github}/record` }],
		[
			'a query in the URL',
			{ url: `${github}/record?q=is:pr+is:merged+merged:>=2026-01-01&a=1&a=2` },
		],
		[
			'query parameters',
			{
				url: `${github}/record`,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'q', value: 'a+b &c' }] },
			},
		],
		[
			'a JSON query',
			{
				url: `${github}/record`,
				sendQuery: true,
				specifyQuery: 'json',
				jsonQuery: '{"a":"x","b":2}',
			},
		],
		[
			'body fields',
			{
				url: `${github}/record`,
				...body([
					{ name: 'a', value: '5' },
					{ name: 'b', value: '={{ 5 }}' },
				]),
			},
		],
		[
			'nested body fields',
			{
				url: `${github}/record`,
				...body([{ name: 'tree[0].path', value: '={{ $json.number }}' }]),
			},
		],
		[
			'a JSON body',
			{
				url: `${github}/record`,
				method: 'PATCH',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={"number": {{ $json.number }}, "text": "5"}',
			},
		],
		[
			'headers and status',
			{ url: `${github}/record`, options: { response: { response: { fullResponse: true } } } },
		],
	])('%s', async (_, parameters) => {
		const queries: string[] = [];
		server.respond = (response, { target }) => {
			queries.push(new URLSearchParams(target.split('?')[1]).toString());
			response
				.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
				.end(JSON.stringify(target.startsWith('/list') ? [{ a: 1 }, { a: 2 }] : { b: [1] }));
		};
		const items = [{ json: { number: 1347 } }, { json: { number: 1348 } }];
		const node = { name: 'Send', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
		const converted = convertWorkflow({ nodes: [node] }).workflow.nodes[0]!;
		const before = await run(builtIn('httpRequest'), {
			parameters: JSON.parse(
				JSON.stringify(parameters).replaceAll(github, server.url),
			) as IDataObject,
			items,
			settings: { typeVersion: 4.2 },
		});
		const sent = queries.splice(0);
		const others = without(converted.parameters as IDataObject, 'authentication');
		const after = await run(ours('codeHosting', 'codeHostingApi'), { parameters: others, items });
		expect([before.error, after.error]).toEqual([undefined, undefined]);
		const jsonOf = ({ items: all }: Outcome) =>
			all.map(({ json }) => without(json, 'headers', 'statusMessage'));
		expect(jsonOf(after)).toEqual(jsonOf(before));
		expect(before.items.length).toBeGreaterThan(1);
		expect(linksOf(after)).toEqual(linksOf(before));
		expect(after.writes).toEqual(before.writes);
		expect(queries).toEqual(sent);
	});
});
