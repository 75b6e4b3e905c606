import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { LOCAL_KEY, LOCAL_SESSION, type MediaService } from '../services/mediaGeneration/service';
import {
	binary,
	bytesOf,
	mapperFields,
	type NodeSetup,
	type RunResult,
	type More,
} from './kit/executor';
import { byId } from './kit/locator';
import { lookUp } from './kit/lookups';
import {
	mediaGenerationSetup,
	runMediaGeneration,
	startFastMediaService,
} from './kit/mediaGeneration';
import { respondWithJson, startRawServer } from './kit/rawServer';

let media: MediaService;
beforeEach(async () => {
	media = await startFastMediaService();
});
afterEach(async () => await media.close());

const setup = (): NodeSetup => mediaGenerationSetup(media);
const run = async (
	resource: string,
	operation: string,
	parameters?: IDataObject,
	more?: More,
): Promise<RunResult> => await runMediaGeneration(media, resource, operation, parameters, more);
/**
 * Parameters of Create or Estimate as the editor stores them if the form of the model is filled in.
 */
const modelForm = async (model: string, value: IDataObject): Promise<IDataObject> => {
	const modelId = byId(model);
	const parameters = { resource: 'generation', operation: 'create', modelId };
	const { fields: schema } = await mapperFields(setup(), parameters, 'columnsModel');
	return { modelId, modelFields: { mappingMode: 'defineBelow', value, schema } };
};
const createParameters = {
	modelId: byId('flux-dev'),
	prompt: '=a lighthouse {{ $json.index ?? 0 }}',
};
const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

describe('account, models, uploads, prompts', () => {
	test.each([
		['bearer', {}],
		['header', { authentication: 'header' }],
		['session', { authentication: 'session', sessionToken: LOCAL_SESSION }],
		['bearer, pasted with the scheme', { apiKey: `Bearer ${LOCAL_KEY}\n` }],
		['header, pasted with the scheme', { authentication: 'header', apiKey: `bearer ${LOCAL_KEY}` }],
	])('authenticates with the %s method', async (_, credential) => {
		const { items: out, error } = await run('account', 'get', {}, { credential });
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ credits: 10_000 });
	});
});

describe('the list of models', () => {
	const modelsFor = async (text: string) =>
		(await lookUp(setup(), 'searchModel', { resource: 'generation', operation: 'create' }, text))
			.results;

	test('shows the known IDs if the service cannot be reached', async () => {
		media.faults.add({ on: 'GET /api/v2/models', drop: 'before' });
		expect(await modelsFor('veo3-fast')).toEqual([{ name: 'veo3-fast', value: 'veo3-fast' }]);
	});
});

describe('creating a generation', () => {
	test('a job that could not be started is not retried, and the error includes its ID', async () => {
		const { error } = await run('generation', 'create', {
			...createParameters,
			prompt: 'unstartable',
		});
		expect(error?.message).toMatch(/^The job \S+ could not be started; nothing was charged$/);
		expect(media.requests.count('POST /api/v2/generations')).toBe(1);
	});

	test('Maximum Cost rejects a request before a job is created', async () => {
		const { error } = await run('generation', 'create', {
			...createParameters,
			maximumCost: 0.001,
		});
		expect(error?.message).toMatch(
			/^The request would cost [\d.]+ credits, which exceeds Maximum Cost \(0\.001\)$/,
		);
		expect(error?.description).toContain('the balance is 10000 credits');
		expect(media.requests.count('POST /api/v2/generations')).toBe(0);
		expect(
			(await run('generation', 'create', { ...createParameters, maximumCost: 100 })).items,
		).toHaveLength(1);
	});

	test.each([0, '0', '={{ 1 - 1 }}'])(
		'Maximum Cost %p rejects every request that costs credits',
		async (maximumCost) => {
			const { error } = await run('generation', 'create', { ...createParameters, maximumCost });
			expect(error?.message).toMatch(/exceeds Maximum Cost \(0\)$/);
			expect(media.requests.count('POST /api/v2/generations')).toBe(0);
		},
	);

	test.each([-1, 'cheap', ' ', '={{ NaN }}', '={{ Infinity }}', '={{ true }}'])(
		'Maximum Cost %p is rejected before anything is sent',
		async (maximumCost) => {
			const { error } = await run('generation', 'create', { ...createParameters, maximumCost });
			expect(error?.message).toMatch(/^Maximum Cost must be /);
			expect(media.requests.total).toBe(0);
		},
	);

	test('the error of a missing file says what to enter', async () => {
		const { error } = await run('generation', 'create', {
			modelId: byId('remove-background'),
			specifyFields: 'json',
			fieldsJson: '{"image":"photo"}',
		});
		expect(error?.message).toBe('The item has no binary property "photo"');
		expect(error?.description).toContain('enter the name of its binary property, such as data');
		expect(error?.description).toContain('after File: Upload, {{ $json.url }}');
		expect(media.requests.list('POST /api/v2/generations')).toEqual([]);
	});

	test('a binary property is uploaded before the job is created, and only once with Retry On Fail', async () => {
		const picture = {
			json: {},
			binary: { photo: await binary(Buffer.from('png'), 'p.png', 'image/png') },
		};
		media.faults.add({ on: 'POST /api/v2/generations', drop: 'after', count: 1 });
		const { items: out, error } = await run(
			'generation',
			'create',
			{
				modelId: byId('remove-background'),
				specifyFields: 'json',
				fieldsJson: '{"image":"photo"}',
				options: { attempts: 1 },
			},
			{ items: [picture], settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect(error).toBeUndefined();
		expect(out).toHaveLength(1);
		expect(media.state.uploads).toHaveLength(1);
		const bodies = media.requests.list('POST /api/v2/generations').map(({ body }) => body);
		expect(bodies).toHaveLength(2);
		expect(bodies[1]).toEqual(bodies[0]);
	});

	describe('an estimate of a request with a file', () => {
		const withClip = (fields: IDataObject): IDataObject => ({
			prompt: 'a cat',
			modelId: byId('seedance-2'),
			specifyFields: 'json',
			fieldsJson: JSON.stringify(fields),
		});

		test('equals the charge, uploads nothing, and lists the field in placeholderFields', async () => {
			const clip = {
				json: {},
				binary: { clip: await binary(Buffer.from('mp4'), 'c.mp4', 'video/mp4') },
			};
			const parameters = withClip({ video_input: 'clip' });
			const { items: estimated } = await run('generation', 'estimate', parameters, {
				items: [clip],
			});
			expect(media.state.uploads).toHaveLength(0);
			const { items: created } = await run('generation', 'create', parameters, { items: [clip] });
			expect(estimated[0]?.json).toMatchObject({
				cost: created[0]?.json.cost,
				placeholderFields: ['video_input'],
			});
			expect(created[0]?.json.cost).toBe(45);
		});
	});

	test('a file larger than 95 MB is rejected before anything is sent', async () => {
		const large = await binary(Buffer.alloc(95 * 1024 * 1024 + 1), 'large.mp4', 'video/mp4');
		const { error } = await run(
			'file',
			'upload',
			{ binaryPropertyName: 'data' },
			{ items: [{ json: {}, binary: { data: large } }] },
		);
		expect(error?.message).toBe('A file must be at most 95 MB, got 95.0 MB (large.mp4)');
		expect(media.requests.total).toBe(0);
	});
});

describe('the form of a model', () => {
	const links = ['https://files.example.com/a.png', 'https://files.example.com/b.png'];
	const sentBody = () =>
		media.requests.list('POST /api/v2/generations').at(-1)?.body as IDataObject;

	test('a list field that only the model defines accepts text', async () => {
		const server = await startRawServer();
		server.respond = (response, request, stream) =>
			respondWithJson(
				request.method === 'GET'
					? {
							fields: [
								{ name: 'new_images', type: 'array', input: 'image' },
								{ name: 'new_tags', type: 'array' },
							],
						}
					: { id: 'gen_1', status: 'pending' },
			)(response, request, stream);
		try {
			const credential = { baseUrl: server.url };
			const { error } = await run(
				'generation',
				'create',
				{
					modelId: byId('future'),
					specifyFields: 'json',
					fieldsJson: JSON.stringify({
						new_images: links.join(','),
						new_tags: 'a, b',
					}),
				},
				{ credential },
			);
			expect(error).toBeUndefined();
			expect(JSON.parse(server.received.at(-1)!.body.toString())).toMatchObject({
				new_images: links,
				new_tags: ['a', 'b'],
			});
		} finally {
			await server.close();
		}
	});

	test('the form names a model that does not exist', async () => {
		const parameters = { resource: 'generation', operation: 'create', modelId: byId('flux-dve') };
		expect(await mapperFields(setup(), parameters, 'columnsModel')).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringMatching(/^The service has no model with this ID\./),
		});
	});

	test('the error of an upload names the field and the file', async () => {
		const file = await binary(Buffer.from('Hello'), 'notes.txt', 'text/plain');
		const { error } = await run(
			'generation',
			'create',
			{ prompt: 'a cat', ...(await modelForm('nano-banana', { image_input: 'data' })) },
			{ items: [{ json: {}, binary: { data: file } }] },
		);
		expect(error?.message).toBe(
			'The service rejected the file notes.txt (text/plain) in Image Input',
		);
		expect(error?.description).toBe(
			'A file must be an image, a video or an audio file. The request is not valid: Files of type text/plain are not supported.',
		);
	});

	test('a list field accepts names of binary properties', async () => {
		const { error } = await run(
			'generation',
			'create',
			{ prompt: 'a cat', ...(await modelForm('nano-banana', { image_input: 'one, two' })) },
			{
				items: [
					{
						json: {},
						binary: {
							one: await binary(Buffer.from('1'), '1.png', 'image/png'),
							two: await binary(Buffer.from('2'), '2.png', 'image/png'),
						},
					},
				],
			},
		);
		expect(error).toBeUndefined();
		expect(sentBody().image_input).toEqual(media.state.uploads.map(({ url }) => url));
		expect(media.state.uploads).toHaveLength(2);
	});
});

describe('waiting for completion', () => {
	test('by polling returns the files of the completed job, and does not send the credential to the file server', async () => {
		const { items: out } = await run('generation', 'create', {
			...createParameters,
			wait: 'polling',
		});
		expect(out[0]?.json).toMatchObject({ status: 'completed' });
		expect(out[0]?.binary?.data?.mimeType).toMatch(/^image\//);
		expect((await bytesOf(out[0]!.binary!.data!)).length).toBeGreaterThan(50);
		const downloads = media.requests.list().filter(({ listener }) => listener === 'files');
		expect(downloads.length).toBeGreaterThan(0);
		for (const { headers } of downloads)
			expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined]);
	});

	test('by polling returns a failed job as an item with its error in serviceError', async () => {
		const { items: out, error } = await run('generation', 'create', {
			...createParameters,
			prompt: 'this fails',
			wait: 'polling',
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ status: 'failed', serviceError: expect.any(String) });
		expect(out[0]?.json).not.toHaveProperty('error');
	});

	test('by polling returns a job that takes too long in its last known state, with timedOut', async () => {
		media.settings.imageMs = 60_000;
		const { items: out } = await run('generation', 'create', {
			...createParameters,
			wait: 'polling',
			options: { maximumWait: 0.05 },
		});
		expect(out[0]?.json).toMatchObject({ status: 'pending', timedOut: true });
	});

	test('by callback suspends the execution and sends its resume URL', async () => {
		media.settings.imageMs = 60_000;
		const { waitTill, error } = await run('generation', 'create', {
			...createParameters,
			wait: 'callback',
		});
		expect(error).toBeUndefined();
		expect(waitTill).toBeInstanceOf(Date);
		const sent = media.requests.list('POST /api/v2/generations').at(-1)?.body as IDataObject;
		expect(sent.callback_url).toMatch(/^http:\/\/localhost\/webhook-waiting\/1\/b5b1c1a8/);
	});

	test('by callback rejects more than one item', async () => {
		const { error } = await run(
			'generation',
			'create',
			{ ...createParameters, wait: 'callback' },
			{ items: items(2) },
		);
		expect(error?.message).toBe(
			'Wait For Completion: By Callback supports one item per run, got 2',
		);
		expect(media.requests.total).toBe(0);
	});
});

describe('as a tool of an AI agent', () => {
	const tool = { nodeTypeName: 'n8n-nodes-tenfold.mediaGenerationTool' };

	test('Create requires Maximum Cost', async () => {
		expect((await run('generation', 'create', createParameters, tool)).error?.message).toBe(
			'Maximum Cost is required for AI agents. Set Maximum Cost in the tool.',
		);
		expect(
			(await run('generation', 'create', { ...createParameters, maximumCost: 50 }, tool)).items,
		).toHaveLength(1);
	});
});
