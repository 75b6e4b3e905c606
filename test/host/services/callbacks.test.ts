// Executions that wait by callback, with each setting of On Error: the callback resumes them, and they
// continue after Maximum Wait.
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import {
	generateItems,
	itemsOf,
	manualTrigger,
	nodesOf,
	resourceLocator,
	startTestN8n,
	type TestN8n,
} from '../kit/testN8n';

let n8n: TestN8n;
let media: MediaService;
let credential: StoredCredential;
/** Executions that expire, by On Error. n8n checks for expired waits once a minute. */
const expiring: Record<string, string> = {};

const settings = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

beforeAll(async () => {
	media = await startMediaService({ settings: { imageMs: 3_600_000 } });
	n8n = await startTestN8n();
	credential = await n8n.createCredential('mediaGenerationApi', media.credential.data);
	for (const onError of settings) expiring[onError] = await suspend(onError, { maximumWait: 0.1 });
});
afterAll(async () => {
	await n8n?.close();
	await media?.close();
});

const node = nodesOf('mediaGeneration', () => credential, {
	modelId: resourceLocator('flux-dev'),
	prompt: 'a lighthouse',
	wait: 'callback',
});

/** Starts an execution that waits by callback. Returns its ID as soon as it waits. */
async function suspend(
	onError: (typeof settings)[number],
	options: IDataObject = {},
): Promise<string> {
	const { id } = await n8n.createWorkflow(onError, [
		manualTrigger,
		...generateItems(1),
		node('Wait', 'generation', 'create', { options }, { onError }),
	]);
	const executionId = await n8n.rest.runManually(id);
	const { status } = await n8n.rest.waitForExecution(executionId, { until: ['waiting'] });
	expect(status).toBe('waiting');
	return executionId;
}

test.each(settings)('a callback resumes the execution with On Error: %s', async (onError) => {
	const executionId = await suspend(onError);
	const { id } = media.state.jobs.at(-1)!;
	await media.settle(id, 'completed');
	const finished = await n8n.rest.waitForExecution(executionId);
	expect([finished.status, itemsOf(finished, 'Wait').map(({ json }) => json.id)]).toEqual([
		'success',
		[id],
	]);
	expect(itemsOf(finished, 'Wait')[0]!.json).not.toHaveProperty('timedOut');
});

test.each(settings)(
	'after Maximum Wait, the execution continues with timedOut, with On Error: %s',
	async (onError) => {
		const finished = await n8n.rest.waitForExecution(expiring[onError]!);
		expect([finished.status, itemsOf(finished, 'Wait').map(({ json }) => json)]).toEqual([
			'success',
			[expect.objectContaining({ timedOut: true, id: expect.anything() as unknown })],
		]);
	},
);
