import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGenerationTrigger } from '../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { respondWithJson, startRawServer, type RawServer } from './kit/rawServer';
import { activateWebhook, type Delivery } from './kit/webhooks';

const nodeType = new MediaGenerationTrigger();

const job = {
	id: 'job-1',
	status: 'completed',
	type: 'image',
	model: 'flux-dev',
	outputs: [{ id: 'out-1', url: 'http://127.0.0.1:1/out-1', filename: 'out-1.png' }],
};
const callback = (body: unknown = { id: job.id }, more: Partial<Delivery> = {}): Delivery => ({
	body: Buffer.from(JSON.stringify(body)),
	headers: { 'content-type': 'application/json' },
	...more,
});

let server: RawServer;
beforeEach(async () => {
	server = await startRawServer();
	server.respond = respondWithJson(job);
});
afterEach(async () => await server.close());

let workflowNumber = 0;
/**
 * Each trigger gets its own workflow ID, because emitted jobs are remembered for the lifetime of
 * the process.
 */
const startTrigger = (parameters: INodeParameters = {}) =>
	activateWebhook(
		{
			nodeType,
			credentials: {
				mediaGenerationApi: {
					type: new MediaGenerationApi(),
					data: { baseUrl: server.url, authentication: 'bearer', apiKey: 'key' },
				},
			},
		},
		{ filters: {}, options: {}, ...parameters },
		`workflow-${++workflowNumber}`,
	);

test('a final job is emitted once', async () => {
	const deliver = startTrigger();
	const { status, body, items } = await deliver(callback());
	expect([status, body]).toEqual([200, { received: true }]);
	expect(items).toEqual([{ json: { ...job, eventKey: 'job-1:completed' } }]);
	expect(await deliver(callback())).toEqual({ status: 200, body: { message: 'Already received' } });
	expect((await deliver(callback(undefined, { mode: 'manual' }))).items).toHaveLength(1);
});

test('the response to a test callback says why the job could not be read', async () => {
	server.respond = respondWithJson({ code: 'unauthorized', error: 'Bad key' }, 401);
	expect(await startTrigger()(callback(undefined, { mode: 'manual' }))).toEqual({
		status: 503,
		body: {
			message: 'The job is temporarily unavailable: Media Generation rejected the credential',
		},
	});
	expect(await startTrigger()(callback())).toEqual({
		status: 503,
		body: { message: 'The job is temporarily unavailable' },
	});
});

test('a repeated callback is emitted if the output files could not be read for the first callback', async () => {
	const deliver = startTrigger({ options: { downloadOutputs: true } });
	expect((await deliver(callback())).status).toBe(503);
	server.respond = respondWithJson({ ...job, status: 'failed', outputs: [] });
	expect((await deliver(callback())).items).toHaveLength(1);
	server.respond = respondWithJson(job);
	expect((await deliver(callback())).status).toBe(503);
});

test('a job with an output file that is too large is rejected with 503, and the reason is logged', async () => {
	const warn = jest.spyOn(Container.get(Logger), 'warn').mockReturnValue();
	const output = { ...job.outputs[0], url: `${server.url}/out-1` };
	const respondWithJob = respondWithJson({ ...job, outputs: [output] });
	server.respond = (response, received, request) => {
		if (received.target === '/out-1') response.end('x'.repeat(1_100_000));
		else return respondWithJob(response, received, request);
	};
	const options = { downloadOutputs: true, maximumFileSize: 1 };
	expect((await startTrigger({ options })(callback())).status).toBe(503);
	expect(warn.mock.calls[0]?.[0]).toContain('The file out-1.png is larger than 1 MB');
	warn.mockRestore();
});

test.each([
	[{ models: 'other, flux-dev,' }, true],
	[{ models: 'other' }, false],
	[{ statuses: ['completed'], types: ['image'] }, true],
	[{ statuses: ['failed'] }, false],
	[{ types: ['video'] }, false],
])('the filters %j accept the job: %s', async (filters, isEmitted) => {
	const { status, items } = await startTrigger({ filters })(callback());
	expect([status, items !== undefined]).toEqual([200, isEmitted]);
});

describe('junk requests', () => {
	test('for an unknown job cause only one API call per 10 minutes', async () => {
		const deliver = startTrigger();
		const now = performance.now();
		const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
		server.respond = respondWithJson({ code: 'not_found', error: 'No' }, 404);
		for (let request = 0; request < 3; request++)
			expect((await deliver(callback())).status).toBe(404);
		expect(server.received).toHaveLength(1);
		server.respond = respondWithJson(job);
		clock.mockReturnValue(now + 10 * 60_000);
		expect((await deliver(callback())).items).toHaveLength(1);
		clock.mockRestore();
	});
});
