// The commands and clicks in the sticky notes that make the triggers of the examples fire.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import axios from 'axios';
import type { ICredentialType, IDataObject, INode } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { deliveryCommands } from '../../tools/cli/deliveryCommands';
import { startMessage } from '../../tools/cli/startMessage';
import { eventCommand } from '../../tools/sandbox/eventCommand';
import { inRoot } from '../../tools/system/paths';
import { LOCAL_TOKEN } from '../services/codeHosting/callers';
import { LOCAL_KEY } from '../services/documentSearch/service';
import { nodes } from '../contract/kit/pack';
import { startLocalServices, type RunningServices } from '../services/list';
import { operationRunner } from './kit/executor';
import { byId } from './kit/locator';
import { polling } from './kit/polling';
import { rawServersPerTest } from './kit/rawServer';

const run = promisify(execFile);
const startRawServer = rawServersPerTest();

const examples = readdirSync(inRoot('examples')).map((file) => ({
	file,
	nodes: (JSON.parse(readFileSync(inRoot('examples', file), 'utf8')) as { nodes: INode[] }).nodes,
}));
const startedByEvents = examples.filter(
	({ nodes }) => !nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger'),
);
const nodesOf = (file: string): INode[] => examples.find((example) => example.file === file)!.nodes;

let running: RunningServices;
beforeAll(async () => (running = await startLocalServices({ firstPort: 0 })));
afterAll(async () => await running.close());

const events: Readonly<Record<string, object>> = {
	'code-hosting-alert-failed-run.json': {
		action: 'completed',
		workflow_run: { conclusion: 'failure', head_branch: 'main' },
	},
	'code-hosting-documentation-commits.json': {
		ref: 'refs/heads/main',
		commits: [{ added: [expect.stringMatching(/^docs\/\d+\.md$/)] }],
	},
	'code-hosting-triage-issues.json': {
		action: 'opened',
		issue: { title: 'Export stops with an error' },
	},
	'finance-orders-of-many-customers.json': {
		code: 'ORDER_CREATED',
		order: { order_number: '1010' },
	},
	'media-file-finished.json': { status: 'completed' },
	'search-job-finished.json': { type: 'job.completed' },
};
const CLICK_ONLY = 'code-hosting-stars-and-pushes.json';

test('each example that waits for an event says how to send one', () => {
	expect(startedByEvents.map(({ file }) => file).sort()).toEqual(
		[...Object.keys(events), CLICK_ONLY].sort(),
	);
});

test.each(Object.entries(events))(
	'the command of %s delivers its event',
	async (file, event) => {
		const { services } = running;
		const n8n = await startRawServer();
		const trigger = nodesOf(file).find(({ type }) => type.endsWith('Trigger'))!;
		if (trigger.parameters.webhook === 'create')
			await axios.post(
				`${services.codeHosting!.url}/repos/octo-org/hello-world/hooks`,
				{ events: trigger.parameters.events, config: { url: n8n.url, content_type: 'json' } },
				{ headers: { authorization: `token ${LOCAL_TOKEN}` }, proxy: false },
			);
		if (trigger.type.endsWith('.documentSearchTrigger'))
			await axios.post(
				`${services.documentSearch!.url}/v2/webhooks/endpoints`,
				{ url: n8n.url, event_types: trigger.parameters.events },
				{ headers: { authorization: `Bearer ${LOCAL_KEY}` }, proxy: false },
			);
		await run('sh', ['-c', eventCommand(nodesOf(file), n8n.url, services)!]);
		// The first delivery to a new webhook is a ping.
		const { actions } = (trigger.parameters.filters ?? {}) as { actions?: string };
		const delivered = () =>
			n8n.received
				.map(({ body }) => JSON.parse(body.toString()) as IDataObject)
				.find(({ zen, action }) => zen === undefined && (!actions || action === actions));
		for (const deadline = Date.now() + 20_000; !delivered() && Date.now() < deadline;)
			await sleep(100);
		expect(delivered()).toMatchObject(event);
	},
	40_000,
);

test('a click on Execute workflow returns events of the polling trigger', async () => {
	const trigger = nodesOf(CLICK_ONLY).find(({ type }) => type.endsWith('Trigger'))!;
	const { poll } = polling(
		{
			nodeType: new CodeHostingTrigger(),
			credentials: {
				codeHostingApi: {
					type: new CodeHostingApi(),
					data: running.services.codeHosting!.credential.data,
				},
			},
		},
		trigger.parameters,
	);
	expect((await poll('manual'))?.length).toBeGreaterThan(0);
});

test('the example for finished media names a file after the model and the job, each once', async () => {
	const { fileName } = nodesOf('media-file-finished.json').find(
		({ name }) => name === 'Write File',
	)!.parameters;
	const { credential } = running.services.mediaGeneration!;
	const echo = operationRunner(new MediaGeneration(), () => ({
		mediaGenerationApi: { type: new MediaGenerationApi(), data: credential.data },
	}));
	const item = {
		json: { model: 'flux-dev', id: 'job-1' },
		binary: {
			data: { data: '', mimeType: 'image/png', fileName: 'job-1-1.png', fileExtension: 'png' },
		},
	};
	const { items } = await echo(
		'generation',
		'create',
		{ modelId: byId('flux-dev'), prompt: fileName },
		{ items: [item] },
	);
	const generationId = byId(String(items[0]!.json.id));
	const job = await echo('generation', 'get', { generationId, simplify: false });
	expect(job.items[0]!.json.input).toMatchObject({ prompt: 'flux-dev-job-1.png' });
});

const message = (): string =>
	startMessage({
		rest: { url: 'http://127.0.0.1:5678' },
		services: running.services,
		examples: examples.map(({ file, nodes }) => ({
			workflow: { id: file, name: file, nodes },
		})),
	});

test('the start message contains the commands', () => {
	const commands = deliveryCommands(running.services);
	expect(message().match(/curl .*/g)).toHaveLength(Object.keys(events).length + commands.length);
});

test('the start message contains what a sign-in with OAuth2 needs', async () => {
	const url = /Authorization URL +(\S+)/.exec(message())![1]!;
	const callback = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
	const consent = await fetch(`${url}?redirect_uri=${callback}&state=s`, { redirect: 'manual' });
	expect(consent.headers.get('location')).toMatch(`${callback}?code=`);
	const token = await fetch(/Access Token URL +(\S+)/.exec(message())![1]!, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			code: new URL(consent.headers.get('location')!).searchParams.get('code')!,
		}),
	});
	expect(await token.json()).toHaveProperty('access_token');
});

/** The commands in docs/triggers.md. */
const documented = Array.from(
	readFileSync(inRoot('docs', 'triggers.md'), 'utf8').matchAll(/```bash\n(body=.*?)\n```/gs),
	([, command]) => command!,
);

test('each webhook trigger has a command for a test delivery, with a valid signature', async () => {
	const triggers = nodes.filter(
		({ isTrigger, description: { webhooks } }) => isTrigger && webhooks,
	);
	const commands = deliveryCommands(running.services);
	expect(commands.length + documented.length).toBe(triggers.length);
	const n8n = await startRawServer();
	const send = async (command: string): Promise<string> => {
		const env = { TEST_URL: n8n.url, SECRET: 'secret', CLIENT_SECRET: 'secret' };
		return (await run('sh', ['-c', command], { env: { ...process.env, ...env } })).stdout;
	};
	const signed = [
		['x-rutter-signature', 'base64'],
		['x-hub-signature-256', 'hex'],
	] as const;
	for (const [index, [header, encoding]] of signed.entries()) {
		await send(documented[index]!);
		const { rawHeaders, body } = n8n.received.at(-1)!;
		const signature = createHmac('sha256', 'secret').update(body).digest(encoding);
		expect(rawHeaders[rawHeaders.findIndex((one) => one.toLowerCase() === header) + 1]).toBe(
			`sha256=${signature}`,
		);
	}
	const [activityTracking, documentSearch, mediaGeneration] = commands.map(
		({ command }) => command,
	);
	await send(mediaGeneration!);
	for (const deadline = Date.now() + 20_000; n8n.received.length < 3 && Date.now() < deadline;)
		await sleep(100);
	expect(JSON.parse(n8n.received.at(-1)!.body.toString())).toMatchObject({ status: 'completed' });
	expect(JSON.parse(await send(activityTracking!))).toEqual({ statuses: [] });
	expect(JSON.parse(await send(documentSearch!))).toHaveProperty('job_id');
}, 40_000);

test('the start message contains each value of a credential that differs from the default in its form', async () => {
	const printed = message();
	for (const { credential } of Object.values(running.services)) {
		const className = credential.type[0]!.toUpperCase() + credential.type.slice(1);
		const file = (await import(`../../credentials/${className}.credentials`)) as Record<
			string,
			new () => ICredentialType
		>;
		const { properties } = new file[className]!();
		const line = printed.split('\n').find((text) => text.includes(String(credential.data.baseUrl)));
		for (const [name, value] of Object.entries(credential.data)) {
			if (value === '' || name === 'provider' || name === 'baseUrl') continue;
			const { displayName, default: initial } = properties.find((field) => field.name === name)!;
			if (value !== initial) expect(line).toContain(`${displayName} ${String(value)}`);
		}
	}
});
