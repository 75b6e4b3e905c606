import { convertWorkflow } from '../../../../tools/convert/convert';
import { convertHttpRequest } from '../../../../tools/convert/httpRequest';

const node = (parameters: object, more: object = {}) => ({
	name: 'Node',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: parameters as Record<string, unknown>,
	...more,
});
const converted = (parameters: object, more: object = {}) =>
	convertHttpRequest(node(parameters, more));
const parametersOf = (parameters: object, more: object = {}) =>
	converted(parameters, more)!.node!.parameters!;
const github = 'https://api.github.com';

describe('services', () => {
	test.each([
		[`${github}/repos/a/b`, 'codeHosting', '/repos/a/b'],
		['=https://api.github.com/repos/{{ $json.name }}', 'codeHosting', '=/repos/{{ $json.name }}'],
		['https://www.strava.com/api/v3/athlete', 'activityTracking', '/athlete'],
		[
			'https://tasks.googleapis.com/tasks/v1/users/@me/lists',
			'taskList',
			'/tasks/v1/users/@me/lists',
		],
		[
			'https://www.googleapis.com/tasks/v1/users/@me/lists',
			'taskList',
			'/tasks/v1/users/@me/lists',
		],
		[
			'https://dbc-1.cloud.databricks.com/api/2.0/token/list',
			'workspaceToken',
			'/api/2.0/token/list',
		],
		['https://api.fra.unikraft.cloud/v1/instances', 'instanceCloud', '/instances'],
		['https://production.rutterapi.com/versioned/connections', 'financeData', '/connections'],
		[
			'https://migrationcenter.googleapis.com/v1/projects/p/locations/l/assets',
			'migrationAssessment',
			'/v1/projects/p/locations/l/assets',
		],
		[
			'https://doubleclicksearch.googleapis.com/doubleclicksearch/v2/conversion',
			'searchAdsConversions',
			'/conversion',
		],
		['https://api.runcaptain.com/v3/collections', 'documentSearch', '/v3/collections'],
		// A path outside the base path stays complete, because it has the same origin.
		[
			'https://production.rutterapi.com/connections',
			'financeData',
			'https://production.rutterapi.com/connections',
		],
	])('%s', (url, name, requestUrl) => {
		expect(converted({ url })!.node).toMatchObject({
			type: `n8n-nodes-tenfold.${name}`,
			parameters: { resource: 'apiRequest', operation: 'send', requestUrl },
		});
	});

	test.each([
		'https://example.com/repos',
		'https://api.github.com.example.com/repos',
		'https://evil.com/https://api.github.com/x',
		'https://raw.githubusercontent.com/a/b/main/x.md',
		'https://www.googleapis.com/drive/v3/files',
		'https://www.strava.com/oauth/token',
		'https://www.strava.com/api/v3/oauth/token',
		'http://api.github.com/repos',
		'={{ $json.url }}',
		'',
	])('%s is not converted', (url) => expect(converted({ url })).toBeUndefined());
});

describe('requests', () => {
	test('query, headers and body', () => {
		expect(
			parametersOf({
				method: 'POST',
				url: `${github}/repos/a/b/issues`,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'q', value: '={{ $json.q }}' }, { name: '' }] },
				sendHeaders: true,
				headerParameters: {
					parameters: [
						{ name: 'Accept', value: 'application/vnd.github+json' },
						{ name: 'Content-Type', value: 'application/json' },
						{},
					],
				},
				sendBody: true,
				bodyParameters: { parameters: [{ name: 'title', value: 'New' }] },
				options: { timeout: 5000, batching: { batch: { batchSize: 1, batchInterval: 200 } } },
			}),
		).toEqual({
			authentication: 'none',
			resource: 'apiRequest',
			operation: 'send',
			requestMethod: 'POST',
			requestUrl: '/repos/a/b/issues',
			requestQuery: { rows: [{ name: 'q', value: '={{ $json.q }}' }] },
			requestBody: 'fields',
			requestFields: { rows: [{ name: 'title', value: 'New' }] },
			options: {
				requestHeaders: { rows: [{ name: 'Accept', value: 'application/vnd.github+json' }] },
				requestOptions: { timeout: 5000, batchSize: 1, batchPause: 200 },
			},
		});
	});

	test('JSON in the query and in the body', () =>
		expect(
			parametersOf({
				method: 'PATCH',
				url: `${github}/gists/1`,
				sendQuery: true,
				specifyQuery: 'json',
				jsonQuery: '{"a":1}',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={"a": "{{ $json.a }}"}',
			}),
		).toMatchObject({
			requestBody: 'json',
			requestJson: '={"a": "{{ $json.a }}"}',
			options: { requestQueryJson: '{"a":1}' },
		}));

	test('names of body fields with dots and brackets become nested properties', () => {
		const parameters = [
			{ name: 'base_tree', value: '={{ $json.sha }}' },
			{ name: 'tree[0].path', value: 'a.txt' },
			{ name: 'tree[1].path', value: 'b.txt' },
		];
		const body = (typeVersion: number) =>
			parametersOf(
				{ method: 'POST', url: `${github}/x`, sendBody: true, bodyParameters: { parameters } },
				{ typeVersion },
			);
		expect(body(4).requestJson).toBe(
			'={{ ({ "base_tree": ($json.sha), "tree": [({ "path": "a.txt" }), ({ "path": "b.txt" })] }) }}',
		);
		expect(body(3)).toMatchObject({ requestBody: 'fields' });
	});

	test('line breaks in the URL are removed, as by the HTTP client', () =>
		expect(parametersOf({ url: `=${github}/x?a={{ 1 }}\n&b=2\n` }).requestUrl).toBe(
			'=/x?a={{ 1 }}&b=2',
		));
});

describe('responses', () => {
	const response = (values: object, path = '/x', more: object = {}) =>
		converted({ url: github + path, options: { response: { response: values } }, ...more })!;

	test('text has another property', () => {
		const result = response({ responseFormat: 'text', outputPropertyName: 'page' });
		expect(result.node!.parameters).toMatchObject({ responseAs: 'text' });
		expect(result.output).toEqual({ page: 'value' });
	});

	test('a file keeps the name of its property', () =>
		expect(
			response({ responseFormat: 'file', outputPropertyName: 'log' }).node!.parameters,
		).toMatchObject({ responseAs: 'file', options: { outputProperty: 'log' } }));

	test('headers and status', () => {
		const result = response({ fullResponse: true });
		expect(result.node!.parameters).toMatchObject({ options: { fullResponse: true } });
		expect(result.output).toEqual({ statusMessage: null });
	});

	test('an option without a counterpart is in the report', () =>
		expect(
			converted({ url: `${github}/x`, options: { queryParameterArrays: 'indices' } })!.remarks,
		).toEqual([
			{ what: 'The option queryParameterArrays is omitted, because API Request has none like it.' },
		]));

	test('n8n detects text and files by their type', () => {
		const accept = {
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Accept', value: 'application/vnd.github.raw' }] },
		};
		expect(response({}, '/x', accept).node!.parameters).toMatchObject({ responseAs: 'text' });
		expect(response({}, '/repos/a/b/zipball/main').node!.parameters).toMatchObject({
			responseAs: 'file',
		});
	});
});

describe('credentials', () => {
	const result = (parameters: object, credentials: object = {}) =>
		converted({ url: `${github}/user`, ...parameters }, { credentials })!;

	test('of n8n and generic ones', () => {
		expect(
			result(
				{ authentication: 'predefinedCredentialType', nodeCredentialType: 'githubOAuth2Api' },
				{ githubOAuth2Api: { id: '1', name: 'GitHub' } },
			).node,
		).toMatchObject({
			parameters: { authentication: 'oAuth2' },
			credentials: { codeHostingOAuth2Api: { id: null, name: 'GitHub' } },
		});
		expect(
			result(
				{ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
				{ httpHeaderAuth: { id: '1', name: 'Token' } },
			).node!.credentials,
		).toEqual({ codeHostingApi: { id: null, name: 'Token' } });
	});

	test('a token in a header is not copied', () => {
		const {
			node: sent,
			remarks,
			credential,
		} = result({
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'Authorization', value: 'Bearer ghp_secret' }] },
		});
		expect(JSON.stringify([sent, remarks])).not.toContain('ghp_secret');
		expect(sent!.parameters).not.toHaveProperty('authentication');
		expect(credential!.type).toBe('codeHostingApi');
		expect(remarks[0]!.todo).toMatch(/Create the credential/);
	});

	test('a credential of one account is named with its host', () =>
		expect(
			converted({ url: 'https://api.fra.unikraft.cloud/v1/instances' })!.credential,
		).toMatchObject({ label: 'Instance Cloud API', host: 'api.fra.unikraft.cloud' }));
});

describe('what stays an HTTP Request node', () => {
	test.each([
		[{ options: { pagination: { pagination: {} } } }, /Pagination/],
		[{ options: { response: { response: { neverError: true } } } }, /Never Error/],
		[{ options: { proxy: 'http://proxy' } }, /proxy/],
		[{ options: { allowUnauthorizedCerts: true } }, /SSL/],
		[{ method: 'POST', sendBody: true, contentType: 'multipart-form-data' }, /multipart/],
		[{ method: 'OPTIONS' }, /OPTIONS/],
		[{ authentication: 'genericCredentialType', genericAuthType: 'httpQueryAuth' }, /credential/],
		[{ sendHeaders: true, specifyHeaders: 'json', jsonHeaders: '={{ $json.h }}' }, /headers/],
	])('%j', (parameters, reason) => {
		const result = converted({ url: `${github}/repos/a/b/issues`, ...parameters })!;
		expect(result.node).toBeUndefined();
		expect(result.remarks[0]!.what).toMatch(reason);
		expect(result.remarks[0]!.todo).toBeDefined();
	});

	test('version 2, which returns lists as one item', () =>
		expect(converted({ url: `${github}/x` }, { typeVersion: 2 })!.node).toBeUndefined());

	test('a node whose host is an expression gets the credential of this pack', () => {
		const { node: kept, remarks } = converted(
			{
				url: '={{ $json.url }}/x',
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'githubApi',
			},
			{ credentials: { githubApi: { id: '1', name: 'GitHub' } } },
		)!;
		expect(kept).toMatchObject({
			type: 'n8n-nodes-base.httpRequest',
			parameters: { nodeCredentialType: 'codeHostingApi' },
			credentials: { codeHostingApi: { id: null, name: 'GitHub' } },
		});
		expect(remarks).toEqual([
			{ what: expect.stringMatching(/host of its URL is an expression/) as string },
		]);
	});

	test('n8n may not allow it to use a credential with which a user signed in', () =>
		expect(
			converted({
				url: '={{ $json.url }}/x',
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'githubOAuth2Api',
			})!.remarks[0]!.todo,
		).toMatch(/Allowed HTTP Request Domains is set to None/));
});

describe('errors of failed items', () => {
	const after = (onError: string | undefined, leftValue: string) => {
		const { workflow, report } = convertWorkflow({
			nodes: [
				node({ url: `${github}/repos/a/b` }, { onError }),
				{ name: 'If', type: 'n8n-nodes-base.if', parameters: { leftValue } },
			],
			connections: { Node: { main: [[{ node: 'If' }]] } },
		});
		expect(report.nodes[0]!.remarks).toEqual([]);
		return workflow.nodes[1]!.parameters!.leftValue;
	};

	test('later nodes read a text instead of an object with a message', () => {
		expect(after('continueRegularOutput', '={{ $json.error.message }}')).toBe(
			'={{ ($json.error && { message: $json.error }).message }}',
		);
		expect(after('continueRegularOutput', '={{ $json.name }}')).toBe('={{ $json.name }}');
		expect(after(undefined, '={{ $json.error.message }}')).toBe('={{ $json.error.message }}');
	});
});

test.each([
	['GET', '/repos/a/b/issues', 'Code Hosting, Issue: Get Many'],
	['POST', '/repos/{{ $json.o }}/{{ $json.r }}/issues', 'Code Hosting, Issue: Create'],
	['GET', '/repos/a/b/releases/latest', 'Code Hosting, Release: Get Latest'],
	['GET', '/unknown', undefined],
])('%s %s is the operation %s', (method, path, offer) =>
	expect(converted({ method, url: `=${github}${path}` })!.offer).toBe(offer),
);

test('a tool keeps its description', () =>
	expect(
		converted(
			{ url: `${github}/x`, toolDescription: 'Reads x' },
			{ type: 'n8n-nodes-base.httpRequestTool' },
		)!.node,
	).toMatchObject({
		type: 'n8n-nodes-tenfold.codeHostingTool',
		parameters: { toolDescription: 'Reads x', allowIrreversible: true },
	}));
