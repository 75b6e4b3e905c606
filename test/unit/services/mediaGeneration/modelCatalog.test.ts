import { allModels } from '../../../services/mediaGeneration/modelCatalog';
import type { ModelResponse } from '../../../services/mediaGeneration/modelCatalog';
import { fieldNames } from '../../../services/mediaGeneration/fields';
import { setUp, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
let models: ModelResponse[];
beforeAll(async () => {
	({ service, client } = await setUp());
	({ models } = (await client.get('/api/v2/models')).data);
});
afterAll(() => service.close());

const model = (id: string) => models.find((one) => one.id === id);
const estimate = async (body: Record<string, unknown>) =>
	(await client.post('/api/v2/generations/estimate', body)).data;
/** A request that sends only a prompt, where the model takes one. */
const plain = ({ id, inputs }: ModelResponse) => ({
	model: id,
	...(inputs.includes('text') && { prompt: 'a kite' }),
});

describe('the catalogue', () => {
	it('has the forty-five models, and answers each alone as in the list', async () => {
		expect(models).toHaveLength(45);
		for (const one of models)
			expect((await client.get(`/api/v2/models/${one.id}`)).data).toEqual(one);
	});

	it('has a model for every field of a generation request', () => {
		const taken = new Set(allModels.flatMap(({ fields }) => fields.map(({ name }) => name)));
		expect(fieldNames.filter((name) => !taken.has(name))).toEqual([]);
	});

	it('gives every model a key and a callback, and every model with a prompt the two rewrites of it', () => {
		for (const { fields, inputs } of models) {
			const names = fields.map(({ name }) => name);
			expect(names).toEqual(expect.arrayContaining(['idempotency_key', 'callback_url']));
			expect(names.includes('enhance_prompt') && names.includes('translate_prompt')).toBe(
				inputs.includes('text'),
			);
		}
	});

	it('states a price that the estimate confirms, for every model and every single change it lists', async () => {
		for (const one of models) {
			const { credits, changes = [] } = one.pricing;
			expect({ id: one.id, cost: (await estimate(plain(one))).cost }).toEqual({
				id: one.id,
				cost: credits,
			});
			for (const { field, value, credits: cost } of changes) {
				const info = one.fields.find(({ name }) => name === field);
				const file = info?.type === 'array' ? ['https://example.com/f'] : 'https://example.com/f';
				const request = { ...plain(one), [field]: value === 'any' ? file : value };
				expect({ id: one.id, field, value, cost: (await estimate(request)).cost }).toEqual({
					id: one.id,
					field,
					value,
					cost,
				});
			}
		}
	});

	it('says by what a price is multiplied and whether it varies', () => {
		expect(model('gpt-image-2')?.pricing).toMatchObject({
			credits: 4,
			per: 'image',
			unit_credits: 4,
			varies: true,
		});
		expect(model('veo2')?.pricing).toMatchObject({ credits: 100, per: 'second', unit_credits: 20 });
		expect(model('remove-background')?.pricing).toEqual({
			credits: 0.5,
			unit_credits: 0.5,
			varies: false,
		});
		expect(model('seedance-2')?.pricing.changes).toContainEqual({
			field: 'video_input',
			value: 'any',
			credits: 56.25,
		});
	});

	it('tells the longest and the sharpest only of models that have these fields', () => {
		expect(model('kling-3.0')).toMatchObject({ max_duration: 15 });
		expect(model('kling-3.0')).not.toHaveProperty('max_resolution');
		expect(model('nano-banana-pro')).toMatchObject({ max_resolution: '4K' });
		expect(model('nano-banana-pro')).not.toHaveProperty('max_duration');
	});

	it('says of which models a prompt alone is refused', () => {
		expect(model('vidu-q4-reference')?.requires_image).toBe(true);
		expect(model('vidu-q4')?.requires_image).toBe(false);
	});

	it('can lack a pricing row', async () => {
		service.settings.unpriced.push('veo2');
		expect((await client.get('/api/v2/models/veo2')).data.pricing).toEqual({ varies: true });
		service.settings.unpriced.length = 0;
	});

	it('counts the shorter default clip of the higher quality mode', async () => {
		const { cost } = await estimate({ model: 'wan-2.2', prompt: 'a kite', high_performance: true });
		expect(cost).toBe(20.25);
	});
});
