/** Models: the live catalogue behind the model locator, and the columns that a model's own fields make. */
import type { IDataObject } from 'n8n-workflow';
import { type Column, id, type LocatorRow, type Lookup, toTitleCase } from '../engine/describe';

/** Model ids of the specification (part A, "Model ids"); they serve when the service cannot be reached. */
export const modelIds = (
	'flux-dev flux-kontext-pro gpt-image-2 gpt-image-2.5 hunyuan imagen-4-ultra kling-3.0 kling-3.0-turbo motion-control ' +
	'nano-banana nano-banana-2 nano-banana-2-lite nano-banana-2.1 nano-banana-pro qwen-image qwen-image-2.1 qwen-image-edit ' +
	'qwen-image-edit-plus qwen-image-edit-plus-lora qwen-image-layered recraft-crisp-upscale remove-background restore-image ' +
	'seedance-2 seedance-2-mini seedance-2.5 seedance-pro seedream-3 seedream-4 seedream-4.5 seedream-5-flash seedream-5-lite ' +
	'seedream-5-pro veo2 veo3 veo3-fast veo3.1 vidu-q4 vidu-q4-reference wan-2.2 wan-2.6 wan-2.7 wan-2.7-image wan-3.0 wan-3.0-prime'
).split(' ');

/** What a request with this model costs, in a few words. */
export function price(pricing: IDataObject | undefined): string {
	if (pricing?.unit_credits !== undefined && pricing.per)
		return `${String(pricing.unit_credits)} credits per ${String(pricing.per)}`;
	if (pricing?.credits === undefined) return 'price on estimate';
	return `${pricing.varies ? 'from ' : ''}${String(pricing.credits)} credits`;
}

const catalogue: Lookup<LocatorRow> = {
	request: 'GET /api/v2/models',
	rows: 'models',
	row: (model) => ({
		name: `${String(model.name ?? model.id)} · ${price(model.pricing as IDataObject)} · ${String(model.best_for ?? model.type)}`,
		value: String(model.id),
		description: String(model.best_for ?? ''),
	}),
	fallback: modelIds.map((value) => ({ name: value, value })),
};

export const model = id('Model', {
	wire: 'model',
	description: 'The model that does the work',
	placeholder: 'e.g. flux-dev',
	lookup: catalogue,
});

/** Fields that stand elsewhere in the form. */
const placedElsewhere = new Set(['model', 'prompt', 'idempotency_key', 'callback_url']);

const kinds: Record<string, Column['kind']> = {
	string: 'text',
	integer: 'integer',
	number: 'number',
	boolean: 'flag',
	array: 'list',
};

/** Columns of a model, from its `fields` (specification part A, FieldInfo). */
export const columnsOfModel = (answer: IDataObject): Column[] =>
	((answer.fields ?? []) as IDataObject[])
		.filter(({ name }) => !placedElsewhere.has(String(name)))
		.map((field) => {
			const choices =
				Array.isArray(field.enum) && field.type !== 'array'
					? (field.enum as string[]).map(String)
					: undefined;
			const { name, required, minimum, maximum } = field as {
				name: string;
				required?: boolean;
				minimum?: number;
				maximum?: number;
			};
			return {
				name,
				label: `${toTitleCase(name)}${field.input ? ` (${String(field.input)} URL or binary property)` : ''}`,
				kind: kinds[String(field.type)] ?? 'text',
				required,
				minimum,
				maximum,
				choices,
				default: field.default,
			};
		});
