import { LOCAL_KEY, LOCAL_SESSION } from '../../../services/mediaGeneration/service';
import { clientOf, http, image, setUp, type Client, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
let other: Client;
beforeEach(async () => {
	({ service, client } = await setUp());
	service.addAccount({ apiKey: 'other' });
	other = clientOf(service, { authorization: 'Bearer other' });
});
afterEach(() => service.close());

describe('authentication', () => {
	it.each([
		['the key as Bearer', { authorization: `Bearer ${LOCAL_KEY}` }, 200],
		['the key in X-API-Key', { 'x-api-key': LOCAL_KEY }, 200],
		['the key in X-API-Key with Bearer', { 'x-api-key': `Bearer ${LOCAL_KEY}` }, 200],
		['a session token in Authorization', { authorization: LOCAL_SESSION }, 200],
		['a session token as Bearer', { authorization: `Bearer ${LOCAL_SESSION}` }, 200],
		['a session token in X-API-Key', { 'x-api-key': LOCAL_SESSION }, 401],
		['the key in Authorization without Bearer', { authorization: LOCAL_KEY }, 401],
		['a wrong key', { authorization: 'Bearer nothing' }, 401],
		['no credential', {}, 401],
	] as Array<[string, Record<string, string>, number]>)(
		'with %s returns the expected status',
		async (_name, headers, status) => {
			const response = await clientOf(service, headers).get('/api/v2/account');
			expect(response.status).toBe(status);
			expect(response.data).toMatchObject(
				status === 200 ? { credits: 10000 } : { code: 'unauthorized' },
			);
		},
	);

	it('accepts the credential of the service', async () => {
		const { baseUrl = '', apiKey } = service.credential.data;
		expect(
			(
				await http.get(`${baseUrl}/api/v2/account`, {
					headers: { authorization: `Bearer ${apiKey}` },
				})
			).status,
		).toBe(200);
	});

	it('fails with a revoked key, and still succeeds with other keys', async () => {
		expect((await client.post('/api/oauth/revoke')).status).toBe(200);
		expect((await client.get('/api/v2/account')).status).toBe(401);
		expect((await other.get('/api/v2/account')).status).toBe(200);
	});
});

describe('a web session', () => {
	const session = () => clientOf(service, { authorization: LOCAL_SESSION });

	it('can estimate without a prompt, unlike an API key', async () => {
		expect((await session().post('/api/v2/generations/estimate', { model: 'veo3' })).status).toBe(
			200,
		);
		expect(
			(await client.post('/api/v2/generations/estimate', { model: 'veo3' })).data,
		).toMatchObject({ code: 'validation_failed' });
	});

	it('requires a prompt to create, and ignores additional fields', async () => {
		expect((await session().create({ model: 'nano-banana' })).status).toBe(400);
		expect((await session().create({ ...image, tab: 'studio' })).status).toBe(202);
	});
});

describe('an account', () => {
	it('cannot access the jobs of a different account', async () => {
		const { data } = await client.create(image);
		expect((await other.get(`/api/v2/generations/${data.id}`)).data).toMatchObject({
			code: 'not_found',
		});
		expect((await other.get('/api/v2/generations')).data).toEqual({ generations: [] });
	});

	it('is not charged for the jobs of a different account', async () => {
		await client.create(image);
		expect((await other.get('/api/v2/account')).data.credits).toBe(10000);
	});

	it('can be added through the control API', async () => {
		await http.post(`${service.url}/_control/accounts`, { apiKey: 'third', credits: 7 });
		expect(
			(await clientOf(service, { 'x-api-key': 'third' }).get('/api/v2/account')).data.credits,
		).toBe(7);
	});
});
