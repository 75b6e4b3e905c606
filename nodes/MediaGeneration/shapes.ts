/**
 * Shapes of the responses (specification part A, Resources), for the output preview in the editor
 * and for the docs.
 */
import { renamedError } from '../engine';

const output = {
	id: 'string',
	filename: 'string',
	content_type: 'string',
	url: 'string',
	poster_url: 'string',
} as const;

export const generation = {
	id: 'string',
	model: 'string',
	type: 'string',
	status: 'string',
	cost: 'number',
	created: 'string',
	updated: 'string',
	[renamedError]: 'string',
	input: 'object',
	prompt_used: 'string',
	outputs: [output],
} as const;

/** Fields that Simplify keeps: everything except the submitted request. */
export const generationBrief = [
	'id',
	'model',
	'type',
	'status',
	'cost',
	'created',
	'updated',
	renamedError,
	'prompt_used',
	'outputs',
	'idempotent_replay',
	'timedOut',
];

export const accepted = {
	id: 'string',
	model: 'string',
	type: 'string',
	cost: 'number',
	status: 'string',
	idempotent_replay: 'boolean',
} as const;

export const estimate = {
	model: 'string',
	type: 'string',
	variant: 'string',
	cost: 'number',
	balance: 'number',
	affordable: 'boolean',
	shortfall: 'number',
} as const;

const fieldInfo = {
	name: 'string',
	description: 'string',
	type: 'string',
	required: 'boolean',
	default: 'any',
	enum: ['string'],
	minimum: 'number',
	maximum: 'number',
	input: 'string',
} as const;

export const model = {
	id: 'string',
	name: 'string',
	type: 'string',
	best_for: 'string',
	inputs: ['string'],
	fields: [fieldInfo],
	max_duration: 'number',
	max_resolution: 'string',
	requires_image: 'boolean',
	pricing: {
		credits: 'number',
		per: 'string',
		unit_credits: 'number',
		varies: 'boolean',
		changes: ['object'],
	},
} as const;

/** Fields that Simplify keeps: those that help users choose a model. */
export const modelBrief = {
	id: 'id',
	name: 'name',
	type: 'type',
	best_for: 'best_for',
	inputs: 'inputs',
	requires_image: 'requires_image',
	max_duration: 'max_duration',
	max_resolution: 'max_resolution',
	credits: 'pricing.credits',
	per: 'pricing.per',
	unit_credits: 'pricing.unit_credits',
	varies: 'pricing.varies',
};

export const checkout = {
	checkout_url: 'string',
	pack: 'string',
	credits: 'number',
	currency: 'string',
	subtotal: 'number',
	country: 'string',
	tax: 'number',
	total: 'number',
} as const;

export const upload = {
	id: 'string',
	filename: 'string',
	content_type: 'string',
	size: 'integer',
	url: 'string',
} as const;
export const account = { id: 'string', email: 'string', credits: 'number' } as const;
export const enhanced = {
	prompt: 'string',
	model: 'string',
	type: 'string',
	cost: 'number',
	balance: 'number',
} as const;
export const moderated = { decision: 'string', cost: 'number', balance: 'number' } as const;
