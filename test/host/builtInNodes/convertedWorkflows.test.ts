// Workflows that are shaped like what users share, executed in a real n8n: as they are, and converted.
// Every node returns the same items, and the services contain the same afterwards. n8n's nodes for
// Strava and Google, and HTTP Request nodes, have fixed addresses, so a proxy binds the local services
// to them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { convertWorkflow } from '../../../tools/convert/convert';
import { parseWorkflows, type Workflow } from '../../../tools/convert/workflow';
import type { Execution } from '../../../tools/n8n/execution';
import type { WorkflowSource } from '../../../tools/n8n/restTypes';
import { waitForWebhook } from '../../../tools/n8n/webhooks';
import { inRoot } from '../../../tools/system/paths';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import type { Issue, Pull } from '../../services/codeHosting/discussions';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import type { NewWebhookEvent } from '../../services/codeHosting/webhooks';
import { frozenClock } from '../../services/kit/clock';
import type { Fields } from '../../services/kit/records';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { connectMcpClient } from '../agents/mcpServer';
import { ensureOpenssl, opensslMissing } from '../kit/certificate';
import { startProviderProxy, type ProviderProxy } from '../kit/providerProxy';
import { startTestN8n, type TestN8n } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';

const isAvailable = ensureOpenssl();
if (!isAvailable && process.env.CI) throw new Error(opensslMissing);
if (!isAvailable) console.log(`Skipped: converted workflows. ${opensslMissing}`);

const folder = inRoot('test', 'unit', 'tools', 'convert', 'workflows');
const names = readdirSync(folder)
	.map((file) => file.replace('.json', ''))
	.filter((name) => /^[\w-]+$/.test(name));

interface Local {
	readonly code: CodeService;
	readonly activities: ActivityService;
	readonly tasks: TaskService;
}

/** Starts a workflow, and returns what it returned. */
type Start = (local: Local, id: string) => Promise<unknown>;

interface Case {
	/** Changes the data of the services before the workflow runs. */
	prepare?(local: Local): void;
	/** Default: the Manual Trigger. */
	readonly start?: Start;
	/** What the workflow changes in the services, unless the items contain it. */
	changed?(local: Local): unknown;
	/**
	 * Nodes whose items have other fields, as docs/from-built-in-nodes.md says. Their number, links and
	 * files are compared.
	 */
	readonly otherFields?: readonly string[];
}

const now = Date.now();

let n8n: TestN8n;
let proxy: ProviderProxy;

const repositoryOf = ({ code }: Local, name = 'hello-world') =>
	code.world.repositories.find((repository) => repository.name === name)!;
const recordsOf = <T extends Fields>({ code }: Local, name: string): T[] =>
	code.records.of(`/repos/octo-org/hello-world/${name}`);

/** The files in a folder of a repository, by path. */
const filesIn = (local: Local, path: string, repository?: string): Record<string, string> => {
	const { contents } = repositoryOf(local, repository);
	return Object.fromEntries(
		[...contents.treeOf()]
			.filter(([file]) => file.startsWith(path))
			.map(([file, { sha }]): [string, string] => [file, String(contents.blobs.get(sha))]),
	);
};
const write = (local: Local, files: Record<string, string>): void =>
	void repositoryOf(local).contents.write(
		'main',
		'Add files',
		new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
	);

const manually: Start = async (_, id) => {
	const execution = await n8n.rest.waitForExecution(await n8n.rest.runManually(id));
	return outputOf(execution);
};

/** Activates the workflow, and waits until it has received the event. */
const onEvent =
	(send: (local: Local) => Promise<boolean>): Start =>
	async (local, id) => {
		await n8n.rest.activate(id);
		await waitUntil('an accepted event', async () => await send(local));
		await waitUntil('the execution', async () => (await n8n.rest.executions(id)).length > 0);
		const first = (await n8n.rest.executions(id)).at(-1)!;
		const execution = await n8n.rest.waitForExecution(first.id);
		await n8n.rest.deactivate(id);
		return outputOf(execution);
	};

const onGitHubEvent = (event: (local: Local) => NewWebhookEvent): Start =>
	onEvent(async (local) => {
		const { webhooks } = local.code;
		const guid = local.code.emit(event(local));
		await webhooks.settled();
		return webhooks.log.some((entry) => entry.guid === guid && entry.status_code === 200);
	});

/** Calls the tools as an agent would, and returns what the model receives. */
const callTools: Start = async (_, id) => {
	await n8n.rest.activate(id);
	const url = `${n8n.process.url}/mcp/tasks`;
	await waitForWebhook(url);
	const session = await connectMcpClient(url, '');
	const call = async (tool: string, parameters: IDataObject): Promise<string> => {
		const { text, isError } = await session.call(tool, parameters);
		expect([isError, text]).toEqual([false, text]);
		return text;
	};
	const added = await call('Add Task', {
		Title: 'Water the plants',
		Notes: 'All of them',
		Due_Date: '2026-12-05T00:00:00.000Z',
	});
	const listed = await call('Get Tasks', { Return_All: true });
	const first = (JSON.parse(listed) as Array<{ id: string }>)[0]!;
	const deleted = await call('Delete Task', { Task_ID: first.id });
	await session.close();
	await n8n.rest.deactivate(id);
	// The new node returns what it deleted, and n8n's node only that it succeeded.
	expect(JSON.parse(deleted)).toHaveLength(1);
	return [added, listed].map((text) => JSON.parse(text) as unknown);
};

const cases: Readonly<Record<string, Case>> = {
	backup: {
		prepare: (local) =>
			write(local, {
				'workflows/b2.json': JSON.stringify({ id: 'b2', name: 'Old', nodes: [] }, null, 2),
			}),
		changed: (local) => filesIn(local, 'workflows/'),
	},
	coach: {
		start: onEvent(async ({ activities }) => {
			const ride = activities.world.activities.find(({ sport_type: type }) => type === 'Ride')!;
			return (await activities.push({ object_id: ride.id })).includes(200);
		}),
		changed: ({ activities }) => activities.world.activities.map(({ description }) => description),
		otherFields: ['New Activity', 'Rides Only'],
	},
	'csv-files': {
		prepare: (local) => write(local, { 'data/a.csv': 'x,y\n1,2\n', 'data/b.txt': 'no' }),
		changed: (local) => filesIn(local, 'import/', 'spoon-knife'),
		otherFields: ['Get File'],
	},
	'deletion-sync': {
		prepare: (local) => write(local, { 'workflows/a1.json': '{}', 'workflows/gone.json': '{}' }),
		changed: (local) => filesIn(local, 'workflows/'),
		otherFields: ['Delete File'],
	},
	gist: {},
	loop: {
		changed: (local) =>
			recordsOf<Issue>(local, 'issues')
				.filter(({ title }) => ['Export', 'Import'].includes(title))
				.map(({ title, body, labels, assignees }) => ({ title, body, labels, assignees })),
		otherFields: ['Lock Issue'],
	},
	'release-notes': {
		prepare: (local) => {
			const [pull] = recordsOf<Pull>(local, 'pulls');
			const merged_at = new Date(now).toISOString();
			Object.assign(pull!, { merged_at });
			const issue = recordsOf<Issue>(local, 'issues').find(({ number }) => number === pull!.number);
			const pull_request = { ...issue!.pull_request, merged_at };
			Object.assign(issue!, { state: 'closed', pull_request });
		},
	},
	review: {
		start: onGitHubEvent((local) => ({
			event: 'pull_request',
			payload: { action: 'opened', number: recordsOf<Pull>(local, 'pulls')[0]!.number },
		})),
	},
	'tasks-mcp': {
		prepare: ({ tasks }) => {
			tasks.records.lists[0]!.id = 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow';
		},
		start: callTools,
		changed: ({ tasks }) => tasks.records.lists,
	},
	triage: {
		start: onGitHubEvent((local) => ({
			event: 'issues',
			payload: {
				action: 'opened',
				issue: { number: recordsOf<Issue>(local, 'issues')[0]!.number },
			},
		})),
		changed: (local) => recordsOf(local, 'issues/comments'),
	},
};

/** The runs of each node. */
const outputOf = ({ nodes, error }: Execution): Record<string, NodeItems[][][]> => {
	expect(error).toBeUndefined();
	return Object.fromEntries(
		Object.entries(nodes).map(([node, runs]) => [
			node,
			runs.map(({ outputs }) => outputs.map((items) => items.map(itemOf))),
		]),
	);
};

const itemOf = ({ json, binary = {}, pairedItem }: INodeExecutionData) => ({
	json,
	pairedItem,
	binary: Object.fromEntries(
		Object.entries(binary).map(([property, { fileName, mimeType, fileSize }]) => [
			property,
			{ fileName, mimeType, fileSize },
		]),
	),
});

/**
 * Replaces random values, and what docs/from-built-in-nodes.md says that differs. The result can have
 * more fields in the converted workflow.
 */
const comparable = (value: unknown, otherFields: readonly string[]): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, inner: unknown) => {
			if (otherFields.includes(key)) return (inner as NodeItems[][][]).map(withoutJson);
			// Some IDs are texts, because JavaScript would round them. Those of tasks are random.
			if (/(?:^|_)id$/.test(key) && inner !== null) return Number(inner);
			if (key === 'etag' || String(inner).startsWith('http://127.0.0.1')) return 'random';
			// A day, which expressions in later nodes read as a time.
			if (key === 'due') return String(inner).slice(0, 10);
			// The new trigger omits the headers that do not come from GitHub.
			if (key === 'headers' || key === 'query') return undefined;
			// The texts differ.
			return key === 'error' ? typeof inner : inner;
		}),
	) as unknown;

type NodeItems = ReturnType<typeof itemOf>;
const withoutJson = (outputs: readonly NodeItems[][]) =>
	outputs.map((items) => items.map((item) => ({ ...item, json: {} })));

/** Data of credentials as a user enters it, by type. */
function credentialData({ code, activities, tasks }: Local): Record<string, IDataObject> {
	const { token } = code.credential.data;
	const oAuth2 = (accessToken: unknown, more: IDataObject = {}): IDataObject => ({
		clientId: 'tenfold-client',
		clientSecret: 'tenfold-client-secret',
		oauthTokenData: { token_type: 'Bearer', access_token: accessToken as string },
		...more,
	});
	const gitHub = oAuth2(token);
	const strava = oAuth2(activities.credential.data.accessToken);
	const google = oAuth2(tasks.credential.data.accessToken);
	return {
		githubApi: { user: '', accessToken: token },
		githubOAuth2Api: gitHub,
		stravaOAuth2Api: strava,
		googleTasksOAuth2Api: google,
		httpHeaderAuth: { name: 'Authorization', value: `Bearer ${token}` },
		codeHostingApi: { token },
		codeHostingOAuth2Api: gitHub,
		activityTrackingOAuth2Api: strava,
		taskListOAuth2Api: google,
	};
}

const workflowIn = (file: string): Workflow =>
	parseWorkflows(readFileSync(file, 'utf8')).workflows[0]!;

/** The workflow on GitHub calls the URL in its input resumeUrl. */
const dispatching: Case = {
	async start({ code }, id) {
		const execution = await n8n.rest.runManually(id);
		await n8n.rest.waitForExecution(execution, { until: ['waiting'] });
		const { body } = code.requests.list('POST */dispatches').at(-1)!;
		const { resumeUrl } = (body as { inputs: { resumeUrl: string } }).inputs;
		await axios.post(resumeUrl, { artifact: 'app.zip' }, { proxy: false });
		return outputOf(await n8n.rest.waitForExecution(execution));
	},
	changed: ({ code }) => code.requests.count('POST */dispatches'),
	otherFields: ['Deploy'],
};

const dispatchAndWait = workflowIn(join(__dirname, 'dispatchAndWait.json'));

(isAvailable ? describe : describe.skip)('converted workflows', () => {
	beforeAll(async () => {
		proxy = await startProviderProxy([
			'api.github.com',
			'www.strava.com',
			'www.googleapis.com',
			'tasks.googleapis.com',
		]);
		n8n = await startTestN8n(proxy.env);
	});
	afterAll(async () => {
		await n8n?.close();
		await proxy?.close();
	});

	async function startLocal(): Promise<Local> {
		const local = {
			// The same time for both, so that the responses contain the same times.
			code: await startCodeService({ clock: frozenClock(now) }),
			activities: await startActivityService(),
			tasks: await startTaskService({ clock: frozenClock(now) }),
		};
		proxy.route({
			'https://api.github.com': local.code.url,
			// n8n's node uses another path than the one that Strava documents.
			'https://www.strava.com/api/v3/activities?': `${local.activities.url}/athlete/activities?`,
			'https://www.strava.com/api/v3': local.activities.url,
			'https://www.googleapis.com': local.tasks.url,
			'https://tasks.googleapis.com': local.tasks.url,
		});
		return local;
	}

	/** Creates the credentials that the workflow names, and imports the workflow as it is. */
	async function importWorkflow(source: Workflow, local: Local): Promise<string> {
		const data = credentialData(local);
		const stored = await n8n.rest.credentials();
		for (const { credentials = {} } of source.nodes)
			for (const [type, { name }] of Object.entries(
				credentials as Record<string, { name: string }>,
			))
				if (data[type] && !stored.some((one) => one.type === type && one.name === name))
					stored.push(await n8n.rest.createCredential({ name, type, data: data[type] }));
		const { id } = await n8n.rest.createWorkflow(source as unknown as WorkflowSource);
		return id;
	}

	async function run(
		{ prepare, start = manually, changed, otherFields = [] }: Case,
		workflow: Workflow,
	) {
		const local = await startLocal();
		try {
			prepare?.(local);
			const output = await start(local, await importWorkflow(workflow, local));
			// Every node was executed, so that its items are compared.
			if (start !== callTools)
				expect(Object.keys(output as object).sort()).toEqual(
					workflow.nodes.map((node) => node.name).sort(),
				);
			return comparable({ output, changed: changed?.(local) }, otherFields);
		} finally {
			await Promise.all(Object.values(local).map(async (service) => await service.close()));
		}
	}

	test.each(names)('%s', async (name) => {
		const original = workflowIn(join(folder, `${name}.json`));
		const before = await run(cases[name]!, original);
		const after = await run(cases[name]!, convertWorkflow(original).workflow);
		expect(after).toMatchObject(before as never);
	});

	test('later nodes read what a workflow on GitHub sent', async () => {
		const before = await run(dispatching, dispatchAndWait);
		const after = await run(dispatching, convertWorkflow(dispatchAndWait).workflow);
		expect(after).toMatchObject(before as never);
	});
});
