/** The cost limits of a run, and what a retry pays after a run has stopped halfway. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { MediaService } from '../services/mediaGeneration/service';
import { hintsOf, type RunResult, type More } from './kit/executor';
import { byId } from './kit/locator';
import { runMediaGeneration, startFastMediaService } from './kit/mediaGeneration';
import { respondWithJson, rawServersPerTest } from './kit/rawServer';

const startRawServer = rawServersPerTest();

let media: MediaService;
beforeEach(async () => {
	media = await startFastMediaService();
});
afterEach(async () => await media.close());

/** Each image costs 2.5 credits. */
const images = { modelId: byId('flux-dev'), prompt: '={{ $json.prompt ?? "a lighthouse" }}' };
const create = async (parameters: IDataObject, more?: More): Promise<RunResult> =>
	await runMediaGeneration(media, 'generation', 'create', { ...images, ...parameters }, more);
const prompts = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index, prompt: `lighthouse ${index}` } }));

/** Adds an account with a balance. */
const withBalance = (credits: number) => ({
	account: media.addAccount({ apiKey: 'short', credits }),
	credential: { apiKey: 'short' },
});
const created = () => media.requests.count('POST /api/v2/generations');
const charges = () =>
	media.state.accounts.at(-1)!.charges.filter(({ kind }) => kind === 'generation').length;
const idsOf = ({ items }: RunResult) => items.map(({ json }) => json.id);

test.each(['Maximum Cost', 'Maximum Total Cost'])(
	'an expression in %s without a value starts no job, because it would not limit the cost',
	async (label) => {
		const name = label === 'Maximum Cost' ? 'maximumCost' : 'maximumTotalCost';
		const { error } = await create({ [name]: '={{ $json.budget }}' });
		expect(error?.message).toBe(`The expression in ${label} has no value`);
		expect(created()).toBe(0);
	},
);

test('a hint says that nothing limited the cost of a run, unless each item has a limit', async () => {
	const hint =
		'Maximum Cost and Maximum Total Cost are empty, so nothing limited the cost of this run.';
	const hints = async (limits: IDataObject) =>
		hintsOf(await create({ ...limits, wait: 'polling' }, { items: prompts(2) }));
	expect(await hints({})).toEqual([hint]);
	expect(await hints({ maximumCost: 5 })).toEqual([]);
	expect(await hints({ maximumTotalCost: 5 })).toEqual([]);
});

describe('Maximum Total Cost', () => {
	test('starts no job if the balance does not cover all items', async () => {
		const { error } = await create(
			{ maximumTotalCost: 1000 },
			{ credential: withBalance(120).credential, items: prompts(60) },
		);
		expect(error?.message).toBe(
			'The jobs of this run would cost 150 credits, but the balance is 120 credits',
		);
		expect(error?.description).toMatch(/^No job was started\. .*Checkout: Create/);
		expect(created()).toBe(0);
	});

	test('starts no job if the total exceeds the limit, although each job is below Maximum Cost', async () => {
		const { error } = await create(
			{ maximumTotalCost: 149.9, maximumCost: 5 },
			{ items: prompts(60) },
		);
		expect(error?.message).toBe(
			'The jobs of this run would cost 150 credits, which exceeds Maximum Total Cost (149.9)',
		);
		expect(error?.description).toMatch(/^No job was started\. /);
		expect(error?.context?.parameter).toBe('Maximum Total Cost');
		// The error concerns no single item, so the editor must not show "[item 0]".
		expect(error?.context?.itemIndex).toBeUndefined();
		expect(created()).toBe(0);
	});

	test('with On Error: Continue, an item without a price does not count', async () => {
		const { items } = await create(
			{
				maximumTotalCost: 5,
				specifyFields: 'json',
				fieldsJson: '={{ $json.index === 1 ? \'{"num_layers":3}\' : "{}" }}',
			},
			{ items: prompts(3), settings: { onError: 'continueRegularOutput' } },
		);
		expect(items.map(({ json }) => json.error !== undefined)).toEqual([false, true, false]);
		expect(items[1]?.json.error).toMatch(/^The request is not valid/);
		expect(charges()).toBe(2);
	});

	test('an item without a price stops the run, and the error says that nothing was charged', async () => {
		const { error } = await create(
			{ maximumTotalCost: 50, prompt: '={{ $json.index === 2 ? "" : "a cat" }}' },
			{ items: prompts(3) },
		);
		expect(error?.message).toMatch(/^The request is not valid/);
		expect(error?.description).toMatch(
			/^No job was started\. Nothing was charged for this item\. /,
		);
		expect(error?.context?.itemIndex).toBe(2);
		expect(created()).toBe(0);
	});

	test('a price that the service does not return stops the run', async () => {
		const server = await startRawServer();
		server.respond = respondWithJson({ balance: 100 });
		const { error } = await create(
			{ maximumTotalCost: 5 },
			{ credential: { baseUrl: server.url } },
		);
		expect(error?.message).toBe(
			'The service returned no price, so Maximum Total Cost cannot be checked',
		);
		expect(server.received).toHaveLength(1);
	});
});

describe('Wait For Completion By Polling with several items', () => {
	/** Positions of the requests that create a job, in the order of all requests. */
	const createdAt = () =>
		media.requests
			.list()
			.flatMap(({ method, path }, index) =>
				method === 'POST' && path === '/api/v2/generations' ? [index] : [],
			);

	test('starts all jobs one after the other, and then waits for them', async () => {
		media.settings.imageMs = 1500;
		const { items, error } = await create(
			{ wait: 'polling', downloadOutputs: false },
			{ items: prompts(3) },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual(
			[0, 1, 2].map((item) => ['completed', { item }]),
		);
		// Each job is read once before the next one is created, and later polls follow.
		expect(createdAt()).toEqual([0, 2, 4]);
	});

	test('starts no further job after a failure, and reports the jobs that were paid', async () => {
		const { error } = await create(
			{ wait: 'polling', downloadOutputs: false },
			{ credential: withBalance(5).credential, items: prompts(6) },
		);
		expect(error?.message).toMatch(/^Not enough credits/);
		expect(error?.description).toMatch(/This run started and paid for 2 of 6 jobs/);
		expect(createdAt()).toHaveLength(3);
	});
});

describe('an invalid item', () => {
	test('stops the run before a job is paid', async () => {
		const { error } = await create(
			{ specifyFields: 'json', fieldsJson: '={{ $json.index === 2 ? \'{"n":13}\' : "{}" }}' },
			{ items: prompts(3) },
		);
		expect(error?.message).toMatch(/^N must be/);
		expect(error?.context?.itemIndex).toBe(2);
		expect(media.requests.total).toBe(0);
	});
});

describe('a run that stops halfway', () => {
	const paid = (progress: string) =>
		`This run started and paid for ${progress}. Generation: Get Many also returns them. To get ` +
		'them without paying again, retry this execution in the list of executions. A new execution ' +
		'pays for them again, unless you set Idempotency Key. To process the other items after an ' +
		'error, set On Error to Continue (using error output) in the settings of the node.';
	/** A run that can pay 4 of 6 jobs. */
	const stopped = async (parameters: IDataObject = {}) => {
		const { account, credential } = withBalance(10);
		const result = await create(parameters, { credential, items: prompts(6) });
		return { result, credential, buyCredits: () => void (account.credits += 100) };
	};

	test('Retry On Fail returns the paid jobs without paying again', async () => {
		media.faults.add({ on: 'POST /api/v2/generations', skip: 3, count: 1, status: 418 });
		const result = await create(
			{},
			{ items: prompts(6), settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json }) => json.idempotent_replay ?? false)).toEqual([
			true,
			true,
			true,
			false,
			false,
			false,
		]);
		expect(charges()).toBe(6);
	});

	test('a retry of the execution in n8n returns the paid jobs without paying again', async () => {
		const { result, credential, buyCredits } = await stopped();
		const paid = media.state.jobs.map(({ id }) => id);
		buyCredits();
		const retried = await create({}, { credential, executionId: '2', retryOf: result.run });
		expect(retried.error).toBeUndefined();
		expect(idsOf(retried).slice(0, 4)).toEqual(paid);
		expect(new Set(idsOf(retried)).size).toBe(6);
		expect(charges()).toBe(6);
	});

	test('a job whose response was lost is not paid again', async () => {
		media.faults.add({ on: 'POST /api/v2/generations', drop: 'after', count: 1 });
		const { run } = await create({ options: { attempts: 1 } });
		const { items } = await create({}, { executionId: '2', retryOf: run });
		expect(items[0]?.json.idempotent_replay).toBe(true);
		expect(charges()).toBe(1);
	});

	test('a retry with another credential has to pay for all jobs', async () => {
		const { result } = await stopped();
		media.addAccount({ apiKey: 'other', credits: 14 });
		const { error } = await create(
			{ maximumTotalCost: 15 },
			{
				credential: { apiKey: 'other' },
				settings: { credentials: { mediaGenerationApi: { id: '2', name: 'mediaGenerationApi' } } },
				executionId: '2',
				retryOf: result.run,
			},
		);
		expect(error?.message).toBe(
			'The jobs of this run would cost 15 credits, but the balance is 14 credits',
		);
	});

	test('a new execution pays for all jobs again', async () => {
		await create({}, { items: prompts(2), executionId: '1' });
		await create({}, { items: prompts(2), executionId: '2' });
		expect(charges()).toBe(4);
	});

	test('in a retry, Maximum Total Cost compares the balance only with the jobs that are not paid', async () => {
		media.faults.add({ on: 'POST /api/v2/generations', skip: 4, count: 1, status: 418 });
		const result = await create(
			{ maximumTotalCost: 15 },
			{
				credential: withBalance(15).credential,
				items: prompts(6),
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
			},
		);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(6);
		expect(charges()).toBe(6);
	});

	test('a wait that fails reports the job', async () => {
		media.faults.add({ on: 'GET /api/v2/generations/*', status: 418 });
		const { error } = await create({ wait: 'polling' });
		const description = paid('1 of 1 jobs (2.5 credits)').replace(/ To process the other.*/, '');
		expect(error?.description).toContain(description);
		expect(error?.description).not.toContain('On Error');
	});

	test('a wait by callback that fails says that a retry pays again', async () => {
		media.faults.add({ on: 'GET /api/v2/generations/*', status: 418 });
		const { error } = await create({ wait: 'callback' });
		const [job] = media.state.jobs;
		expect(error?.description).toContain(
			`Get the job with Generation: Get (ID: ${job?.id}). A retry of this execution starts and pays for a new job.`,
		);
	});
});
