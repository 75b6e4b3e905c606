import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import {
	LOCAL_SESSION,
	startMediaService,
	type MediaService,
} from '../services/mediaGeneration/service';
import { binary, bytesOf, runNode, type RunOptions, type RunResult } from './kit/executor';

let media: MediaService;
beforeEach(async () => {
	media = await startMediaService({ settings: { imageMs: 30, videoMs: 30, attachMs: 15 } });
});
afterEach(async () => await media.close());

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> & { credential?: IDataObject } = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType: new MediaGeneration(),
			credentials: {
				mediaGenerationApi: {
					type: new MediaGenerationApi(),
					data: { ...media.credential.data, ...more.credential },
				},
			},
		},
		{ parameters: { resource, operation, options: {}, ...parameters }, ...more },
	);
const creating = { modelId: located('flux-dev'), prompt: '=a lighthouse {{ $json.index ?? 0 }}' };
const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));
const account = () => media.state.accounts[0]!;

describe('account, models, uploads, prompts', () => {
	test.each([
		['bearer', {}],
		['header', { authentication: 'header' }],
		['session', { authentication: 'session', sessionToken: LOCAL_SESSION }],
	])('the credential logs in as %s', async (_, credential) => {
		const { items: out, error } = await run('account', 'get', {}, { credential });
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ credits: 10_000 });
	});

	test('the models come with what they cost', async () => {
		const { items: out } = await run('model', 'getAll', { returnAll: true, simplify: true });
		expect(out).toHaveLength(45);
		expect(Object.keys(out[0]!.json)).toEqual(
			expect.arrayContaining(['id', 'name', 'type', 'best_for', 'credits']),
		);
	});

	test('a file is uploaded as it is', async () => {
		const content = Buffer.from('a picture');
		const { items: out } = await run(
			'file',
			'upload',
			{ binaryPropertyName: 'data' },
			{ items: [{ json: {}, binary: { data: await binary(content, 'a "b".png', 'image/png') } }] },
		);
		expect(out[0]?.json).toMatchObject({ content_type: 'image/png', size: content.length });
		expect(media.state.uploads).toHaveLength(1);
	});

	test('a prompt is enhanced at the standard path, or at the one given', async () => {
		const { items: out } = await run('prompt', 'enhance', { prompt: 'a cat' });
		expect(out[0]?.json.prompt).toContain('a cat');
		const { error } = await run('prompt', 'enhance', {
			prompt: 'a cat',
			options: { enhancePath: '/api/v2/other' },
		});
		expect(error?.message).toBe('The service could not find this record');
		expect(media.requests.list('POST /api/v2/other')).toHaveLength(1);
	});

	test('an enhancement that is unavailable is asked for again, as the service says that this is safe', async () => {
		media.faults.add({ code: 'enhance_unavailable', count: 2 });
		expect((await run('prompt', 'enhance', { prompt: 'a cat' })).items).toHaveLength(1);
		expect(media.requests.count('POST /api/v2/prompts/enhance')).toBe(3);
	});

	test('a revoked key does not work any more', async () => {
		expect((await run('apiKey', 'revoke')).items[0]?.json).toEqual({ revoked: true });
		expect((await run('account', 'get')).error?.message).toBe(
			'Media Generation rejected the credential',
		);
	});
});

describe('creating a generation', () => {
	test('each item makes one job and is charged once', async () => {
		const { items: out } = await run('generation', 'create', creating, { items: items(3) });
		expect(new Set(out.map(({ json }) => json.id)).size).toBe(3);
		expect(account().charges).toHaveLength(3);
	});

	test('an answer that gets lost costs nothing more: the replay is answered with the first job', async () => {
		media.faults.add({ on: 'POST /api/v2/generations', drop: 'after', count: 1 });
		const { items: out, error } = await run('generation', 'create', creating);
		expect(error).toBeUndefined();
		expect(out[0]?.json.idempotent_replay).toBe(true);
		expect(account().charges).toHaveLength(1);
	});

	test('a job that could not be started is not sent again, and the error names it', async () => {
		const { error } = await run('generation', 'create', { ...creating, prompt: 'unstartable' });
		expect(error?.message).toMatch(/^The job \S+ could not be started; nothing was charged$/);
		expect(media.requests.count('POST /api/v2/generations')).toBe(1);
	});

	test('a request that is still being submitted is waited for', async () => {
		media.settings.submitMs = 1200;
		media.faults.add({ on: 'POST /api/v2/generations', drop: 'after', count: 1 });
		const pending = run('generation', 'create', {
			...creating,
			options: { timeout: 300, idempotencyKey: 'mine' },
		});
		const { items: out, error } = await pending;
		expect(error).toBeUndefined();
		expect(out).toHaveLength(1);
		expect(account().charges).toHaveLength(1);
	});

	test("a person's own key wins, and a different request under it is told", async () => {
		await run('generation', 'create', {
			...creating,
			prompt: 'one',
			options: { idempotencyKey: 'mine' },
		});
		expect(media.requests.list('POST /api/v2/generations').at(-1)?.body).toMatchObject({
			idempotency_key: 'mine',
		});
		const { error } = await run('generation', 'create', {
			...creating,
			prompt: 'two',
			options: { idempotencyKey: 'mine' },
		});
		expect(error?.message).toBe('This idempotency key was used before, with a different request');
	});

	test('a lack of credits names balance, cost and the way to buy', async () => {
		media.addAccount({ apiKey: 'poor', credits: 0.01 });
		const { error } = await run('generation', 'create', creating, {
			credential: { apiKey: 'poor' },
		});
		expect(error?.message).toMatch(
			/^There are not enough credits: the balance is 0\.01 credits, the request costs \d/,
		);
		expect(error?.description).toContain('Checkout: Create');
	});

	test('Maximum Cost refuses before anything is created', async () => {
		const { error } = await run('generation', 'create', { ...creating, maximumCost: 0.001 });
		expect(error?.message).toMatch(
			/^The request would cost [\d.]+ credits, which is more than the 0\.001 allowed \(the balance is 10000\)$/,
		);
		expect(media.requests.count('POST /api/v2/generations')).toBe(0);
		expect(
			(await run('generation', 'create', { ...creating, maximumCost: 100 })).items,
		).toHaveLength(1);
	});

	test('a binary property is uploaded first, and once for all tries of Retry On Fail', async () => {
		const picture = {
			json: {},
			binary: { photo: await binary(Buffer.from('png'), 'p.png', 'image/png') },
		};
		media.faults.add({ on: 'POST /api/v2/generations', drop: 'after', count: 1 });
		const { items: out, error } = await run(
			'generation',
			'create',
			{
				modelId: located('remove-background'),
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

	test('an estimate uploads nothing', async () => {
		const picture = {
			json: {},
			binary: { photo: await binary(Buffer.from('png'), 'p.png', 'image/png') },
		};
		const { items: out } = await run(
			'generation',
			'estimate',
			{
				modelId: located('remove-background'),
				specifyFields: 'json',
				fieldsJson: '{"image":"photo"}',
			},
			{ items: [picture] },
		);
		expect(out[0]?.json).toMatchObject({ affordable: true, shortfall: 0 });
		expect(media.state.uploads).toHaveLength(0);
	});

	test('a file above 95 MB is refused before a byte is sent', async () => {
		const large = await binary(Buffer.alloc(95 * 1024 * 1024 + 1), 'large.mp4', 'video/mp4');
		const { error } = await run(
			'file',
			'upload',
			{ binaryPropertyName: 'data' },
			{ items: [{ json: {}, binary: { data: large } }] },
		);
		expect(error?.message).toBe('The file large.mp4 has 95.0 MB; the service takes up to 95 MB');
		expect(media.requests.total).toBe(0);
	});

	test("the service's own words come with a refused field", async () => {
		const { error } = await run('generation', 'create', {
			...creating,
			specifyFields: 'json',
			fieldsJson: '{"num_layers":3}',
		});
		expect(error?.message).toMatch(/^The request does not fit the model: /);
	});
});

describe('waiting for completion', () => {
	test('by polling, until the files are there', async () => {
		const { items: out } = await run('generation', 'create', {
			...creating,
			wait: 'polling',
			options: { downloadOutputs: true },
		});
		expect(out[0]?.json).toMatchObject({ status: 'completed' });
		expect(out[0]?.binary?.data?.mimeType).toMatch(/^image\//);
		expect((await bytesOf(out[0]!.binary!.data!)).length).toBeGreaterThan(50);
		const leaked = media.requests
			.list()
			.filter(
				({ listener, headers }) =>
					listener === 'media' && (headers.authorization ?? headers['x-api-key']),
			);
		expect(leaked).toEqual([]);
	});

	test('a failed job is an item whose error has another name', async () => {
		const { items: out, error } = await run('generation', 'create', {
			...creating,
			prompt: 'this fails',
			wait: 'polling',
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ status: 'failed', serviceError: expect.any(String) });
		expect(out[0]?.json).not.toHaveProperty('error');
	});

	test('a job that takes too long is handed on as it is, marked as timed out', async () => {
		media.settings.imageMs = 60_000;
		const { items: out } = await run('generation', 'create', {
			...creating,
			wait: 'polling',
			options: { maximumWait: 0.05 },
		});
		expect(out[0]?.json).toMatchObject({ status: 'pending', timedOut: true });
	});

	test('a stalled job ends the wait where the person wants that', async () => {
		const { items: out } = await run('generation', 'create', {
			...creating,
			prompt: 'this stalls',
			wait: 'polling',
			options: { whenStalled: 'end' },
		});
		expect(out[0]?.json).toMatchObject({ status: 'stalled' });
		expect(out[0]?.json).not.toHaveProperty('timedOut');
	});

	test('by callback, the execution is suspended with the job, and the job calls an address of this execution', async () => {
		media.settings.imageMs = 60_000;
		const { waitTill, error } = await run('generation', 'create', {
			...creating,
			wait: 'callback',
		});
		expect(error).toBeUndefined();
		expect(waitTill).toBeInstanceOf(Date);
		const sent = media.requests.list('POST /api/v2/generations').at(-1)?.body as IDataObject;
		expect(sent.callback_url).toMatch(/^http:\/\/localhost\/webhook-waiting\/1\/b5b1c1a8/);
	});

	test('by callback, more than one item is refused with the ways round it', async () => {
		const { error } = await run(
			'generation',
			'create',
			{ ...creating, wait: 'callback' },
			{ items: items(2) },
		);
		expect(error?.message).toBe('Waiting by callback takes one item a run, but there are 2');
		expect(media.requests.total).toBe(0);
	});

	test('a job that is final already is not waited for', async () => {
		const parameters = { ...creating, wait: 'callback', options: { idempotencyKey: 'again' } };
		await run('generation', 'create', { ...parameters, wait: 'polling' });
		media.requests.clear();
		// The same key with a callback is another request to the service; without one it is a replay.
		const { error } = await run('generation', 'create', parameters);
		expect(error?.message).toBe('This idempotency key was used before, with a different request');
	});
});

describe('lists', () => {
	test('the generations come newest first, in pages, filtered', async () => {
		await run('generation', 'create', creating, { items: items(5) });
		const { items: out } = await run('generation', 'getAll', {
			returnAll: true,
			simplify: true,
			options: { type: 'image' },
		});
		expect(out).toHaveLength(5);
		expect(Object.keys(out[0]!.json)).not.toContain('input');
		const { items: two } = await run('generation', 'getAll', {
			returnAll: false,
			limit: 2,
			simplify: true,
		});
		expect(two.map(({ json }) => json.id)).toEqual(out.slice(0, 2).map(({ json }) => json.id));
	});

	test('a record of another account is no such record', async () => {
		const { items: out } = await run('generation', 'create', creating);
		media.addAccount({ apiKey: 'other' });
		const { error } = await run(
			'generation',
			'get',
			{ generationId: located(String(out[0]!.json.id)) },
			{ credential: { apiKey: 'other' } },
		);
		expect(error?.message).toBe('The service could not find this record');
	});
});

describe('as a tool of an AI agent', () => {
	const tool = { nodeTypeName: 'n8n-nodes-tenfold.mediaGenerationTool' };

	test('spending needs a Maximum Cost', async () => {
		expect((await run('generation', 'create', creating, tool)).error?.message).toBe(
			'An AI agent may not spend without a limit',
		);
		expect(
			(await run('generation', 'create', { ...creating, maximumCost: 50 }, tool)).items,
		).toHaveLength(1);
	});

	test('revoking the key is not offered', async () => {
		expect((await run('apiKey', 'revoke', {}, tool)).error?.message).toBe(
			'Revoke is not available to AI agents',
		);
		expect(media.requests.total).toBe(0);
	});
});
