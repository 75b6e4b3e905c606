import { columnsOfModel, model, modelIds, price } from '../../../nodes/MediaGeneration/models';
import { requestFields } from '../../../nodes/MediaGeneration/generationRequest';

describe('the columns of a model', () => {
	const column = (field: object) =>
		columnsOfModel({ fields: [{ name: 'the_field', ...field }] })[0]!;

	it.each([
		['string', 'text'],
		['integer', 'integer'],
		['number', 'number'],
		['boolean', 'flag'],
		['array', 'list'],
		['something new', 'text'],
		[undefined, 'text'],
	])('of type %p are of kind %p', (type, kind) => expect(column({ type }).kind).toBe(kind));

	it('carry what the service says of them', () => {
		expect(column({ type: 'integer', required: true, default: 5, minimum: 2, maximum: 9 })).toEqual(
			{
				name: 'the_field',
				label: 'The Field',
				kind: 'integer',
				required: true,
				default: 5,
				minimum: 2,
				maximum: 9,
				choices: undefined,
			},
		);
	});

	it('with allowed values offer them, in the kind of the field, but for lists', () => {
		expect(column({ type: 'string', enum: ['16:9', '1:1'] })).toMatchObject({
			kind: 'text',
			choices: ['16:9', '1:1'],
		});
		expect(column({ type: 'integer', enum: [5, 10] })).toMatchObject({
			kind: 'integer',
			choices: ['5', '10'],
		});
		expect(column({ type: 'array', enum: ['a'] })).toMatchObject({
			kind: 'list',
			choices: undefined,
		});
	});

	it('that take a file say which', () => {
		expect(column({ type: 'string', input: 'image' }).label).toBe(
			'The Field (image URL or binary property)',
		);
		expect(column({ type: 'array', input: 'audio' })).toMatchObject({
			kind: 'list',
			label: 'The Field (audio URL or binary property)',
		});
	});

	it('leave out what stands elsewhere in the form', () => {
		const names = ['model', 'prompt', 'idempotency_key', 'callback_url', 'seed', 'negative_prompt'];
		expect(
			columnsOfModel({ fields: names.map((name) => ({ name, type: 'string' })) }).map(
				({ name }) => name,
			),
		).toEqual(['seed', 'negative_prompt']);
	});

	it('are none where the service names none', () => {
		expect(columnsOfModel({})).toEqual([]);
		expect(columnsOfModel({ fields: null as never })).toEqual([]);
	});
});

describe('the price of a model', () => {
	it.each([
		[{ unit_credits: 3, per: 'second', credits: 15, varies: true }, '3 credits per second'],
		[{ unit_credits: 0.5, per: 'image' }, '0.5 credits per image'],
		[{ credits: 4 }, '4 credits'],
		[{ credits: 4, varies: false }, '4 credits'],
		[{ credits: 4, varies: true }, 'from 4 credits'],
		[{ unit_credits: 4, credits: 4 }, '4 credits'],
		[{ credits: 0 }, '0 credits'],
		[{ varies: true }, 'price on estimate'],
		[{}, 'price on estimate'],
		[undefined, 'price on estimate'],
	])('%j reads: %s', (pricing, words) => expect(price(pricing)).toBe(words));
});

describe('the list of models', () => {
	it('says what each is best for and what it costs', () => {
		const row = model.lookup!.row({
			id: 'flux-dev',
			name: 'FLUX dev',
			best_for: 'quick drafts',
			type: 'image',
			pricing: { credits: 1 },
		});
		expect(row).toEqual({
			name: 'FLUX dev · 1 credits · quick drafts',
			value: 'flux-dev',
			description: 'quick drafts',
		});
		expect(model.lookup!.row({ id: 'new-one', type: 'video' })).toEqual({
			name: 'new-one · price on estimate · video',
			value: 'new-one',
			description: '',
		});
	});

	it('is that of the specification where the service cannot be reached', () => {
		expect(modelIds).toHaveLength(45);
		expect(new Set(modelIds).size).toBe(45);
		expect(model.lookup!.fallback).toEqual(modelIds.map((value) => ({ name: value, value })));
		expect(modelIds).toEqual(expect.arrayContaining(['flux-dev', 'veo3.1', 'wan-3.0-prime']));
	});
});

it('no field of a request stands twice in the form but the prompt', () => {
	expect(
		Object.keys(requestFields).filter(
			(name) => columnsOfModel({ fields: [{ name }] }).length === 0,
		),
	).toEqual(['prompt']);
});
