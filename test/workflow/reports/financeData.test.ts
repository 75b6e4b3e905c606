/** Differences between published versions of Rutter's interface. */
import { authenticationFor, testedServices } from '../kit/anyOperation';
import { runNode } from '../kit/executor';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { startRawService } from '../kit/rawService';

const startServer = rawServersPerTest();
const tested = testedServices.find(({ service }) => service.name === 'financeData')!;

const listWebhooks = async (body: unknown) => {
	const raw = await startRawService(tested, startServer);
	raw.server.respond = respondWithJson(body);
	return await runNode(raw.setup, {
		parameters: {
			...authenticationFor(tested.service, raw.setup),
			resource: 'webhookConfig',
			operation: 'getAll',
			options: {},
		},
	});
};

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
