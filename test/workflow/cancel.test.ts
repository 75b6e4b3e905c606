import { indexedItems, thingByIndex, useExampleService } from './kit/exampleService';

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
			parameters: thingByIndex,
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
