import { fieldNames } from '../../../services/mediaGeneration/fields';
import { allModels } from '../../../services/mediaGeneration/modelCatalog';
import type { ModelResponse } from '../../../services/mediaGeneration/modelCatalog';
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
/** A minimal request: the model and, if the model accepts one, a prompt. */
const plain = ({ id, inputs }: ModelResponse) => ({
	model: id,
	...(inputs.includes('text') && { prompt: 'a kite' }),
});

describe('the model catalog', () => {
	it('lists 45 models, and returns the same data for a single model as in the list', async () => {
		expect(models).toHaveLength(45);
		for (const one of models)
			expect((await client.get(`/api/v2/models/${one.id}`)).data).toEqual(one);
	});

	it('contains at least one model for each field of a generation request', () => {
		const taken = new Set(allModels.flatMap(({ fields }) => fields.map(({ name }) => name)));
		expect(fieldNames.filter((name) => !taken.has(name))).toEqual([]);
	});

	it('has idempotency_key and callback_url for every model, and prompt rewriting for every model with a prompt', () => {
		for (const { fields, inputs } of models) {
			const names = fields.map(({ name }) => name);
			expect(names).toEqual(expect.arrayContaining(['idempotency_key', 'callback_url']));
			expect(names.includes('enhance_prompt') && names.includes('translate_prompt')).toBe(
				inputs.includes('text'),
			);
		}
	});

	it('has the same prices as estimates, for every model and every entry of pricing.changes', async () => {
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

	it('contains the unit of a price, and whether the price varies', () => {
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

	it('contains the maximum duration and resolution only for models that have these fields', () => {
		expect(model('kling-3.0')).toMatchObject({ max_duration: 15 });
		expect(model('kling-3.0')).not.toHaveProperty('max_resolution');
		expect(model('nano-banana-pro')).toMatchObject({ max_resolution: '4K' });
		expect(model('nano-banana-pro')).not.toHaveProperty('max_duration');
	});

	it('contains whether a model requires an image', () => {
		expect(model('vidu-q4-reference')?.requires_image).toBe(true);
		expect(model('vidu-q4')?.requires_image).toBe(false);
	});

	it('contains no prices for a model without a pricing row', async () => {
		service.settings.unpriced.push('veo2');
		expect((await client.get('/api/v2/models/veo2')).data.pricing).toEqual({ varies: true });
		service.settings.unpriced.length = 0;
	});

	it('uses a lower default number of frames in an estimate with high_performance', async () => {
		const { cost } = await estimate({ model: 'wan-2.2', prompt: 'a kite', high_performance: true });
		expect(cost).toBe(20.25);
	});
});
