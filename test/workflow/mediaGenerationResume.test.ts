/** Callbacks that resume an execution that waits for a job. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { rawServersPerTest, respondWithJson, type RawServer } from './kit/rawServer';
import { activateWebhook, type DeliveryResult } from './kit/webhooks';

const nodeType = new MediaGeneration();

const startRawServer = rawServersPerTest();
const job = { id: 'job-1', status: 'completed', type: 'image', model: 'flux-dev' };

let api: RawServer;
let files: RawServer;
let deliverCallback: (id?: string, parameters?: IDataObject) => Promise<DeliveryResult>;

beforeEach(async () => {
	api = await startRawServer();
	files = await startRawServer();
	const outputs = [{ id: 'out-1', url: `${files.url}/out-1`, filename: 'out-1.png' }];
	api.respond = respondWithJson({ ...job, outputs });
	deliverCallback = async (id = job.id, parameters = {}) =>
		await activateWebhook(
			{
				nodeType,
				credentials: {
					mediaGenerationApi: {
						type: new MediaGenerationApi(),
						data: { baseUrl: api.url, authentication: 'bearer', apiKey: 'key' },
					},
				},
			},
			{
				resource: 'generation',
				operation: 'create',
				wait: 'callback',
				options: { timeout: 500 },
				...(parameters as INodeParameters),
			},
			'workflow-1',
			{ id: job.id, status: 'processing' },
		)({
			body: Buffer.from(JSON.stringify({ id })),
			headers: { 'content-type': 'application/json' },
		});
});

test('a callback of the awaited job resumes the execution with its files', async () => {
	files.respond = (response) =>
		void response.writeHead(200, { 'content-type': 'image/png' }).end('a picture');
	const { status, items } = await deliverCallback();
	expect(status).toBe(200);
	expect(items?.[0]?.json).toMatchObject(job);
	expect(items?.[0]?.binary?.data).toMatchObject({ fileName: 'out-1.png' });
});

test('if the download of a file fails, the response is 503, and the repeated callback resumes the execution', async () => {
	files.respond = respondWithJson({}, 404);
	expect(await deliverCallback()).toEqual({
		status: 503,
		body: { message: 'The output files are temporarily unavailable' },
	});
	files.respond = (response) => void response.writeHead(200).end('a picture');
	expect((await deliverCallback()).items).toHaveLength(1);
});

test('a callback of a different job does not resume the execution', async () => {
	expect((await deliverCallback('job-2')).status).toBe(404);
	expect(api.received).toEqual([]);
});
