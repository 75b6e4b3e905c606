// Wrong credentials at every provider, in the credential test and in a run of the node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';
import { connectionTestOf } from '../../nodes/engine/http/connectionTest';
import { nodeSetup, runOperation, testedServices } from './kit/anyOperation';
import { collectText } from './kit/collectText';
import { useProviderHosts } from './kit/providerHosts';
import { respondWithJson, type Responder } from './kit/rawServer';

const hosts = useProviderHosts();

const secret = 'very-secret-token';

interface ProviderCase {
	readonly label: string;
	readonly service: string;
	readonly type: string;
	readonly data: IDataObject;
	/** The host that requests are sent to. */
	readonly host: string;
	readonly operation: string;
	readonly input?: IDataObject;
	/** Label of the field with the address; undefined if the provider fixes the address. */
	readonly addressField?: string;
	/** The response to a token that is wrong, has expired or was revoked. */
	readonly rejection: readonly [status: number, body: unknown];
}

const cases = parse(
	readFileSync(join(__dirname, 'providerErrors.yaml'), 'utf8').replaceAll('<secret>', secret),
) as readonly ProviderCase[];

const find = (label: string): ProviderCase => cases.find((one) => one.label === label)!;

const servicesByName = new Map(testedServices.map((one) => [one.service.name, one]));

/** Errors of the credential test and of a run: message and description in one text. */
async function errorsOf(
	{ service: name, type, data, operation, input = {} }: ProviderCase,
	more: IDataObject = {},
): Promise<{ test: string; run: string }> {
	const { service, operations } = servicesByName.get(name)!;
	const credential = { ...data, ...more };
	const test = await connectionTestOf(service).connectionTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'Test',
		type,
		data: credential as ICredentialDataDecryptedObject,
	});
	expect(test.status).toBe('Error');
	const { error } = await runOperation(
		service,
		nodeSetup(service, { type, data: credential as Record<string, string> }),
		operations.find(({ id }) => id === operation)!,
		[input],
		{ attempts: 1 },
		{ settings: { onError: 'stopWorkflow' } },
	);
	expect(collectText(test, error)).not.toContain(secret);
	return { test: test.message, run: `${error?.message}. ${error?.description}` };
}

const respondWithPage =
	(status: number): Responder =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
			.end('<!doctype html><title>Sign in</title>');

describe.each(cases)('$label', (one) => {
	const { label, host, addressField, rejection } = one;
	const whatToCheck = addressField ? `Check ${addressField} in the credential.` : '';

	test('a wrong, expired or revoked token is reported with the provider', async () => {
		hosts.server.respond = respondWithJson(rejection[1], rejection[0]);
		const { test: tested, run } = await errorsOf(one);
		expect(new Set(hosts.requested)).toEqual(new Set([host]));
		for (const text of [tested, run]) {
			expect(text.startsWith(`${label} rejected the `)).toBe(true);
			expect(text).toMatch(/revoked|wrong/);
		}
		expect(run).toContain(whatToCheck.replace('Check', 'If the error persists, check'));
		expect(run.includes('Base URL')).toBe(addressField === 'Base URL');
	});

	test.each([200, 404])('a web page with status %d is reported', async (status) => {
		hosts.server.respond = respondWithPage(status);
		// Without an address in the credential, status 404 is the status of a record.
		const isOfRecord = status === 404 && !addressField;
		const problem = isOfRecord ? '' : `${label} returned a web page instead of JSON.`;
		const { test: tested, run } = await errorsOf(one);
		expect(tested).toContain(label);
		for (const text of [tested, run]) {
			expect(text).toContain(problem);
			expect(text).toContain(whatToCheck);
		}
	});

	test('a host that does not exist is reported', async () => {
		hosts.isUnknown = true;
		for (const text of Object.values(await errorsOf(one))) {
			expect(text).toContain(`Could not connect to ${label}: the host ${host} does not exist.`);
			expect(text).toContain(whatToCheck);
		}
	});

	test('a provider of a newer version is reported, and no request is sent', async () => {
		for (const text of Object.values(await errorsOf(one, { provider: 'newer' })))
			expect(text).toContain('This version of the node does not know the provider "newer".');
		expect(hosts.requested).toEqual([]);
	});
});

test('a metro that does not exist is reported with the known metros', async () => {
	hosts.isUnknown = true;
	for (const text of Object.values(await errorsOf(find('Unikraft Cloud'), { metro: 'xyz' })))
		expect(text).toContain(
			'the host api.xyz.unikraft.cloud does not exist. Check Metro in the credential. Known values: fra, dal, sin, was, sfo.',
		);
});

test.each([
	[
		'Unikraft Cloud',
		'metro',
		'Frankfurt am Main',
		'Metro for Unikraft Cloud must be a value such as fra',
	],
	[
		'Databricks',
		'workspace',
		'my workspace',
		'Workspace URL for Databricks must be a value such as',
	],
	['GitHub Enterprise Server', 'host', `${secret}_`, 'Host for GitHub Enterprise Server must'],
	['Media Generation', 'baseUrl', '', 'Base URL is required for Media Generation'],
	[
		'Media Generation',
		'baseUrl',
		'media.example.com',
		'must be a valid URL that starts with https:// or http://',
	],
	[
		'Media Generation',
		'baseUrl',
		secret,
		'must be a valid URL that starts with https:// or http://',
	],
])('%s: the %s %j is rejected before a request is sent', async (label, field, value, message) => {
	for (const text of Object.values(await errorsOf(find(label), { [field]: value })))
		expect(text).toContain(message);
	expect(hosts.requested).toEqual([]);
});

// https://github.com/n8n-io/n8n/issues/34147 and https://github.com/databricks/cli/issues/4768
test('Databricks: an OAuth2 token that expired (status 403) is renewed, and a missing permission is still an error', async () => {
	const { service, operations } = servicesByName.get('workspaceToken')!;
	let isForbidden = false;
	hosts.server.respond = (response, received, request) => {
		const isRenewed = request.headers.authorization === 'Bearer renewed-token';
		const respond = received.target.startsWith('/oidc/')
			? respondWithJson({ access_token: 'renewed-token', token_type: 'Bearer', expires_in: 3600 })
			: isForbidden
				? respondWithJson({ error_code: 'PERMISSION_DENIED', message: 'Not for you' }, 403)
				: isRenewed
					? respondWithJson({ token_infos: [] })
					: respondWithJson({ error_code: 403, message: 'Invalid Token' }, 403);
		return respond(response, received, request);
	};
	const run = async () =>
		await runOperation(
			service,
			nodeSetup(service, {
				type: 'workspaceTokenOAuth2Api',
				data: {
					provider: 'databricks',
					workspace: 'dbc-1.cloud.databricks.com',
					grantType: 'clientCredentials',
					authentication: 'header',
					clientId: 'client',
					clientSecret: secret,
					oauthTokenData: { access_token: 'expired-token', token_type: 'Bearer' },
				} as unknown as Record<string, string>,
			}),
			operations.find(({ id }) => id === 'token.getAll')!,
			[{}],
			{ attempts: 1 },
			{ settings: { onError: 'stopWorkflow' } },
		);
	const tokenRequests = () =>
		hosts.server.received.filter(({ target }) => target.startsWith('/oidc/v1/token'));
	expect((await run()).error).toBeUndefined();
	expect(tokenRequests()).toHaveLength(1);
	isForbidden = true;
	expect((await run()).error?.message).toBe('Databricks denied access');
});
