// All polling triggers in one n8n that is killed when it has received the response of a poll, and
// with polls that take longer than n8n allows.
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredWorkflow } from '../../../tools/n8n/restTypes';
import { pollingScenarios, type PollingScenario } from '../../workflow/kit/pollingScenarios';
import { retryInterrupted } from '../kit/interrupted';
import { durablePolling, itemsOf, startTestN8n, type NodeSpec, type TestN8n } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';

const isDurable = Object.keys(durablePolling).length > 0;
const pollTimeoutS = 10;
/** The triggers poll at the same time, so that one kill hits all of them. */
const pollTimes = { item: [{ mode: 'custom', cronExpression: '0 * * * * *' }] };

interface Watched extends Awaited<ReturnType<PollingScenario['start']>> {
	readonly name: string;
	readonly workflow: StoredWorkflow;
}

let n8n: TestN8n;
const watched: Watched[] = [];

beforeAll(async () => {
	n8n = await startTestN8n({ N8N_SCHEDULER_POLL_TIMEOUT: String(pollTimeoutS) });
	for (const [name, { file, parameters, start }] of Object.entries(pollingScenarios)) {
		const started = await start();
		const [[type, { data }]] = Object.entries(started.credentials!) as [
			[string, { data: Record<string, unknown> }],
		];
		const credential = await n8n.createCredential(type, data as never);
		const trigger: NodeSpec = {
			name: 'Watch',
			type: `n8n-nodes-tenfold.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
			parameters: { ...parameters, pollTimes } as never,
			credentials: { [type]: { id: credential.id, name: credential.name } },
		};
		const workflow = await n8n.createWorkflow(file, [
			trigger,
			{ name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
		]);
		watched.push({ ...started, name, workflow });
	}
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all(watched.map(async ({ service }) => await service.close()));
});

const clearRequests = (): void => watched.forEach(({ service }) => service.requests.clear());
/** Waits until every trigger has received the responses of a poll. */
const polls = async (): Promise<void> =>
	await waitUntil('a poll of every trigger', () =>
		watched.every(({ service: { requests } }) => requests.total > 0 && requests.inFlight === 0),
	);

/** Keys of the events in successful executions, by trigger. */
async function received(): Promise<Record<string, unknown[]>> {
	const keys = watched.map(async ({ name, workflow }) => {
		const executions = (await n8n.rest.executions(workflow.id)).filter(
			({ status }) => status === 'success',
		);
		const runs = await Promise.all(executions.map(async ({ id }) => await n8n.rest.execution(id)));
		const items = runs.flatMap((run) => itemsOf(run, 'Watch'));
		return [name, items.map(({ json }) => json.eventKey ?? json.id)] as const;
	});
	return Object.fromEntries(await Promise.all(keys));
}
const waitForEvents = async (count: number): Promise<void> =>
	await waitUntil(
		`${count} events of every trigger`,
		async () => Object.values(await received()).every((keys) => new Set(keys).size >= count),
		300_000,
		async () => `${JSON.stringify(await received())}\n${n8n.process.logs.slice(-20).join('\n')}`,
	);
async function expectNoRepetition(): Promise<void> {
	for (const [name, keys] of Object.entries(await received()))
		expect([name, keys]).toEqual([name, [...new Set(keys)]]);
}

test('events since the activation are emitted', async () => {
	for (const { workflow } of watched) await n8n.rest.activate(workflow.id);
	await polls();
	await sleep(1000);
	for (const { happen } of watched) happen('Since the activation');
	await waitForEvents(1);
	await expectNoRepetition();
});

test('no event is lost or processed twice when n8n is killed between a poll and its execution', async () => {
	for (const { happen } of watched) happen('Before the crash');
	clearRequests();
	await polls();
	await n8n.process.kill();
	for (const { happen } of watched) happen('After the crash');
	await n8n.process.restart();
	// The next poll emits the events of interrupted executions again, unless they are in n8n's record of
	// processed items. A user retries these executions.
	await waitForEvents(2);
	for (const { name, workflow } of watched)
		if (new Set((await received())[name]).size < 3) await retryInterrupted(n8n.rest, workflow.id);
	await waitForEvents(3);
	await expectNoRepetition();
});

(isDurable ? test : test.skip)(
	'events of a poll that takes longer than n8n allows are emitted by a later poll',
	async () => {
		for (const { service, happen } of watched) {
			service.faults.add({ latencyMs: (pollTimeoutS + 5) * 1000, count: 1 });
			happen('During the long poll');
		}
		await waitForEvents(4);
		const abandoned = n8n.process.logs.filter((line) => line.includes('Poll exceeded its timeout'));
		expect(abandoned.length).toBeGreaterThanOrEqual(watched.length);
		await expectNoRepetition();
	},
);
