import { ALL_JOBS_DONE_MS, image, setUp, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeEach(
	async () =>
		({ service, client } = await setUp({
			accounts: [{ apiKey: 'tenfold-local-key', credits: 20 }],
		})),
);
afterEach(() => service.close());

const balance = () => service.state.accounts[0]?.balance;
const ledger = () =>
	service.state.accounts[0]?.charges.map(({ kind, amount }) => `${kind} ${amount}`);

describe('credits', () => {
	it('are charged when a job is accepted', async () => {
		const { status, data } = await client.create(image);
		expect(status).toBe(202);
		expect(data).toEqual({
			id: data.id,
			model: 'nano-banana',
			type: 'image',
			cost: 4,
			status: 'pending',
		});
		expect(balance()).toBe(16);
	});

	it('are not charged again when the job completes', async () => {
		await client.create(image);
		await service.clock.advance(ALL_JOBS_DONE_MS);
		expect(ledger()).toEqual(['generation -4']);
	});

	it.each([
		['failed', 'it fails'],
		['canceled', 'it cancels'],
	])('are refunded when a job gets the status %s', async (status, prompt) => {
		const { data } = await client.create({ ...image, prompt });
		await service.clock.advance(ALL_JOBS_DONE_MS);
		expect(ledger()).toEqual(['generation -4', 'refund 4']);
		expect((await client.get(`/api/v2/generations/${data.id}`)).data).toMatchObject({
			status,
			cost: 0,
			outputs: [],
		});
	});

	it('are not refunded while a job is stalled', async () => {
		await client.create({ ...image, prompt: 'it stalls' });
		await service.clock.advance(ALL_JOBS_DONE_MS);
		expect(ledger()).toEqual(['generation -4']);
	});

	it('are partly refunded if fewer images are delivered than were charged', async () => {
		const { data } = await client.create({
			model: 'seedream-4',
			prompt: 'four or fewer kites',
			max_images: 4,
		});
		expect(data.cost).toBe(12);
		await service.clock.advance(ALL_JOBS_DONE_MS);
		const job = (await client.get(`/api/v2/generations/${data.id}`)).data;
		expect([job.cost, job.outputs.length, balance()]).toEqual([9, 3, 11]);
	});

	it('are not charged for a job that could not be started', async () => {
		const { status, data } = await client.create({ ...image, prompt: 'unstartable' });
		expect(status).toBe(502);
		expect(data).toMatchObject({ code: 'generation_failed' });
		expect(balance()).toBe(20);
		expect((await client.get(`/api/v2/generations/${data.id}`)).data).toMatchObject({
			status: 'failed',
			cost: 0,
			error: expect.any(String),
		});
	});

	it('are reported in the error, together with the cost, if the balance is too low', async () => {
		const { status, data } = await client.create({ ...image, model: 'veo3' });
		expect(status).toBe(402);
		expect(data).toMatchObject({ code: 'insufficient_credits', balance: 20, cost: 200 });
		expect(service.state.jobs).toEqual([]);
	});

	it('cannot be spent twice by concurrent requests', async () => {
		service.settings.submitMs = 100;
		const responses = Promise.all(
			[1, 2, 3].map(() => client.create({ ...image, model: 'seedream-5-pro' })),
		);
		await service.requests.until(({ inFlight }) => inFlight === 3);
		await untilSubmitted(3);
		expect((await responses).map(({ status }) => status).sort()).toEqual([202, 202, 402]);
		expect(balance()).toBe(4);
	});

	it('are estimated without a charge', async () => {
		const { data } = await client.post('/api/v2/generations/estimate', {
			...image,
			model: 'veo3',
			duration: 4,
		});
		expect(data).toEqual({
			model: 'veo3',
			type: 'video',
			variant: 'standard',
			cost: 100,
			balance: 20,
			affordable: false,
			shortfall: 80,
		});
		expect(balance()).toBe(20);
	});

	it('are reduced by exactly the total cost of all jobs', async () => {
		for (const prompt of ['a kite', 'it fails', 'a kite', 'it cancels'])
			await client.create({ ...image, prompt });
		await service.clock.advance(ALL_JOBS_DONE_MS);
		const cost = service.state.jobs.reduce((sum, job) => sum + job.cost, 0);
		expect(20 - (balance() ?? 0)).toBe(cost);
	});
});

/** Advances the clock until all submissions have a response. */
async function untilSubmitted(count: number): Promise<void> {
	while (
		service.requests.list('POST /api/v2/generations').filter(({ status }) => status !== undefined)
			.length < count
	) {
		await service.clock.advance(100);
		await new Promise(setImmediate);
	}
}
