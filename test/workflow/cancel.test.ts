import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

// Each test has its own server, since requests in flight may still arrive after a cancel.
describe('a canceled execution', () => {
	const service = useExampleService();

	test('sends no further requests', async () => {
		service.handlers.set('GET things', async () => {
			await new Promise((resolve) => setTimeout(resolve, 20));
			return {};
		});
		let sentAtCancel = 0;
		const { run } = await service.run('get', {
			items: indexedItems(500),
			parameters: { ...thingByIndex, options: { itemsAtOnce: 10 } },
			during: (cancel) => {
				void service.requests
					.until(({ total }) => total >= 15)
					.then(() => {
						sentAtCancel = service.requests.total;
						cancel();
					});
			},
		});
		expect(run.status).toBe('canceled');
		await new Promise((resolve) => setTimeout(resolve, 60));
		// Up to ten requests were in flight, and some of them may not have arrived yet.
		expect(service.requests.total).toBeLessThanOrEqual(sentAtCancel + 10);
	});
});

describe('a canceled execution that waits for its rate limit', () => {
	const service = useExampleService();

	test('ends immediately', async () => {
		const { run } = await service.run('get', {
			items: indexedItems(3),
			parameters: { ...thingByIndex, options: { requestsPerSecond: 0.02, itemsAtOnce: 7 } },
			during: (cancel) =>
				void service.requests.until(({ total }) => total === 1).then(() => setTimeout(cancel, 20)),
		});
		expect(run.status).toBe('canceled');
		expect(service.requests.total).toBe(1);
	});
});

describe('a canceled execution that waits for a token', () => {
	const service = useExampleService();

	test('ends before the token arrives, and does not send the write request', async () => {
		let sendToken: (token: object) => void = () => undefined;
		const token = new Promise<object>((resolve) => (sendToken = resolve));
		service.handlers.set('POST /token', async () => await token);
		const { run } = await service.run('create', {
			parameters: { authentication: 'token', name: 'Lamp', size: 1 },
			during: (cancel) =>
				void service.requests.until(({ total }) => total === 1).then(() => setTimeout(cancel, 20)),
		});
		expect(run.status).toBe('canceled');
		sendToken({ token: 'late' });
		await new Promise((resolve) => setTimeout(resolve, 60));
		expect(service.requests.list().map(({ path }) => path)).toEqual(['/token']);
	});
});

describe('an execution that is canceled before Retry On Fail runs the node again', () => {
	const service = useExampleService();

	test('is reported as canceled, not as failed', async () => {
		service.handlers.set('POST /batch', () => new Reply(500, {}));
		const { run, error } = await service.run('store', {
			parameters: { number: 1 },
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 300 },
			during: (cancel) =>
				void service.requests.until(({ total }) => total === 1).then(() => setTimeout(cancel, 100)),
		});
		expect(run.status).toBe('canceled');
		expect(error?.message).toBe('The execution was canceled');
		expect(service.requests.total).toBe(1);
	});
});
