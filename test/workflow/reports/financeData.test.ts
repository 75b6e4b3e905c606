/** Differences between published versions of Rutter's interface. */
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

const listWebhooks = async (body: unknown) =>
	await runRaw(
		'financeData',
		{ resource: 'webhookConfig', operation: 'getAll' },
		respondWithJson(body),
	);

const webhooks = [{ id: 'w1', url: 'https://example.com/hook' }];

// GET /configs/webhooks of docs.rutter.com: a list in one version, an object with a list in another.
test.each([[webhooks], [{ webhooks }]])('webhooks are read from %j', async (body) => {
	const { items, error } = await listWebhooks(body);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(['w1']);
});

test('a response without webhooks is an error, not an empty list', async () => {
	const { error } = await listWebhooks({ data: [] });
	expect(error?.message).toBe('The response does not contain a list of webhooks');
});
