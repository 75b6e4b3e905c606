import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { ICredentialType, IDataObject } from 'n8n-workflow';
import {
	serviceAccount as serviceAccountOf,
	serviceAccountFields,
} from '../../nodes/google/serviceAccount';
import { providers } from '../../nodes/engine/describe';
import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const serviceAccount = {
	name: 'exampleTokenApi',
	displayName: 'Example Service Account',
	properties: serviceAccountFields('things.read things.write'),
	...serviceAccountOf(providers([])),
} as unknown as ICredentialType;

const service = useExampleService();
/** The assertions that the token endpoint received. */
let assertions: string[];
let lifetimeSeconds: number;
beforeEach(() => {
	assertions = [];
	lifetimeSeconds = 3600;
	service.handlers.set('POST token', ({ body }) => {
		assertions.push(new URLSearchParams(body as string).get('assertion')!);
		return {
			access_token: `issued-${assertions.length}`,
			expires_in: lifetimeSeconds,
			token_type: 'Bearer',
		};
	});
	service.handlers.set('GET things', ({ headers, path }) =>
		headers.authorization === `Bearer issued-${assertions.length}`
			? { id: path.split('/').pop() }
			: new Reply(401),
	);
});

const accountData = (more: IDataObject = {}) => ({
	clientEmail: 'robot@example.com',
	privateKey,
	subject: '',
	requestedScopes: 'things.read things.write',
	tokenUrl: `${service.url}/token`,
	accessToken: '',
	renewAt: '',
	issuedFor: '',
	...more,
});

const getThings = async (count: number, data: IDataObject = accountData()) =>
	await service.run('get', {
		items: indexedItems(count),
		parameters: { ...thingByIndex, authentication: 'token' },
		tokenType: serviceAccount,
		data,
	});

const claimsOf = (assertion: string): IDataObject =>
	JSON.parse(Buffer.from(assertion.split('.')[1]!, 'base64url').toString()) as IDataObject;

test('one signed assertion is exchanged for one token, which is used for all items', async () => {
	const { items, error } = await getThings(20, accountData({ subject: 'anna@example.com' }));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(20);
	expect(assertions).toHaveLength(1);
	const [header, claims, signature] = assertions[0]!.split('.') as [string, string, string];
	expect(
		createVerify('RSA-SHA256')
			.update(`${header}.${claims}`)
			.verify(publicKey, signature, 'base64url'),
	).toBe(true);
	expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
		alg: 'RS256',
		typ: 'JWT',
	});
	const { iat, exp, ...rest } = claimsOf(assertions[0]!);
	expect(rest).toEqual({
		iss: 'robot@example.com',
		sub: 'anna@example.com',
		scope: 'things.read things.write',
		aud: `${service.url}/token`,
	});
	expect(Number(exp) - Number(iat)).toBe(3600);
	expect(service.requests.list('POST /token')[0]?.headers['content-type']).toBe(
		'application/x-www-form-urlencoded',
	);
});

test('a token is renewed before it expires, and nothing is sent with the old token', async () => {
	expect((await getThings(1)).error).toBeUndefined();
	const { items, error } = await getThings(3, {
		...service.credentialData(),
		renewAt: String(Date.now() - 1),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(assertions).toHaveLength(2);
	expect(service.requests.list('GET /things/*').map(({ status }) => status)).toEqual([
		200, 200, 200, 200,
	]);
});

test('a stored token is reused', async () => {
	await getThings(1);
	await getThings(1, service.credentialData());
	expect(assertions).toHaveLength(1);
});

test('a token that was issued for other scopes is not used', async () => {
	await getThings(1);
	await getThings(1, { ...service.credentialData(), requestedScopes: 'things.read' });
	expect(assertions.map((assertion) => claimsOf(assertion).scope)).toEqual([
		'things.read things.write',
		'things.read',
	]);
});

test('a token that the service rejects before it expires is renewed', async () => {
	let requests = 0;
	service.handlers.set('GET things', ({ headers }) =>
		++requests > 2 && headers.authorization === 'Bearer issued-1' ? new Reply(401) : { id: 1 },
	);
	const { items, error } = await service.run('get', {
		items: indexedItems(4),
		parameters: { ...thingByIndex, authentication: 'token', options: { itemsAtOnce: 1 } },
		tokenType: serviceAccount,
		data: accountData(),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(4);
	expect(assertions).toHaveLength(2);
});

test('a token with a lifetime of ten minutes is renewed in its last minute', async () => {
	lifetimeSeconds = 600;
	const begin = Date.now();
	await getThings(1);
	const renewAfterMs = Number(service.credentialData().renewAt) - begin;
	expect(renewAfterMs).toBeGreaterThanOrEqual(540_000);
	expect(renewAfterMs).toBeLessThan(570_000);
});

test.each([0, -1, null, 'soon'])(
	'a token with the lifetime %j is used until the service rejects it',
	async (lifetime) => {
		lifetimeSeconds = lifetime as number;
		const { items } = await getThings(3);
		expect(items).toHaveLength(3);
		expect(assertions).toHaveLength(1);
	},
);

test("the error for a rejected account contains the token endpoint's message, and not the key", async () => {
	service.handlers.set(
		'POST token',
		() => new Reply(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }),
	);
	const { error } = await getThings(1);
	expect(`${error?.message} ${error?.description}`).toContain(
		'invalid_grant: Invalid JWT Signature.',
	);
	expect(JSON.stringify(error)).not.toContain('PRIVATE KEY');
	expect(service.requests.total).toBe(1);
});

test('an assertion in an error is redacted before the error is truncated to 300 characters', async () => {
	const start = 'x'.repeat(290);
	service.handlers.set('POST token', ({ body }) => {
		const assertion = new URLSearchParams(body as string).get('assertion')!;
		return new Reply(400, { error: `${start}${assertion}${'y'.repeat(9000)}` });
	});
	const { error } = await getThings(1);
	expect(`${error?.message} ${error?.description}`).toContain(`${start}[secret]yy…`);
});

test('a token request is retried after a server error', async () => {
	service.faults.add({ on: 'POST /token', status: 503, count: 2 });
	const { error } = await getThings(1);
	expect(error).toBeUndefined();
	expect(service.requests.count('POST /token')).toBe(3);
});
