import { clientOf, image, setUp, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeEach(async () => ({ service, client } = await setUp()));
afterEach(() => service.close());

const keyed = { ...image, idempotency_key: 'k-1' };
const account = () => service.state.accounts[0];

describe('a repeated request with an idempotency key', () => {
	it('returns the first job, marked as a replay, and is not charged', async () => {
		const first = await client.create(keyed);
		const repeat = await client.create(keyed);
		expect(repeat.status).toBe(202);
		expect(repeat.data).toEqual({ ...first.data, idempotent_replay: true });
		expect(account()?.charges).toHaveLength(1);
		expect(account()?.jobs).toEqual([first.data.id]);
	});

	it('is rejected with 422 if it has different parameters', async () => {
		await client.create(keyed);
		const { status, data } = await client.create({ ...keyed, prompt: 'a blue kite' });
		expect([status, data.code]).toEqual([422, 'idempotency_key_reused']);
		expect(account()?.charges).toHaveLength(1);
	});

	it('is rejected with 409 while the first request is in progress', async () => {
		service.settings.submitMs = 1000;
		const first = client.create(keyed);
		await service.requests.until((log) => log.inFlight === 1);
		const early = await client.create(keyed);
		expect([early.status, early.data.code]).toEqual([409, 'idempotency_in_progress']);
		await service.clock.advance(1000);
		const { data } = await first;
		expect((await client.create(keyed)).data).toEqual({ ...data, idempotent_replay: true });
	});

	it('returns the job of a request whose response was lost', async () => {
		service.faults.add({ on: 'POST /api/v2/generations', drop: 'after', count: 1 });
		await expect(client.create(keyed)).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect((await client.create(keyed)).data).toMatchObject({
			id: account()?.jobs[0],
			idempotent_replay: true,
		});
		expect(account()?.charges).toHaveLength(1);
	});

	it('counts as a new request if the first request was rejected', async () => {
		service.addAccount({ apiKey: 'broke', credits: 0 });
		const broke = clientOf(service, { authorization: 'Bearer broke' });
		expect((await broke.create(keyed)).status).toBe(402);
		expect((await broke.create(keyed)).status).toBe(402);
	});
});
