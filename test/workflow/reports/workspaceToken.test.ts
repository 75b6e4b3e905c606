/** Error responses of Databricks, as its documentation and public reports show them. */
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

// The reference of Token: Create names the code: MicrosoftDocs/azure-docs#49567.
test.each([400, 403, 429])(
	'the maximum number of tokens, with status %i, is not a matter of permissions or of time',
	async (status) => {
		const message = 'The number of tokens has exceeded the limit of 600.';
		const { error, server } = await runRaw(
			'workspaceToken',
			{ resource: 'token', operation: 'create' },
			respondWithJson({ error_code: 'QUOTA_EXCEEDED', message }, status),
		);
		expect(error?.message).toContain('maximum number of tokens');
		expect(error?.description).toContain('exceeded the limit of 600');
		expect(error?.description).toContain('Revoke tokens');
		expect(error?.description).not.toContain('permission');
		expect(server.received).toHaveLength(1);
	},
);
