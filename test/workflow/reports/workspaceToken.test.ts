/** Error responses of Databricks, as its documentation and public reports show them. */
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';
import { respondWith } from '../kit/routes';

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

const listTokens = async (status: number, headers: Record<string, string>, body: unknown) => {
	const parameters = { resource: 'token', operation: 'getAll', returnAll: true };
	return await runRaw('workspaceToken', parameters, respondWith(status, headers, body));
};

// The page: databricks/terraform-provider-databricks#66. The header: databricks/databricks-sdk-go#917.
test('a web page with status 403 can report an invalid token', async () => {
	const headers = { 'x-databricks-reason-phrase': 'Invalid access token.' };
	const { error } = await listTokens(403, { ...headers, 'content-type': 'text/html' }, '<html>');
	expect(error?.message).toContain('rejected the access token');
	expect(error?.description).not.toContain('permission');
});

// omnigent-ai/omnigent#4463
test('a blocked IP address is not a matter of permissions', async () => {
	const message = 'Source IP address: 192.0.2.1 is blocked by Databricks IP ACL for workspace: 1';
	const { error } = await listTokens(403, {}, { error_code: 403, message });
	expect(error?.message).toContain('does not accept requests from this IP address');
	expect(error?.description).toContain(message);
	expect(error?.description).not.toMatch(/permission|scope/);
});
