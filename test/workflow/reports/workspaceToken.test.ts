/** Error responses of Databricks, as its documentation and public reports show them. */
import { authenticationFor, testedServices } from '../kit/anyOperation';
import { runNode } from '../kit/executor';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { startRawService } from '../kit/rawService';

const startServer = rawServersPerTest();
const tested = testedServices.find(({ service }) => service.name === 'workspaceToken')!;

// The reference of Token: Create names the code: MicrosoftDocs/azure-docs#49567.
test.each([400, 403, 429])(
	'the maximum number of tokens, with status %i, is not a matter of permissions or of time',
	async (status) => {
		const raw = await startRawService(tested, startServer);
		raw.server.respond = respondWithJson(
			{
				error_code: 'QUOTA_EXCEEDED',
				message: 'The number of tokens has exceeded the limit of 600.',
			},
			status,
		);
		const { error } = await runNode(raw.setup, {
			parameters: {
				...authenticationFor(tested.service, raw.setup),
				resource: 'token',
				operation: 'create',
				options: {},
			},
		});
		expect(error?.message).toContain('maximum number of tokens');
		expect(error?.description).toContain('exceeded the limit of 600');
		expect(error?.description).toContain('Revoke tokens');
		expect(error?.description).not.toContain('permission');
		expect(raw.server.received).toHaveLength(1);
	},
);
