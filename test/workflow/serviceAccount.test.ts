import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { ICredentialType, IDataObject } from 'n8n-workflow';
import {
	fetchToken,
	serviceAccountProperties,
	withServiceAccount,
} from '../../nodes/engine/credentials/serviceAccount';
import { numbered, ofItem, Reply, startScratch, type Asked, type Scratch } from './kit/scratch';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const serviceAccount = {
	name: 'scratchTokenApi',
	displayName: 'Scratch Service Account',
	properties: serviceAccountProperties('things.read things.write'),
	authenticate: withServiceAccount,
	preAuthentication: fetchToken,
} as unknown as ICredentialType;

let scratch: Scratch;
let issued: string[];
let lifetime: number;
beforeAll(async () => {
	scratch = await startScratch();
});
afterAll(async () => await scratch.close());
beforeEach(() => {
	issued = [];
	lifetime = 3600;
	scratch.answers.clear();
	scratch.faults.clear();
	scratch.requests.clear();
	scratch.answers.set('POST token', ({ body }) => {
		issued.push(new URLSearchParams(body as string).get('assertion')!);
		return { access_token: `issued-${issued.length}`, expires_in: lifetime, token_type: 'Bearer' };
	});
	scratch.answers.set('GET things', ({ headers, path }) =>
		headers.authorization === `Bearer issued-${issued.length}`
			? { id: path.split('/').pop() }
			: new Reply(401),
	);
});

const account = (more: IDataObject = {}) => ({
	clientEmail: 'robot@example.com',
	privateKey,
	subject: '',
	scopes: 'things.read things.write',
	tokenUrl: `${scratch.url}/token`,
	accessToken: '',
	renewAt: '',
	issuedFor: '',
	...more,
});

const read = async (count: number, data: IDataObject = account()) =>
	await scratch.run('get', {
		items: numbered(count),
		parameters: { ...ofItem, authentication: 'token' },
		tokenType: serviceAccount,
		data,
	});

const claimsOf = (assertion: string): IDataObject =>
	JSON.parse(Buffer.from(assertion.split('.')[1]!, 'base64url').toString()) as IDataObject;

test('an assertion signed with the key is exchanged once for all items', async () => {
	const { items, error } = await read(20, account({ subject: 'anna@example.com' }));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(20);
	expect(issued).toHaveLength(1);
	const [head, claims, signature] = issued[0]!.split('.') as [string, string, string];
	expect(
		createVerify('RSA-SHA256')
			.update(`${head}.${claims}`)
			.verify(publicKey, signature, 'base64url'),
	).toBe(true);
	expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
		alg: 'RS256',
		typ: 'JWT',
	});
	const { iat, exp, ...rest } = claimsOf(issued[0]!);
	expect(rest).toEqual({
		iss: 'robot@example.com',
		sub: 'anna@example.com',
		scope: 'things.read things.write',
		aud: `${scratch.url}/token`,
	});
	expect(Number(exp) - Number(iat)).toBe(3600);
	expect(scratch.requests.list('POST /token')[0]?.headers['content-type']).toBe(
		'application/x-www-form-urlencoded',
	);
});

test('a token is renewed before it ends, and nothing is sent with the old one', async () => {
	const first = await read(1);
	expect(first.error).toBeUndefined();
	const kept = scratch.credentialData();
	const soon = { ...kept, renewAt: String(Date.now() - 1) };
	const { items, error } = await read(3, soon);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(issued).toHaveLength(2);
	expect(scratch.requests.list('GET /things/*').map(({ status }) => status)).toEqual([
		200, 200, 200, 200,
	]);
});

test('a kept token is used again', async () => {
	await read(1);
	await read(1, scratch.credentialData());
	expect(issued).toHaveLength(1);
});

test('a token that was issued for other scopes is not used', async () => {
	await read(1);
	await read(1, { ...scratch.credentialData(), scopes: 'things.read' });
	expect(issued.map((assertion) => claimsOf(assertion).scope)).toEqual([
		'things.read things.write',
		'things.read',
	]);
});

test('a token that ends early is renewed when the service says so', async () => {
	let asked = 0;
	scratch.answers.set('GET things', ({ headers }: Asked) =>
		++asked > 2 && headers.authorization === 'Bearer issued-1' ? new Reply(401) : { id: 1 },
	);
	const { items, error } = await scratch.run('get', {
		items: numbered(4),
		parameters: { ...ofItem, authentication: 'token', options: { itemsAtOnce: 1 } },
		tokenType: serviceAccount,
		data: account(),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(4);
	expect(issued).toHaveLength(2);
});

test('half of the life of a token that lives ten minutes is no reason to renew it, its last minute is', async () => {
	lifetime = 600;
	const began = Date.now();
	await read(1);
	const left = Number(scratch.credentialData().renewAt) - began;
	expect(left).toBeGreaterThanOrEqual(540_000);
	expect(left).toBeLessThan(570_000);
});

test.each([
	['with \\n in place of line breaks', (key: string) => key.replace(/\n/g, '\\n')],
	['that lost its line breaks', (key: string) => key.replace(/\n/g, ' ')],
	['with spaces around it', (key: string) => `  ${key}\n\n`],
])('a key %s is read', async (_, spoilt) => {
	expect((await read(1, account({ privateKey: spoilt(privateKey) }))).error).toBeUndefined();
});

test('a key that is none says so, and nothing is sent', async () => {
	const { error } = await read(1, account({ privateKey: 'secret' }));
	expect(`${error?.message} ${error?.description}`).toContain(
		'The private key of the service account cannot be read',
	);
	expect(scratch.requests.total).toBe(0);
});

test('a refused account is told in the words of the token service, without the key', async () => {
	scratch.answers.set(
		'POST token',
		() => new Reply(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }),
	);
	const { error } = await read(1);
	expect(`${error?.message} ${error?.description}`).toContain(
		'invalid_grant: Invalid JWT Signature.',
	);
	expect(JSON.stringify(error)).not.toContain('PRIVATE KEY');
	expect(scratch.requests.total).toBe(1);
});

test('a token service that has a bad moment is asked again', async () => {
	scratch.faults.add({ on: 'POST /token', status: 503, count: 2 });
	const { error } = await read(1);
	expect(error).toBeUndefined();
	expect(scratch.requests.count('POST /token')).toBe(3);
});
