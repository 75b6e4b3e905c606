/** Faults of services and inputs of users that public reports and documentation describe, in the engine. */
import type { IDataObject } from 'n8n-workflow';
import { testedServices } from '../kit/anyOperation';
import { runNode, type RunOptions, type RunResult } from '../kit/executor';
import { byName } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { startRawService, type RawService } from '../kit/rawService';

const startServer = rawServersPerTest();

const startService = async (name: string): Promise<RawService> =>
	await startRawService(
		testedServices.find(({ service }) => service.name === name)!,
		startServer,
	);

/** Runs an operation of Code Hosting in the repository octo-org/hello-world. */
const runCodeHosting = async (
	{ setup }: RawService,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(setup, {
		parameters: {
			authentication: 'token',
			resource,
			operation,
			owner: byName('octo-org'),
			repository: byName('hello-world'),
			options: {},
			...parameters,
		},
		...more,
	});

// Secrets can have 48 KB: https://docs.github.com/en/actions/reference/limits
test('the error of a rejected secret of 24,000 characters has the message of the service and not the secret', async () => {
	const raw = await startService('codeHosting');
	const secretValue = Array.from({ length: 4800 }, (_, index) => `a/${index % 10}+Z`).join('');
	const publicKey = { key_id: '568250167242549743', key: Buffer.alloc(32, 9).toString('base64') };
	raw.server.respond = (response, received) => {
		const isKey = received.target.endsWith('/public-key');
		const body = isKey ? publicKey : { message: `Invalid request: ${secretValue}` };
		void respondWithJson(body, isKey ? 200 : 422)(response, received, undefined as never);
	};
	const { items, run } = await runCodeHosting(
		raw,
		'repositorySecret',
		'upsert',
		{ newName: 'DEPLOY_KEY', secretValue },
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(raw.server.received.map(({ method }) => method)).toEqual(['GET', 'PUT']);
	expect(items).toHaveLength(1);
	const shown = JSON.stringify([items, run.data.resultData]);
	expect(shown).toContain('Invalid request: [secret]');
	expect(shown.split('a/0+Z').length).toBe(1);
});
