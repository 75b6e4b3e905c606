import type { ErrorCode } from '../../../services/mediaGeneration/errors';
import { http, image, setUp, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeEach(async () => ({ service, client } = await setUp()));
afterEach(() => service.close());

const balance = () => service.state.accounts[0]?.balance;

describe('a checkout', () => {
	it('has a price before tax if the request has no country', async () => {
		const { status, data } = await client.post('/api/v2/checkout', { pack: '100' });
		expect(status).toBe(201);
		expect(data).toEqual({
			checkout_url: data.checkout_url,
			pack: '100',
			credits: 100,
			currency: 'USD',
			subtotal: 3.99,
		});
		expect((await client.post('/api/v2/checkout', { pack: '1000' })).data.subtotal).toBe(29.99);
	});

	it('has the tax and total for the country, in the currency of the country or in the requested currency', async () => {
		const { data } = await client.post('/api/v2/checkout', { pack: '1000', country: 'DE' });
		expect(data).toMatchObject({
			country: 'DE',
			currency: 'EUR',
			subtotal: 27.59,
			tax: 5.24,
			total: 32.83,
		});
		const dollars = await client.post('/api/v2/checkout', {
			pack: '1000',
			country: 'DE',
			currency: 'USD',
		});
		expect(dollars.data).toMatchObject({
			currency: 'USD',
			subtotal: 29.99,
			tax: 5.7,
			total: 35.69,
		});
	});

	it.each([[{ pack: '100', country: 'XX' }], [{ pack: '100', currency: 'XXX' }]])(
		'rejects %j with invalid_billing',
		async (body) => {
			expect((await client.post('/api/v2/checkout', body)).data.code).toBe('invalid_billing');
		},
	);

	it.each([[{ pack: 100 }], [{ pack: '50' }], [{}], [{ pack: '100', coupon: 'x' }]])(
		'rejects %j with validation_failed',
		async (body) => {
			expect((await client.post('/api/v2/checkout', body)).data.code).toBe('validation_failed');
		},
	);

	it('adds the credits once when it is paid', async () => {
		const { data } = await client.post('/api/v2/checkout', { pack: '100' });
		expect((await http.get(data.checkout_url)).status).toBe(200);
		expect(balance()).toBe(10000);
		await http.post(data.checkout_url);
		expect(balance()).toBe(10100);
		expect((await http.post(data.checkout_url)).status).toBe(404);
		expect(balance()).toBe(10100);
	});
});

describe('a prompt', () => {
	it('is enhanced for the model or the type, and charged', async () => {
		const enhance = async (body: Record<string, unknown>) =>
			(await client.post('/api/v2/prompts/enhance', body)).data;
		expect(await enhance({ prompt: 'a kite' })).toMatchObject({
			type: 'image',
			cost: 0.2,
			balance: 9999.8,
		});
		expect(await enhance({ prompt: 'a kite', type: 'image', model: 'veo3' })).toMatchObject({
			type: 'video',
			model: 'veo3',
		});
		expect(await enhance({ prompt: 'a kite', model: 'nobody' })).toMatchObject({
			code: 'unknown_model',
		});
	});

	it('is moderated and charged', async () => {
		const moderate = async (prompt: string) =>
			(await client.post('/api/v2/prompts/moderate', { prompt })).data;
		expect(await moderate('a kite')).toEqual({ decision: 'allow', cost: 0.1, balance: 9999.9 });
		expect(await moderate('a forbidden kite')).toMatchObject({ decision: 'deny' });
	});

	it.each(['enhance', 'moderate'])(
		'is rejected by %s if it is too long or missing, or if the request has unknown fields',
		async (operation) => {
			const code = async (body: Record<string, unknown>) =>
				(await client.post(`/api/v2/prompts/${operation}`, body)).data.code;
			expect(await code({ prompt: 'x'.repeat(10001) })).toBe('validation_failed');
			expect(await code({})).toBe('validation_failed');
			expect(await code({ prompt: 'a kite', tone: 'dry' })).toBe('validation_failed');
			expect(await code({ prompt: 'x'.repeat(10000) })).toBeUndefined();
		},
	);
});

describe('a fault with an error code', () => {
	it.each<[ErrorCode, number, string]>([
		['checkout_failed', 502, '/api/v2/checkout'],
		['billing_unavailable', 503, '/api/v2/checkout'],
		['moderation_unavailable', 503, '/api/v2/prompts/moderate'],
		['enhance_unavailable', 503, '/api/v2/prompts/enhance'],
	])('returns %s', async (code, status, path) => {
		service.faults.add({ code, count: 1 });
		const body = path.endsWith('checkout') ? { pack: '100' } : { prompt: 'a kite' };
		expect((await client.create(image)).status).toBe(202);
		const before = balance();
		const response = await client.post(path, body);
		expect([response.status, response.data.code]).toEqual([status, code]);
		expect(balance()).toBe(before);
		expect((await client.post(path, body)).status).toBeLessThan(300);
	});

	it('stores the failed job if the code is generation_failed', async () => {
		service.faults.add({ code: 'generation_failed', count: 1 });
		const { status, data } = await client.create(image);
		expect([status, data.code]).toEqual([502, 'generation_failed']);
		expect((await client.get(`/api/v2/generations/${data.id}`)).data.status).toBe('failed');
		expect(balance()).toBe(10000);
	});
});
