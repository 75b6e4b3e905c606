// Document Search Trigger in n8n's own contexts. Its requests and events are those of Captain's own
// client (runcaptain/captain-mcp, src/webhookTools.ts and scripts/test-webhook-tools.mjs).
import type { INodeParameters } from 'n8n-workflow';
import { DocumentSearchApi } from '../../credentials/DocumentSearchApi.credentials';
import { DocumentSearchTrigger } from '../../nodes/DocumentSearch/DocumentSearchTrigger.node';
import {
	startDocumentSearch,
	type DocumentSearchService,
} from '../services/documentSearch/service';
import type { Endpoint } from '../services/documentSearch/webhooks';
import { frozenClock } from '../services/kit/clock';
import { startManagedWebhook, type ManagedWebhook } from './kit/managedWebhook';
import { rawServersPerTest, respondWithJson, type RawServer } from './kit/rawServer';
import { activateWebhook, type Delivery } from './kit/webhooks';

const nodeType = new DocumentSearchTrigger();
const allEvents = [
	'job.cancelled',
	'job.completed',
	'job.completed_with_errors',
	'job.failed',
	'job.timed_out',
];

let workflowNumber = 0;
const nextWorkflow = () => `document-search-${++workflowNumber}`;

describe('events', () => {
	const startServer = rawServersPerTest();
	const job = { job_id: 'job-1', status: 'completed', collection_name: 'handbook' };
	let server: RawServer;
	beforeEach(async () => {
		server = await startServer();
		server.respond = respondWithJson(job);
	});

	/** Emitted jobs are remembered for the lifetime of the process, by workflow. */
	const startTrigger = (parameters: INodeParameters = {}) =>
		activateWebhook(
			{
				nodeType,
				credentials: {
					documentSearchApi: {
						type: new DocumentSearchApi(),
						data: { provider: 'other', baseUrl: server.url, apiKey: 'key', scheme: 'Bearer' },
					},
				},
			},
			{ events: allEvents, filters: {}, ...parameters },
			nextWorkflow(),
		);
	const event = (body: unknown, more: Partial<Delivery> = {}): Delivery => ({
		body: Buffer.from(JSON.stringify(body)),
		headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
		...more,
	});
	const completed = { id: 'evt_job-1', type: 'job.completed', data: { job_id: 'job-1' } };

	test('the item contains the job as the service returns it, not as the event describes it', async () => {
		const forged = { ...completed, data: { job_id: 'job-1', status: 'failed', result: 'forged' } };
		const { status, body, items } = await startTrigger()(event(forged));
		expect([status, body]).toEqual([200, { received: true }]);
		expect(items).toEqual([
			{ json: { ...job, event: 'job.completed', eventKey: 'job-1:job.completed' } },
		]);
		expect(server.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
			'GET /v2/jobs/job-1',
		]);
	});

	test('an event that is sent again is emitted once, except if n8n did not accept it', async () => {
		const deliver = startTrigger();
		expect((await deliver(event(completed, { fails: true }))).status).toBe(500);
		expect((await deliver(event(completed))).items).toHaveLength(1);
		expect(await deliver(event(completed))).toEqual({
			status: 200,
			body: { message: 'Already received' },
		});
	});

	test.each([
		['completed', 'job.completed'],
		['completed_with_errors', 'job.completed_with_errors'],
		['completed_with_failures', 'job.completed_with_errors'],
		['failed', 'job.failed'],
		['timed_out', 'job.timed_out'],
		['cancelled', 'job.cancelled'],
	])('a job with the status %s causes the event %s', async (status, name) => {
		server.respond = respondWithJson({ ...job, status });
		expect((await startTrigger({ events: [name] })(event(completed))).items).toHaveLength(1);
		const others = allEvents.filter((other) => other !== name);
		expect(await startTrigger({ events: others })(event(completed))).toEqual({
			status: 200,
			body: { message: 'Excluded by the events or the filters' },
		});
	});

	test('jobs of other collections are excluded', async () => {
		const emits = async (collections: string) =>
			(await startTrigger({ filters: { collections } })(event(completed))).items !== undefined;
		expect(await emits('contracts, handbook')).toBe(true);
		expect(await emits('contracts')).toBe(false);
	});

	test('an event whose job is not final or cannot be read is requested again', async () => {
		const deliver = startTrigger();
		server.respond = respondWithJson({ ...job, status: 'running' });
		expect((await deliver(event(completed))).status).toBe(503);
		server.respond = respondWithJson({ message: 'Bad key' }, 401);
		expect(await deliver(event(completed))).toEqual({
			status: 503,
			body: { message: 'The job is temporarily unavailable' },
		});
		expect((await deliver(event(completed, { mode: 'manual' }))).body).toEqual({
			message: expect.stringMatching(/^The job is temporarily unavailable: .+/),
		});
		server.respond = respondWithJson(job);
		expect((await deliver(event(completed))).items).toHaveLength(1);
	});

	test('jobs that the service does not know are accepted, so that it does not disable the endpoint', async () => {
		const deliver = startTrigger();
		server.respond = respondWithJson({ message: 'No' }, 404);
		for (let attempt = 0; attempt < 3; attempt++)
			expect(await deliver(event(completed))).toEqual({
				status: 200,
				body: { message: 'The API key has no access to this job' },
			});
		expect(server.received).toHaveLength(1);
	});

	test('test events are accepted without an API call', async () => {
		const test = { ...completed, data: { ...completed.data, test: true } };
		const { status, items } = await startTrigger()(event(test));
		expect([status, items, server.received.length]).toEqual([200, undefined, 0]);
	});

	test.each([
		[null],
		[[]],
		[{}],
		[{ id: 'job-1' }],
		[{ id: 'evt_' }],
		[{ data: null }],
		[{ data: { job_id: '../../collections' } }],
		[{ data: { job_id: 'a/b' } }],
		[{ data: { job_id: 1 } }],
		[{ data: { job_id: 'x'.repeat(256) } }],
	])('the body %j is rejected without an API call', async (body) => {
		const { status } = await startTrigger()(event(body));
		expect([status, server.received.length]).toEqual([400, 0]);
	});

	test('forged events that arrive together cause at most 50 API calls', async () => {
		const deliver = startTrigger();
		server.respond = async (response, received, request) => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			await respondWithJson({ message: 'No' }, 404)(response, received, request);
		};
		const results = await Promise.all(
			Array.from({ length: 100 }, (_, number) => deliver(event({ id: `evt_${number}` }))),
		);
		expect(server.received).toHaveLength(50);
		expect(results.filter(({ status }) => status === 503)).toHaveLength(50);
	});
});

describe('the webhook endpoint', () => {
	const startServer = rawServersPerTest();
	const clock = frozenClock();
	let service: DocumentSearchService;
	let trigger: ManagedWebhook;
	const parameters = { events: ['job.completed', 'job.cancelled'], filters: {} };
	const endpoints = () => service.records.of<Endpoint>('/v2/webhooks/endpoints');
	beforeEach(async () => {
		service = await startDocumentSearch({ clock });
		const setup = {
			nodeType,
			credentials: {
				documentSearchApi: { type: new DocumentSearchApi(), data: service.credential.data },
			},
		};
		trigger = await startManagedWebhook(setup, parameters, nextWorkflow());
	});
	afterEach(async () => {
		await trigger.close();
		await service.close();
	});

	test('is created when the workflow starts, and deleted when it stops', async () => {
		await trigger.activate();
		expect(endpoints()).toEqual([
			expect.objectContaining({
				url: trigger.url,
				event_types: ['job.cancelled', 'job.completed'],
				description: expect.stringMatching(/^n8n: /),
			}),
		]);
		expect(await trigger.deactivate()).toBe(true);
		expect(endpoints()).toEqual([]);
	});

	test.each([
		['is created again by the check if somebody deleted it', false],
		['is created again by the check if polls have durable cursors', true],
	])('%s', async (_, hasDurableCursors) => {
		trigger.hasDurableCursors = hasDurableCursors;
		await trigger.activate();
		endpoints().length = 0;
		await trigger.poll();
		expect(endpoints()).toEqual([expect.objectContaining({ url: trigger.url })]);
	});

	test('of another workflow is not changed', async () => {
		const other = { endpoint_id: 'whe_other', url: 'https://example.com/hook' };
		endpoints().push({
			...other,
			description: null,
			event_types: [],
			disabled: true,
		});
		await trigger.activate();
		await trigger.deactivate();
		expect(endpoints()).toEqual([expect.objectContaining({ ...other, disabled: true })]);
	});

	test('is not created if the service returns no list, because it could exist', async () => {
		const server = await startServer();
		server.respond = respondWithJson({ ok: true });
		const { documentSearchApi } = trigger.setup.credentials;
		const data = { ...documentSearchApi!.data, baseUrl: server.url };
		trigger.setup = {
			...trigger.setup,
			credentials: { documentSearchApi: { ...documentSearchApi!, data } },
		};
		await expect(trigger.activate()).rejects.toThrow(
			'The service did not return a list of webhook endpoints',
		);
		expect(server.received.map(({ method }) => method)).toEqual(['GET']);
	});
});
