import { LOCAL_KEY } from '../../../services/mediaGeneration/service';
import { setUp, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeAll(
	async () =>
		({ service, client } = await setUp({
			accounts: [{ apiKey: 'tenfold-local-key', credits: 1e6 }],
		})),
);
afterAll(() => service.close());

const url = 'https://example.com/kite.png';
const prompt = 'a kite';

describe('a request', () => {
	it.each<[string, Record<string, unknown>]>([
		['a field that the model does not have', { model: 'nano-banana', prompt, seed: 1 }],
		['no prompt', { model: 'nano-banana' }],
		['a blank prompt', { model: 'nano-banana', prompt: ' ' }],
		['no required image', { model: 'remove-background' }],
		['text instead of a file URL', { model: 'remove-background', image: 'kite.png' }],
		['text instead of a number', { model: 'flux-dev', prompt, guidance: '3' }],
		['a fraction instead of an integer', { model: 'flux-dev', prompt, seed: 1.5 }],
		['null', { model: 'flux-dev', prompt, seed: null }],
		['a string that is not in the list', { model: 'gpt-image-2', prompt, quality: 'best' }],
		['an integer that is not in the list', { model: 'veo3', prompt, duration: 5 }],
		['five images without enable_sequential', { model: 'wan-2.7-image', prompt, n: 5 }],
		['thirteen images', { model: 'wan-2.7-image', prompt, n: 13, enable_sequential: true }],
		['five images for a model without enable_sequential', { model: 'gpt-image-2', prompt, n: 5 }],
		['zero images', { model: 'gpt-image-2', prompt, n: 0 }],
		['one layer', { model: 'qwen-image-layered', image: url, num_layers: 1 }],
		['nine layers', { model: 'qwen-image-layered', image: url, num_layers: 9 }],
		['an output quality of 101', { model: 'flux-dev', prompt, output_quality: 101 }],
		[
			'four images for Veo 3.1',
			{ model: 'veo3.1', prompt, veo31_image_urls: [url, url, url, url] },
		],
		['an empty list for Veo 3.1', { model: 'veo3.1', prompt, veo31_image_urls: [] }],
		[
			'three references in 9:16',
			{ model: 'veo3.1', prompt, veo31_image_urls: [url, url, url], aspect_ratio: '9:16' },
		],
		[
			'references in the quality tier',
			{ model: 'veo3.1', prompt, veo31_generation_type: 'REFERENCE_2_VIDEO', veo31_model: 'veo3' },
		],
		[
			'four reference audios for a model that accepts three',
			{ model: 'seedance-2', prompt, reference_audios: [url, url, url, url] },
		],
		[
			'thinking mode with enable_sequential',
			{ model: 'wan-2.7-image', prompt, thinking_mode: true, enable_sequential: true },
		],
		[
			'thinking mode with an image',
			{ model: 'wan-2.7-image', prompt, thinking_mode: true, image_input: [url] },
		],
		['a web search with an image', { model: 'seedance-2', prompt, web_search: true, image: url }],
		['a last image without a first one', { model: 'seedance-pro', prompt, last_image: url }],
		['a clip with an image', { model: 'wan-2.7', prompt, first_clip_url: url, image: url }],
		[
			'an idempotency key of 256 characters',
			{ model: 'nano-banana', prompt, idempotency_key: 'k'.repeat(256) },
		],
		[
			'a callback over plain http',
			{ model: 'nano-banana', prompt, callback_url: 'http://example.com/hook' },
		],
		[
			'a callback URL of 2049 characters',
			{ model: 'nano-banana', prompt, callback_url: `https://example.com/${'h'.repeat(2029)}` },
		],
		['no model', { prompt }],
	])('with %s is rejected', async (_name, body) => {
		const { status, data } = await client.create(body);
		expect([status, data.code]).toEqual([400, 'validation_failed']);
		expect(data.error).toEqual(expect.any(String));
	});

	it.each<[string, Record<string, unknown>]>([
		['a string in different case', { model: 'gpt-image-2', prompt, quality: 'HIGH' }],
		[
			'twelve images with enable_sequential',
			{ model: 'wan-2.7-image', prompt, n: 12, enable_sequential: true },
		],
		['three references', { model: 'veo3.1', prompt, veo31_image_urls: [url, url, url] }],
		[
			'five reference audios for a model that accepts five',
			{ model: 'seedance-2.5', prompt, reference_audios: [url, url, url, url, url] },
		],
		['a first and a last image', { model: 'seedance-pro', prompt, image: url, last_image: url }],
		[
			'an idempotency key of 255 characters outside the Basic Multilingual Plane',
			{ model: 'nano-banana', prompt, idempotency_key: '🪁'.repeat(255) },
		],
		[
			'a callback URL of 2048 characters',
			{ model: 'nano-banana', prompt, callback_url: `https://example.com/${'h'.repeat(2028)}` },
		],
		[
			'a callback to localhost over plain http',
			{ model: 'nano-banana', prompt, callback_url: 'http://127.0.0.1:1/hook' },
		],
		['a rewritten prompt', { model: 'veo2', prompt, enhance_prompt: true, translate_prompt: true }],
	])('with %s is accepted', async (_name, body) => {
		expect((await client.create(body)).status).toBe(202);
	});

	it('for an unknown model is rejected with unknown_model', async () => {
		expect((await client.create({ model: 'nobody', prompt })).data.code).toBe('unknown_model');
		expect((await client.get('/api/v2/models/nobody')).data.code).toBe('unknown_model');
	});

	it('that moderation rejects returns prompt_rejected', async () => {
		const { status, data } = await client.create({ model: 'veo2', prompt: 'Forbidden things' });
		expect([status, data.code]).toEqual([400, 'prompt_rejected']);
	});

	it('can be estimated without its files, but not with a field that the model does not have', async () => {
		const estimate = (body: Record<string, unknown>) =>
			client.post('/api/v2/generations/estimate', body);
		expect((await estimate({ model: 'motion-control' })).status).toBe(200);
		expect(
			(await estimate({ model: 'qwen-image-edit-plus', prompt, image_input: [] })).status,
		).toBe(200);
		expect((await estimate({ model: 'seedance-pro', prompt, last_image: url })).status).toBe(200);
		expect((await estimate({ model: 'motion-control', fps: 24 })).data.code).toBe(
			'validation_failed',
		);
	});

	it('that is not an object or not valid JSON is rejected in the error format of the service', async () => {
		expect((await client.post('/api/v2/generations', [])).data.code).toBe('validation_failed');
		const headers = { 'content-type': 'application/json', authorization: `Bearer ${LOCAL_KEY}` };
		const response = await fetch(`${service.url}/api/v2/generations`, {
			method: 'POST',
			headers,
			body: '{"model"',
		});
		expect([response.status, await response.json()]).toEqual([
			400,
			{ code: 'validation_failed', error: expect.any(String) },
		]);
	});
});
