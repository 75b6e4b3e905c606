import type { LocalServer } from '../../../services/kit/server';
import { RETRY_DELAYS } from '../../../services/mediaGeneration/callbacks';
import { ALL_JOBS_DONE_MS, image, setUp, startReceiver, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
let receiver: LocalServer;
beforeEach(async () => {
	({ service, client } = await setUp());
	receiver = await startReceiver();
});
afterEach(() => Promise.all([service.close(), receiver.close()]));

const create = (prompt = 'a kite') =>
	client
		.create({ ...image, prompt, callback_url: `${receiver.url}/hook` })
		.then(({ data }) => data.id as string);
const delivery = () => service.state.deliveries[0];

describe('a callback', () => {
	it('has the same body as the GET response of the job, including outputs, and is sent once', async () => {
		const id = await create();
		await service.clock.advance(1500);
		expect(receiver.requests.total).toBe(0);
		await service.clock.advance(400);
		const { data } = await client.get(`/api/v2/generations/${id}`);
		expect(data.outputs).toHaveLength(1);
		expect(receiver.requests.list().map(({ body }) => body)).toEqual([data]);
		await service.clock.advance(3_600_000);
		expect(receiver.requests.total).toBe(1);
		expect(delivery()).toMatchObject({ job: id, outcome: 'delivered' });
	});

	it.each([
		['failed', 'it fails'],
		['canceled', 'it cancels'],
	])('is sent for a job with the status %s', async (status, prompt) => {
		await create(prompt);
		await service.clock.advance(ALL_JOBS_DONE_MS);
		expect(receiver.requests.list()[0]?.body).toMatchObject({ status, error: expect.any(String) });
	});

	it('is not sent for a stalled job or a job that was not started', async () => {
		await create('it stalls');
		await create('unstartable');
		await service.clock.advance(3_600_000);
		expect(receiver.requests.total).toBe(0);
	});

	it('does not contain a credential', async () => {
		await create();
		await service.clock.advance(ALL_JOBS_DONE_MS);
		const [first] = receiver.requests.list();
		expect(first?.headers).not.toHaveProperty('authorization');
		expect(first?.headers).not.toHaveProperty('x-api-key');
	});

	it('is retried after 503 for 6 minutes, and then fails', async () => {
		receiver.faults.add({ status: 503 });
		await create();
		await service.clock.advance(600_000);
		const { attempts = [], outcome } = delivery() ?? {};
		const times = attempts.map(({ at }) => Date.parse(at));
		expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(RETRY_DELAYS);
		expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(360_000);
		expect(outcome).toBe('failed');
	});

	it.each([
		['429', { status: 429 }],
		['500', { status: 500 }],
		['a dropped connection', { drop: 'before' as const }],
	])('is retried after %s until it is delivered', async (_name, fault) => {
		receiver.faults.add({ ...fault, count: 2 });
		await create();
		await service.clock.advance(600_000);
		expect(delivery()?.attempts).toHaveLength(3);
		expect(delivery()?.outcome).toBe('delivered');
	});

	it.each([404, 400, 409, 302])('is not retried after %i', async (status) => {
		receiver.faults.add({ status });
		await create();
		await service.clock.advance(600_000);
		expect(delivery()).toMatchObject({ outcome: 'rejected', attempts: [{ status }] });
	});
});
