/**
 * Runs nodes against token endpoints with faulty responses. Errors must be clear, and no key,
 * assertion or token may appear in errors, output or logs.
 */
import { generateKeyPairSync } from 'node:crypto';
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import type { ICredentialType, IDataObject } from 'n8n-workflow';
import { CodeHostingAppApi } from '../../../credentials/CodeHostingAppApi.credentials';
import {
	serviceAccount as serviceAccountOf,
	serviceAccountFields,
} from '../../../nodes/google/serviceAccount';
import { providers } from '../../../nodes/engine/describe';
import { runConcurrently } from '../../../nodes/engine/run/concurrency';
import { collectText, internalTerms } from '../kit/collectText';
import {
	indexedItems,
	startExampleService,
	thingByIndex,
	type ExampleService,
} from '../kit/exampleService';
import { faultyResponses, largeResponseFactor, type FaultyResponse } from '../kit/faultyResponses';
import { withLargerBytes } from '../kit/largerBytes';
import { respondWithJson, startRawServer, type RawServer } from '../kit/rawServer';

const { privateKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const serviceAccount = {
	name: 'exampleTokenApi',
	displayName: 'Example Service Account',
	properties: serviceAccountFields('things.read'),
	...serviceAccountOf(providers([])),
} as unknown as ICredentialType;

// Each run uses its own account, since concurrent runs of one account share a token request.
let accounts = 0;

const credentialTypes: Array<readonly [string, ICredentialType, (url: string) => IDataObject]> = [
	[
		'a service account',
		serviceAccount,
		(url) => ({
			clientEmail: `robot-${++accounts}@example.com`,
			privateKey,
			subject: '',
			requestedScopes: 'things.read',
			tokenUrl: `${url}/token`,
			accessToken: '',
			renewAt: '',
			issuedFor: '',
		}),
	],
	[
		'an app',
		new CodeHostingAppApi(),
		(url) => ({ baseUrl: url, appId: '12', privateKey, installationId: '', installationToken: '' }),
	],
	[
		'an app installation',
		new CodeHostingAppApi(),
		(url) => ({
			baseUrl: url,
			appId: '12',
			privateKey,
			installationId: '34',
			installationToken: '',
		}),
	],
];

let service: ExampleService;
let otherServer: RawServer;
const logged: unknown[] = [];
beforeAll(async () => {
	service = await startExampleService();
	otherServer = await startRawServer();
	otherServer.respond = respondWithJson({
		access_token: 'from-another-host',
		token: 'from-another-host',
	});
	const logger = Container.get(Logger);
	for (const level of ['error', 'warn', 'info', 'debug'] as const)
		jest
			.spyOn(logger, level)
			.mockImplementation((...values: unknown[]) => void logged.push(values));
});
afterAll(async () => {
	jest.restoreAllMocks();
	await Promise.all([service.close(), otherServer.close()]);
});

/** All JWTs in the requests that a server received. */
const assertionsIn = ({ received }: RawServer): string[] => [
	...new Set(collectText(received).match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? []),
];

/** Runs two items against a token endpoint with the faulty response. Returns all problems. */
async function problemsWith(
	{ respond, mustFail, isSlow }: FaultyResponse,
	tokenType: ICredentialType,
	dataFor: (url: string) => IDataObject,
): Promise<string[]> {
	const tokenServer = await startRawServer();
	tokenServer.respond = respond;
	const options = {
		parameters: {
			...thingByIndex,
			authentication: 'token',
			options: { timeout: isSlow ? 400 : 30_000, attempts: 2, maximumRetryWait: 0 },
		},
		tokenType,
		data: dataFor(tokenServer.url),
	};
	const { items, error, run } = await service.run('get', {
		...options,
		items: indexedItems(2),
		settings: { onError: 'continueRegularOutput' },
	});
	const errors = items.filter(({ json }) => json.error !== undefined);
	// An item has only the message of its error. A node that stops has the complete error.
	const stopped =
		errors.length > 0
			? (await service.run('get', { ...options, items: indexedItems(1) })).error
			: undefined;
	await tokenServer.close();
	const assertions = assertionsIn(tokenServer);
	const visibleText = collectText(run, items, stopped, logged);
	return [
		...(error ? [`the complete run failed: ${error.message}`] : []),
		...(mustFail && errors.length !== 2 ? [`${errors.length} of 2 items failed`] : []),
		...(stopped && internalTerms.test(`${stopped.message} ${stopped.description ?? ''}`)
			? [`unclear message: ${stopped.message} | ${stopped.description}`]
			: []),
		// On a busy machine, the short time limit of a slow fault can end before the request is sent.
		...(assertions.length === 0 && !isSlow ? ['no token was requested'] : []),
		...assertions
			.filter((assertion) => visibleText.includes(assertion.split('.')[2]!))
			.map(() => 'the assertion is visible'),
		...(visibleText.includes(privateKey.split('\n')[1]!) ? ['the private key is visible'] : []),
	];
}

test.each(credentialTypes)(
	'%s: faulty token responses cause clear errors that contain no secrets',
	async (_, tokenType, dataFor) => {
		const faults = faultyResponses(otherServer.url);
		const problems: string[] = [];
		const runFault = async (index: number): Promise<void> => {
			const fault = faults[index]!;
			for (const problem of await problemsWith(fault, tokenType, dataFor))
				problems.push(`${fault.name}: ${problem}`);
		};
		await withLargerBytes(
			largeResponseFactor,
			async () => await runConcurrently(0, faults.length, 12, undefined, runFault),
		);
		expect(problems).toEqual([]);
		expect(assertionsIn(otherServer)).toEqual([]);
	},
);

test.each(credentialTypes)(
	'%s: the error contains the message and the request ID of the token endpoint',
	async (_, tokenType, dataFor) => {
		const tokenServer = await startRawServer();
		tokenServer.respond = (response) =>
			void response
				.writeHead(400, { 'content-type': 'application/json', 'x-request-id': 'request-1' })
				.end(JSON.stringify({ message: 'in\u001bvalid' }));
		const { error } = await service.run('get', {
			items: indexedItems(1),
			parameters: { ...thingByIndex, authentication: 'token' },
			tokenType,
			data: dataFor(tokenServer.url),
		});
		await tokenServer.close();
		expect(error?.message).toContain('(status 400, in\\u001bvalid, request ID request-1)');
	},
);

test.each(credentialTypes)(
	'%s: Retry On Fail sends a write that was not sent because the token request failed',
	async (_, tokenType, dataFor) => {
		const tokenServer = await startRawServer();
		const respond = respondWithJson({ error: 'busy' }, 503);
		tokenServer.respond = (...args) =>
			tokenServer.received.length <= 3
				? respond(...args)
				: respondWithJson(
						args[1].target.startsWith('/app/installations?')
							? [{ id: 34 }]
							: { access_token: 'new', token: 'new' },
					)(...args);
		service.requests.clear();
		service.handlers.set('POST things', () => ({ id: 1 }));
		const { items, error } = await service.run('create', {
			items: indexedItems(1),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
			parameters: { name: 'a', size: 1, authentication: 'token' },
			tokenType,
			data: dataFor(tokenServer.url),
		});
		await tokenServer.close();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		// The base URL of the app is that of the token endpoint.
		const writes = tokenServer.received.filter(({ target }) => target.includes('things'));
		expect(writes.length + service.requests.count('POST *')).toBe(1);
	},
);

test.each([
	[429, 'limits token requests', 'Try again later'],
	[503, 'returned a server error', 'Try again later'],
	[307, 'redirects token requests', 'Enter the address to which it redirects'],
])(
	'status %d of a token endpoint is reported as what it is, and a write counts as not sent',
	async (status, problem, fix) => {
		const tokenServer = await startRawServer();
		tokenServer.respond = (response) =>
			void response.writeHead(status, { location: otherServer.url }).end('{}');
		for (const [, tokenType, dataFor] of credentialTypes) {
			const { error } = await service.run('create', {
				items: indexedItems(1),
				parameters: { name: 'a', size: 1, authentication: 'token' },
				tokenType,
				data: dataFor(tokenServer.url),
			});
			const text = `${error?.message} ${error?.description ?? ''}`;
			expect(text).toContain(`${problem} (status ${status}`);
			expect(text).toContain(fix);
			expect(text).not.toMatch(/processed|deleted/);
		}
		await tokenServer.close();
	},
);
