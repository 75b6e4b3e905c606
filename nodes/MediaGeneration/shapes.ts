/**
 * Shapes of the responses (README.md, Resources), for the output preview in the editor
 * and for the docs.
 */
import { renamedError } from '../engine';
import { pathsOf, shapeOf } from '../engine/describe';

const output = shapeOf('id filename content_type url poster_url');

export const generation = {
	...shapeOf('id model type status cost:number created updated'),
	[renamedError]: 'string',
	...shapeOf('input:object prompt_used'),
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

export const accepted = shapeOf('id model type cost:number status idempotent_replay:boolean');

export const estimate = shapeOf(`
	model type variant cost:number balance:number affordable:boolean shortfall:number
`);

const fieldInfo = shapeOf(`
	name description type required:boolean default:any enum:string[] minimum:number maximum:number
	input
`);

export const model = {
	...shapeOf('id name type best_for inputs:string[]'),
	fields: [fieldInfo],
	...shapeOf(`
		max_duration:number max_resolution requires_image:boolean pricing.credits:number pricing.per
		pricing.unit_credits:number pricing.varies:boolean pricing.changes:object[]
	`),
} as const;

/** Fields that Simplify keeps: those that help users choose a model. */
export const modelBrief = pathsOf(`
	id name type best_for inputs requires_image max_duration max_resolution credits=pricing.credits
	per=pricing.per unit_credits=pricing.unit_credits varies=pricing.varies
`);

export const checkout = shapeOf(`
	checkout_url pack credits:number currency subtotal:number country tax:number total:number
`);

export const upload = shapeOf('id filename content_type size:integer url');
export const account = { id: 'string', email: 'string', credits: 'number' } as const;
export const enhanced = shapeOf('prompt model type cost:number balance:number');
export const moderated = { decision: 'string', cost: 'number', balance: 'number' } as const;
