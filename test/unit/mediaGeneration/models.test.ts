import {
	columnsOfModel,
	formatPrice,
	modelId,
	modelIds,
} from '../../../nodes/MediaGeneration/models';

describe('columnsOfModel', () => {
	const column = (field: object) =>
		columnsOfModel({ fields: [{ name: 'the_field', ...field }] }).the_field!;

	it.each([
		['string', 'text'],
		['integer', 'integer'],
		['number', 'number'],
		['boolean', 'flag'],
		['array', 'list'],
		['something new', 'text'],
		['constructor', 'text'],
		['__proto__', 'text'],
		[undefined, 'text'],
	])('maps the type %p to the kind %p', (type, kind) => expect(column({ type }).kind).toBe(kind));

	it.each([
		['image', false],
		['video', false],
		['audio', true],
		[undefined, true],
	])('an estimate requires a required field with a file of kind %p: %p', (input, expected) => {
		const fields = [{ name: 'the_field', type: 'string', required: true, input }];
		expect(columnsOfModel({ fields }, { operation: 'estimate' }).the_field?.required).toBe(
			expected,
		);
		expect(columnsOfModel({ fields }, { operation: 'create' }).the_field?.required).toBe(true);
	});

	it('keeps the required flag, the default and the range', () => {
		expect(
			column({
				type: 'integer',
				required: true,
				default: 5,
				minimum: 2,
				maximum: 9,
			}),
		).toEqual({
			label: 'The Field',
			kind: 'integer',
			required: true,
			default: 5,
			minimum: 2,
			maximum: 9,
			choices: undefined,
		});
	});

	it('offers allowed values as choices, except for lists', () => {
		expect(column({ type: 'string', enum: ['16:9', '1:1'] })).toMatchObject({
			kind: 'text',
			choices: [{ value: '16:9' }, { value: '1:1' }],
		});
		expect(column({ type: 'integer', enum: [5, 10] })).toMatchObject({
			kind: 'integer',
			choices: [{ value: '5' }, { value: '10' }],
		});
		expect(column({ type: 'array', enum: ['a'] })).toMatchObject({
			kind: 'list',
			choices: undefined,
		});
	});
});

describe('formatPrice', () => {
	it.each([
		[{ unit_credits: 3, per: 'second', credits: 15, varies: true }, '3 credits per second'],
		[{ unit_credits: 0.5, per: 'image' }, '0.5 credits per image'],
		[{ credits: 4 }, '4 credits'],
		[{ credits: 4, varies: false }, '4 credits'],
		[{ credits: 4, varies: true }, 'from 4 credits'],
		[{ unit_credits: 4, credits: 4 }, '4 credits'],
		[{ credits: 0 }, '0 credits'],
		[{ varies: true }, 'price: use Estimate'],
		[{}, 'price: use Estimate'],
		[undefined, 'price: use Estimate'],
	])('formats %j as: %s', (pricing, text) => expect(formatPrice(pricing)).toBe(text));
});

describe('the model lookup', () => {
	it('shows the type of a model, what it costs and what it is best for', () => {
		const row = modelId.lookup!.row({
			id: 'flux-dev',
			name: 'FLUX dev',
			best_for: 'quick drafts',
			type: 'image',
			pricing: { credits: 1 },
		});
		expect(row).toEqual({
			name: 'FLUX dev · image · 1 credits · quick drafts',
			value: 'flux-dev',
			description: 'quick drafts',
		});
		expect(modelId.lookup!.row({ id: 'new-one', type: 'video' })).toEqual({
			name: 'new-one · video · price: use Estimate',
			value: 'new-one',
			description: '',
		});
	});

	it('falls back to the models of the specification', () => {
		expect(modelIds).toHaveLength(45);
		expect(new Set(modelIds).size).toBe(45);
		expect(modelId.lookup!.fallback).toEqual(modelIds.map((value) => ({ name: value, value })));
		expect(modelIds).toEqual(expect.arrayContaining(['flux-dev', 'veo3.1', 'wan-3.0-prime']));
	});
});
