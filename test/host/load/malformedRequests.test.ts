/** Webhook addresses under 64 connections of garbage: they stay up, take the genuine deliveries, and start nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startFinanceService, type FinanceService } from '../../services/financeData/service';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import { garbage } from './malformedRequests';
import { itemsOf, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredWorkflow } from '../../../tools/n8n/restTypes';

const connections = 64;
const genuine = 8;

let stage: Stage;
let media: MediaService;
let finance: FinanceService;

beforeAll(async () => {
	[media, finance] = await Promise.all([
		startMediaService({ settings: { imageMs: 0, attachMs: 0 } }),
		startFinanceService(),
	]);
	stage = await openStage();
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await Promise.all([media?.close(), finance?.close()]);
}, 60_000);

async function listening(
	name: string,
	type: string,
	path: string,
	credential: { type: string; data: Record<string, string> },
	parameters: IDataObject,
): Promise<{ workflow: StoredWorkflow; url: string }> {
	const { id, name: called } = await stage.credential(credential.type, credential.data);
	const trigger: NodeSpec = {
		name,
		type: `n8n-nodes-tenfold.${type}`,
		parameters: parameters as NodeSpec['parameters'],
		credentials: { [credential.type]: { id, name: called } },
	};
	const workflow = await stage.workflow(name, [
		trigger,
		{ name: 'After', type: 'n8n-nodes-base.noOp' },
	]);
	return { workflow, url: await stage.listen(workflow, path) };
}

/** Ids of jobs that are done, so that a callback about them is believed. */
async function finishedJobs(): Promise<string[]> {
	const headers = { authorization: `Bearer ${String(media.credential.data.apiKey)}` };
	const made = Array.from(
		{ length: genuine },
		async () =>
			(
				await axios.post<IDataObject>(
					`${media.url}/api/v2/generations`,
					{ model: 'flux-dev', prompt: 'x' },
					{ headers, proxy: false },
				)
			).data.id,
	);
	const ids = (await Promise.all(made)).map(String);
	for (const id of ids) await media.settle(id, 'completed').catch(() => undefined);
	return ids;
}

test('genuine deliveries start one execution each while 64 connections send garbage, which starts none', async () => {
	const signed = await listening('Signed', 'financeDataTrigger', 'events', finance.credential, {
		events: ['created'],
	});
	const finished = await listening(
		'Finished',
		'mediaGenerationTrigger',
		'finished',
		media.credential,
		{ filters: {}, options: {} },
	);
	const jobs = await finishedJobs();
	const before = stage.n8n.rss();
	let most = before;
	const watch = setInterval(() => {
		if (stage.n8n.pid !== undefined) most = Math.max(most, stage.n8n.rss());
	}, 50);
	let isOver = false;
	const noise = garbage([signed.url, finished.url], connections, () => isOver);

	/** Delivers as the services do: what n8n was too busy to take is delivered again. n8n answers 503 by itself while its database does not keep up. */
	const post = async (
		url: string,
		body: string,
		headers: Record<string, string>,
		tries = 20,
	): Promise<number> => {
		const { status } = await axios.post(url, body, {
			headers,
			proxy: false,
			timeout: 120_000,
			validateStatus: () => true,
			transformRequest: (same: string) => same,
		});
		if (status !== 503 || tries === 1) return status;
		await sleep(1000);
		return await post(url, body, headers, tries - 1);
	};
	const statuses: number[] = [];
	const deliver = async (index: number): Promise<void> => {
		const event = JSON.stringify({
			type: 'ORDER',
			code: 'ORDER_CREATED',
			access_token: 'token',
			connection_id: 'connection',
			order: { id: `order-${index}`, updated_at: '2026-01-31T00:00:00Z' },
		});
		statuses.push(
			...(await Promise.all([
				post(signed.url, event, finance.webhooks.headers(event)),
				post(finished.url, JSON.stringify({ id: jobs[index] }), {
					'content-type': 'application/json',
				}),
			])),
		);
	};
	// A few at a time, so that there is garbage before, between and behind them.
	for (let index = 0; index < genuine; index += 4)
		await Promise.all([0, 1, 2, 3].map(async (at) => await deliver(index + at)));
	isOver = true;
	const answered = await noise;
	clearInterval(watch);
	expect(statuses).toEqual(statuses.map(() => 200));
	expect(answered.get(200) ?? 0).toBe(0);

	const started = async ({ workflow }: { workflow: StoredWorkflow }) =>
		await stage.rest.executions(workflow.id);
	for (
		let waited = 0;
		waited < 100 &&
		((await started(signed)).length < genuine || (await started(finished)).length < genuine);
		waited++
	)
		await sleep(200);
	await sleep(1000);
	const [orders, files] = [await started(signed), await started(finished)];
	const told = async (all: typeof orders, node: string): Promise<IDataObject[]> =>
		await Promise.all(
			all.map(async ({ id }) => itemsOf(await stage.rest.waitForExecution(id), node)[0]!.json),
		);
	expect(
		(await told(orders, 'Signed')).map(({ data }) => String((data as IDataObject).id)).sort(),
	).toEqual(jobs.map((_, index) => `order-${index}`).sort());
	expect((await told(files, 'Finished')).map(({ id }) => String(id)).sort()).toEqual(
		[...jobs].sort(),
	);

	expect(stage.n8n.pid).toBeDefined();
	const grown = (most - before) / 1024 / 1024;
	console.log(
		`garbage: ${[...answered].map(([status, count]) => `${count} × ${status || 'broken off'}`).join(', ')}; n8n grew by ${grown.toFixed(0)} MB at the most`,
	);
	// Bodies up to the limit are held by n8n itself before a trigger is asked.
	expect(grown).toBeLessThan(768);
}, 180_000);
