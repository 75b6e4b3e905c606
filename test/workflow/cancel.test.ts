import { numbered, ofItem, useScratch } from './kit/scratch';

// Each canceled run has a server of its own: what was on its way at the cancel may arrive at any time after it.
describe('a canceled execution', () => {
	const scratch = useScratch();

	test('sends nothing more', async () => {
		scratch.answers.set('GET things', async () => {
			await new Promise((resolve) => setTimeout(resolve, 20));
			return {};
		});
		let sentAtCancel = 0;
		const { run } = await scratch.run('get', {
			items: numbered(500),
			parameters: ofItem,
			during: (cancel) => {
				void scratch.requests
					.until(({ total }) => total >= 15)
					.then(() => {
						sentAtCancel = scratch.requests.total;
						cancel();
					});
			},
		});
		expect(run.status).toBe('canceled');
		await new Promise((resolve) => setTimeout(resolve, 60));
		// Ten were under way at the most; some of them may have left without having arrived.
		expect(scratch.requests.total).toBeLessThanOrEqual(sentAtCancel + 10);
	});
});

describe('a canceled execution that waits for its rate', () => {
	const scratch = useScratch();

	test('ends without waiting', async () => {
		const { run } = await scratch.run('get', {
			items: numbered(3),
			parameters: { ...ofItem, options: { requestsPerSecond: 0.02, itemsAtOnce: 7 } },
			during: (cancel) =>
				void scratch.requests.until(({ total }) => total === 1).then(() => setTimeout(cancel, 20)),
		});
		expect(run.status).toBe('canceled');
		expect(scratch.requests.total).toBe(1);
	});
});
