import { actionNodes, triggerNodes } from '../../../../tools/builtInNodes/counterparts';
import { convertBuiltInNode, shownParameters } from '../../../../tools/convert/builtInNode';
import { builtInForm, type BuiltInParameter } from '../../../../tools/convert/forms';

const node = (type: string, parameters: object = {}, more: object = {}) => ({
	name: 'Node',
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1.1,
	parameters: parameters as Record<string, unknown>,
	...more,
});
const converted = (type: string, parameters: object = {}, more: object = {}) =>
	convertBuiltInNode(node(type, parameters, more))!;
const parametersOf = (type: string, parameters: object = {}, more: object = {}) =>
	converted(type, parameters, more).node!.parameters!;

const name = (value: string) => ({ __rl: true, mode: 'name', value });
const id = (value: string) => ({ __rl: true, mode: 'id', value });
const repository = { owner: 'octo-org', repository: 'hello-world' };
const inRepository = { owner: name('octo-org'), repository: name('hello-world') };

describe('defaults of n8n', () => {
	test('an empty GitHub node creates an issue', () => {
		expect(converted('github').to).toBe('Code Hosting, Issue: Create');
		expect(parametersOf('github')).toEqual({
			resource: 'issue',
			operation: 'create',
			simplify: false,
		});
	});

	test.each([
		['file', 'Code Hosting, File: Create'],
		['repository', 'Code Hosting, Issue: Get Many'],
		['release', 'Code Hosting, Release: Create'],
		['user', 'Code Hosting, User: Get Many Repositories'],
		['workflow', 'Code Hosting, Workflow: Dispatch'],
	])('of the resource %s', (resource, to) => expect(converted('github', { resource }).to).toBe(to));

	test('the limit of n8n stays, also if it is the default', () => {
		expect(parametersOf('googleTasks', { operation: 'getAll', task: 'a' })).toMatchObject({
			limit: 20,
		});
		expect(
			parametersOf('github', { resource: 'release', operation: 'getAll', limit: 7 }),
		).toMatchObject({ limit: 7 });
	});

	test('the ref of a workflow is main in version 1, and empty in version 1.1', () => {
		const parameters = { resource: 'workflow' };
		expect(parametersOf('github', parameters, { typeVersion: 1 })).toMatchObject({ ref: 'main' });
		expect(parametersOf('github', parameters)).not.toHaveProperty('ref');
	});

	test('Strava has a sport type as of version 1.1, and a free text before', () => {
		expect(parametersOf('strava', { sport_type: 'Ride' })).toMatchObject({ sportType: 'Ride' });
		expect(parametersOf('strava', { type: 'Hike' }, { typeVersion: 1 })).toMatchObject({
			sportType: 'Hike',
		});
	});
});

describe('values', () => {
	test('texts, locators and URLs become locators', () => {
		const owner = { __rl: true, mode: 'list', value: 'octo-org', cachedResultName: 'octo-org' };
		const url = { __rl: true, mode: 'url', value: 'https://github.com/octo-org/hello-world' };
		expect(
			parametersOf('github', { operation: 'get', owner, repository: url, issueNumber: 3 }),
		).toMatchObject({ owner, repository: url, issueNumber: id('3') });
		expect(
			parametersOf('github', { operation: 'get', ...repository, issueNumber: '={{ $json.n }}' }),
		).toMatchObject({ ...inRepository, issueNumber: id('={{ $json.n }}') });
	});

	test('names become one text, or a list if they contain a comma or an expression', () => {
		const labels = (...all: string[]) =>
			(
				parametersOf('github', { labels: all.map((label) => ({ label })) })
					.additionalFields as Record<string, unknown>
			).issueLabels;
		expect(labels('bug', 'help wanted')).toBe('bug, help wanted');
		expect(labels('a, b', 'c')).toBe('={{ ["a, b", "c"] }}');
		expect(labels('={{ $json.kind }}', '=from {{ $json.x }}')).toBe(
			`={{ [($json.kind), ["from ", ($json.x)].join('')] }}`,
		);
	});

	test('identities become one text', () => {
		const author = { name: 'Mona Lisa', email: '={{ $json.email }}' };
		expect(
			parametersOf('github', {
				resource: 'file',
				additionalParameters: { author, branch: { branch: 'dev' } },
			}).options,
		).toEqual({ author: '=Mona Lisa <{{ $json.email }}>', branch: 'dev' });
	});

	test.each([
		[{ binaryData: true }, 'file'],
		[{ fileContent: 'Hello, world' }, undefined],
		// n8n's node stores it decoded.
		[{ fileContent: 'R3LDvMOfZQ==' }, 'base64'],
		[{ fileContent: '={{ $json.data.base64Encode() }}' }, 'base64'],
		[{ fileContent: '={{ JSON.stringify($json) }}' }, undefined],
		[{ fileContent: '=# {{ $json.title }}' }, undefined],
		[{ binaryData: '={{ $json.isFile }}' }, "={{ ($json.isFile) ? 'file' : 'text' }}"],
	])('the content of %j is %s', (parameters, contentFrom) =>
		expect(parametersOf('github', { resource: 'file', ...parameters }).contentFrom).toBe(
			contentFrom,
		),
	);

	test('content that is known only when the workflow runs is tested then', () => {
		const { contentFrom } = parametersOf('github', {
			resource: 'file',
			fileContent: '={{ $json.content }}',
		});
		expect(contentFrom).toMatch(
			/^=\{\{ .*\.test\(\(\$json\.content\)\) \? 'base64' : 'text' \}\}$/,
		);
	});

	test.each([
		['approve', 'APPROVE'],
		['requestChanges', 'REQUEST_CHANGES'],
		['pending', undefined],
	])('the event of a review: %s is %s', (event, reviewEvent) =>
		expect(parametersOf('github', { resource: 'review', event }).reviewEvent).toBe(reviewEvent),
	);

	test('a limit of the wait is in minutes', () => {
		const wait = (values: object) =>
			parametersOf('github', {
				resource: 'workflow',
				operation: 'dispatchAndWait',
				options: { limitWaitTime: { values } },
			}).options;
		expect(wait({ resumeAmount: 2, resumeUnit: 'hours' })).toEqual({ maximumWait: 120 });
		expect(wait({})).toEqual({ maximumWait: 60 });
	});

	test('an empty text clears a field in GitHub, and nothing in Google Tasks', () => {
		expect(
			parametersOf('github', { operation: 'edit', editFields: { body: '', labels: [] } }),
		).toMatchObject({ updateFields: { newBody: '', issueLabels: '' } });
		expect(
			parametersOf('googleTasks', {
				operation: 'update',
				updateFields: { notes: '', title: 'New' },
			}).updateFields,
		).toEqual({ title: 'New' });
	});
});

describe('output', () => {
	test('Simplify is off, and a folder is read completely', () => {
		expect(parametersOf('github', { resource: 'file', operation: 'list' })).toMatchObject({
			returnAll: true,
			simplify: false,
		});
	});

	test('a file without binary data is JSON with Base64', () => {
		const file = { resource: 'file', operation: 'get', asBinaryProperty: false };
		expect(parametersOf('github', file)).toMatchObject({ returnAs: 'json' });
		expect(converted('github', file).output).toBeUndefined();
	});

	test('another output becomes API Request: Send, with the same request', () => {
		expect(
			parametersOf('github', {
				resource: 'workflow',
				operation: 'list',
				owner: { __rl: true, mode: 'url', value: 'https://github.com/octo-org' },
				repository: '={{ $json.name }}',
			}),
		).toEqual({
			resource: 'apiRequest',
			operation: 'send',
			requestUrl: '=/repos/octo-org/{{ $json.name }}/actions/workflows',
		});
		expect(
			parametersOf('strava', { operation: 'getStreams', activityId: '7', keys: ['time'] }),
		).toMatchObject({
			requestUrl: '/activities/7/streams',
			requestQuery: {
				rows: [
					{ name: 'keys', value: 'time' },
					{ name: 'key_by_type', value: 'true' },
				],
			},
		});
	});

	test("an empty list of tasks still returns an item, as in n8n's node without Return All", () => {
		const list = (returnAll: boolean) =>
			converted('googleTasks', { operation: 'getAll', returnAll }).node!.alwaysOutputData;
		expect([list(false), list(true)]).toEqual([true, undefined]);
	});

	test.each(['create', 'get', 'getAll', 'update'])(
		"later nodes read the due date as a time, as in n8n's node: %s",
		(operation) => {
			const { due } = converted('googleTasks', { operation }).output as Record<string, string>;
			const read = (item: object): unknown =>
				new Function('item', `return ${due!.replaceAll('{item}', 'item')}`)(item);
			expect(read({ due: '2026-12-05' })).toBe('2026-12-05T00:00:00.000Z');
			expect(read({})).toBeUndefined();
		},
	);
});

describe('tools', () => {
	test('keep their description and the values of the model', () => {
		const parameters = {
			descriptionType: 'manual',
			toolDescription: 'Deletes a task',
			operation: 'delete',
			task: 'a',
			taskId: "={{ $fromAI('task') }}",
		};
		const { node: tool, remarks } = converted('googleTasksTool', parameters);
		expect(tool).toMatchObject({
			type: 'n8n-nodes-tenfold.taskListTool',
			parameters: {
				descriptionType: 'manual',
				toolDescription: 'Deletes a task',
				taskId: id("={{ $fromAI('task') }}"),
				allowIrreversible: true,
			},
		});
		expect(remarks).toHaveLength(1);
	});

	test('get no fields that tools do not have', () =>
		expect(
			parametersOf('githubTool', { resource: 'file', operation: 'get', asBinaryProperty: false }),
		).not.toHaveProperty('returnAs'));
});

describe('credentials', () => {
	test.each([
		['accessToken', 'githubApi', 'codeHostingApi', undefined],
		['oAuth2', 'githubOAuth2Api', 'codeHostingOAuth2Api', 'oAuth2'],
		['githubAppApi', 'githubAppApi', 'codeHostingAppApi', 'app'],
	])('%s', (authentication, type, ours, value) => {
		const { node: result, credential } = converted(
			'github',
			{ authentication },
			{ credentials: { [type]: { id: '7', name: 'GitHub' }, other: { id: '8', name: 'x' } } },
		);
		expect(result!.credentials).toEqual({ [ours]: { id: null, name: 'GitHub' } });
		expect(result!.parameters!.authentication).toBe(value);
		expect(credential).toMatchObject({ type: ours, name: 'GitHub' });
	});
});

describe('triggers', () => {
	test.each([
		['*', '*', ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked']],
		['activity', '*', ['activityCreated', 'activityUpdated', 'activityDeleted']],
		['*', 'update', ['activityUpdated', 'accessRevoked']],
		['athlete', 'update', ['accessRevoked']],
	])('Strava: %s, %s', (object, event, events) =>
		expect(parametersOf('stravaTrigger', { object, event }).events).toEqual(events),
	);

	test('an event that Strava never sends stays', () => {
		const { node: result, remarks } = converted('stravaTrigger', {
			object: 'athlete',
			event: 'create',
		});
		expect(result).toBeUndefined();
		expect(remarks[0]!.what).toMatch(/Strava does not send it/);
	});

	test('GitHub', () =>
		expect(
			converted('githubTrigger', {
				...repository,
				events: ['push'],
				options: { insecureSSL: true },
			}).node,
		).toMatchObject({
			type: 'n8n-nodes-tenfold.codeHostingWebhookTrigger',
			parameters: { ...inRepository, events: ['push'], options: { ignoreSslIssues: true } },
		}));
});

test.each([
	[{ operation: '={{ $json.operation }}' }, /is an expression/],
	[{ authentication: '={{ $json.kind }}' }, /is an expression/],
	[{ resource: 'file', operation: 'createUpdate' }, /does not offer/],
])('%j stays, with the reason', (parameters, reason) => {
	const { node: result, remarks } = converted('github', parameters);
	expect(result).toBeUndefined();
	expect(remarks[0]!.what).toMatch(reason);
	expect(remarks[0]!.todo).toBeDefined();
});

test('parameters that n8n does not read are in the report', () =>
	expect(converted('github', { gistId: 'abc' }).remarks).toEqual([
		{ what: "The parameter gistId is omitted, because n8n's node does not read it." },
	]));

describe('nothing is dropped silently', () => {
	/** Values that differ from every default, in the form that n8n stores them. */
	const sample = ({ name: parameter, default: preset, entries }: BuiltInParameter): unknown => {
		if (parameter === 'options' && entries?.includes('limitWaitTime'))
			return { limitWaitTime: { values: { resumeAmount: 77, resumeUnit: 'minutes' } } };
		if (['labels', 'assignees'].includes(parameter)) return [{ [entries![0]!]: 'marker' }];
		if (entries) return Object.fromEntries(entries.map((entry) => [entry, sampleEntry(entry)]));
		if (parameter === 'keys') return ['marker'];
		if (parameter === 'inputs') return '{"a":"marker"}';
		if (typeof preset === 'boolean') return !preset;
		return typeof preset === 'number' ? 77 : 'marker';
	};
	const sampleEntry = (entry: string): unknown => {
		if (entry === 'author' || entry === 'committer') return { name: 'marker', email: 'marker' };
		if (entry === 'branch') return { branch: 'marker' };
		if (entry === 'labels') return [{ label: 'marker' }];
		if (entry === 'assignees') return [{ assignee: 'marker' }];
		return 'marker';
	};
	const own = ['resource', 'operation', 'authentication'];

	const actions = Object.entries(actionNodes).flatMap(([type, { operations }]) =>
		Object.keys(operations).map((key) => [type, key] as const),
	);

	test.each(actions)(
		'%s %s: every parameter is mapped, or the report says why not',
		(type, key) => {
			const form = builtInForm(type);
			const [resource, operation] = key.split(':');
			for (const version of form.versions) {
				const base = converted(type, { resource, operation }, { typeVersion: version });
				const shown = shownParameters(form, version, { resource, operation });
				for (const parameter of form.parameters) {
					if (!(parameter.name in shown) || own.includes(parameter.name)) continue;
					const all = sample(parameter) as Record<string, unknown>;
					const values =
						parameter.entries && !Array.isArray(all)
							? Object.keys(all).map((entry) => ({ [entry]: all[entry] }))
							: [all];
					for (const value of values) {
						const given = { resource, operation, [parameter.name]: value };
						const result = converted(type, given, { typeVersion: version });
						const isSeen =
							JSON.stringify(result.node) !== JSON.stringify(base.node) ||
							result.remarks.length > base.remarks.length;
						expect([parameter.name, value, isSeen]).toEqual([parameter.name, value, true]);
					}
				}
			}
		},
	);

	test.each(Object.keys(triggerNodes))('%s', (type) => {
		const form = builtInForm(type);
		const base = JSON.stringify(converted(type));
		const unseen = form.parameters.filter(
			(parameter) =>
				parameter.name !== 'authentication' &&
				JSON.stringify(
					converted(type, {
						[parameter.name]:
							parameter.name === 'object'
								? 'activity'
								: parameter.name === 'event'
									? 'create'
									: parameter.name === 'events'
										? ['push']
										: sample(parameter),
					}),
				) === base,
		);
		expect(unseen.map((parameter) => parameter.name)).toEqual([]);
	});
});
