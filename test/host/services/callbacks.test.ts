// Executions that wait by callback, with each setting of On Error: the callback resumes them, and they
// continue after Maximum Wait.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import {
	credentialsOf,
	generateItems,
	itemsOf,
	manualTrigger,
	resourceLocator,
	useSharedN8n,
	type NodeSpec,
	type SharedN8n,
} from '../kit/testN8n';

let n8n: SharedN8n;
let code: CodeService;
let media: MediaService;
let nodes: Record<'Media Generation' | 'Code Hosting', Partial<NodeSpec>>;
/** Executions that expire, by service and On Error. n8n checks for expired waits once a minute. */
const expiring: Record<string, string> = {};

const settings = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const cases = (['Media Generation', 'Code Hosting'] as const).flatMap((service) =>
	settings.map((onError) => [service, onError] as const),
);

beforeAll(async () => {
	const hour = 3_600_000;
	[code, media] = await Promise.all([
		startCodeService({ settings: { runMs: hour } }),
		startMediaService({ settings: { imageMs: hour } }),
	]);
	n8n = await useSharedN8n();
	const credentialOf = async ({ type, data }: { type: string; data: IDataObject }) =>
		credentialsOf(await n8n.createCredential(type, data));
	nodes = {
		'Media Generation': {
			type: 'n8n-nodes-tenfold.mediaGeneration',
			credentials: await credentialOf(media.credential),
			parameters: {
				resource: 'generation',
				operation: 'create',
				modelId: resourceLocator('flux-dev'),
				prompt: 'a lighthouse',
				wait: 'callback',
			},
		},
		'Code Hosting': {
			type: 'n8n-nodes-tenfold.codeHosting',
			credentials: await credentialOf(code.credential),
			parameters: {
				authentication: 'token',
				resource: 'workflow',
				operation: 'dispatchAndWait',
				owner: resourceLocator('octo-org'),
				repository: resourceLocator('hello-world'),
				workflowId: resourceLocator('release.yml'),
				ref: 'main',
				wait: 'callback',
			},
		},
	};
	for (const [service, onError] of cases)
		expiring[`${service} ${onError}`] = await suspend(service, onError, { maximumWait: 0.1 });
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all([code?.close(), media?.close()]);
});

/** Starts an execution that waits by callback. Returns its ID as soon as it waits. */
async function suspend(
	service: keyof typeof nodes,
	onError: string,
	options: IDataObject = {},
): Promise<string> {
	const { parameters, ...spec } = nodes[service];
	const { id } = await n8n.createWorkflow(`${service} ${onError}`, [
		manualTrigger,
		...generateItems(1),
		{
			...spec,
			name: 'Wait',
			parameters: {
				...parameters,
				...(service === 'Code Hosting'
					? { options: { returnRunDetails: true, ...options } }
					: { options }),
			},
			onError,
		} as NodeSpec,
	]);
	const executionId = await n8n.rest.runManually(id);
	const { status } = await n8n.rest.waitForExecution(executionId, { until: ['waiting'] });
	expect(status).toBe('waiting');
	return executionId;
}

/**
 * Completes the job or run that was started last. Media Generation sends its callback itself, and a
 * workflow of Code Hosting has a step that sends it. Returns the ID of the job or run.
 */
async function completeLast(service: keyof typeof nodes): Promise<unknown> {
	if (service === 'Media Generation') {
		const { id } = media.state.jobs.at(-1)!;
		await media.settle(id, 'completed');
		return id;
	}
	const { body } = code.requests.list('POST */dispatches').at(-1)!;
	const { resumeUrl } = (body as { inputs: IDataObject }).inputs;
	const { id } = code.world.repositories[0]!.runs.find(
		({ event }) => event === 'workflow_dispatch',
	)!;
	const { status } = await axios.post(String(resumeUrl), { id }, { proxy: false });
	expect(status).toBe(200);
	return id;
}

test.each(cases)('a callback resumes %s with On Error: %s', async (service, onError) => {
	const executionId = await suspend(service, onError);
	const id = await completeLast(service);
	const finished = await n8n.rest.waitForExecution(executionId);
	expect([finished.status, itemsOf(finished, 'Wait').map(({ json }) => json.id)]).toEqual([
		'success',
		[id],
	]);
	expect(itemsOf(finished, 'Wait')[0]!.json).not.toHaveProperty('timedOut');
});

test.each(cases)(
	'after Maximum Wait, %s with On Error: %s continues with timedOut',
	async (service, onError) => {
		const finished = await n8n.rest.waitForExecution(expiring[`${service} ${onError}`]!);
		expect([finished.status, itemsOf(finished, 'Wait').map(({ json }) => json)]).toEqual([
			'success',
			[expect.objectContaining({ timedOut: true, id: expect.anything() as unknown })],
		]);
	},
);
