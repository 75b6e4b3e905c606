/** The Model field, and the form fields of a model. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Fields,
	id,
	type Kind,
	ownValue,
	type Selection,
	toText,
	toTitleCase,
} from '../engine/describe';

/**
 * Model IDs from the specification (README.md, Resources), used when the service cannot be reached.
 */
export const modelIds = (
	'flux-dev flux-kontext-pro gpt-image-2 gpt-image-2.5 hunyuan imagen-4-ultra kling-3.0 kling-3.0-turbo motion-control ' +
	'nano-banana nano-banana-2 nano-banana-2-lite nano-banana-2.1 nano-banana-pro qwen-image qwen-image-2.1 qwen-image-edit ' +
	'qwen-image-edit-plus qwen-image-edit-plus-lora qwen-image-layered recraft-crisp-upscale remove-background restore-image ' +
	'seedance-2 seedance-2-mini seedance-2.5 seedance-pro seedream-3 seedream-4 seedream-4.5 seedream-5-flash seedream-5-lite ' +
	'seedream-5-pro veo2 veo3 veo3-fast veo3.1 vidu-q4 vidu-q4-reference wan-2.2 wan-2.6 wan-2.7 wan-2.7-image wan-3.0 wan-3.0-prime'
).split(' ');

/** Spellings of model names that are not ordinary words. */
const spellings = new Map(
	Object.entries({
		flux: 'FLUX',
		gpt: 'GPT',
		lora: 'LoRA',
		veo2: 'Veo 2',
		veo3: 'Veo 3',
		'veo3.1': 'Veo 3.1',
		veo31: 'Veo 3.1',
	}),
);

/** The label of a model or of a field of a model. */
export const labelFor = (key: string): string => toTitleCase(key, spellings);

/** Short price description for the model list. */
export function formatPrice(pricing: IDataObject | undefined): string {
	if (pricing?.unit_credits !== undefined && pricing.per)
		return `${toText(pricing.unit_credits)} credits per ${toText(pricing.per)}`;
	if (pricing?.credits === undefined) return 'price: use Estimate';
	return `${pricing.varies ? 'from ' : ''}${toText(pricing.credits)} credits`;
}

export const modelId = id('Model', {
	apiName: 'model',
	description: 'The model to use',
	placeholder: 'e.g. flux-dev',
	listMethod: 'searchModel',
	lookup: {
		request: 'GET /api/v2/models',
		rows: 'models',
		row: (model) => ({
			// The search finds models by all of these, for example by the type "video".
			name: [
				toText(model.name ?? model.id),
				toText(model.type),
				formatPrice(model.pricing as IDataObject),
				toText(model.best_for),
			]
				.filter(Boolean)
				.join(' · '),
			value: toText(model.id),
			description: toText(model.best_for),
		}),
		fallback: modelIds.map((value) => ({ name: value, value })),
	},
});

/** Fields that have a parameter of their own. */
const fieldsWithParameter = new Set(['model', 'prompt', 'idempotency_key', 'callback_url']);

/** A field of a model (README.md, Resources). */
export interface FieldInfo {
	readonly name: string;
	readonly type?: string;
	readonly description?: string;
	readonly required?: boolean;
	readonly default?: unknown;
	readonly enum?: readonly unknown[];
	readonly minimum?: number;
	readonly maximum?: number;
	/** Kind of file, if the value is the URL of a file. */
	readonly input?: string;
}

export const fieldsOfModel = (model: IDataObject): FieldInfo[] =>
	(model.fields ?? []) as unknown as FieldInfo[];

const kinds: Record<string, Kind> = {
	string: 'text',
	integer: 'integer',
	number: 'number',
	boolean: 'flag',
	array: 'list',
};

/**
 * Form fields of a model. An estimate does not require images and videos, because a request can be
 * priced before its files exist.
 */
export const columnsOfModel = (
	model: IDataObject,
	{ operation }: Pick<Selection, 'operation'> = { operation: 'create' },
): Fields =>
	Object.fromEntries(
		fieldsOfModel(model)
			.filter(({ name }) => !fieldsWithParameter.has(toText(name)))
			.map((field) => {
				const { name, description, input, required, minimum, maximum } = field;
				const kind = ownValue(kinds, toText(field.type)) ?? 'text';
				const file = input ? ` (${toText(input)} file${kind === 'list' ? 's' : ''})` : '';
				return [
					name,
					{
						label: labelFor(name) + file,
						kind,
						description,
						required: required && !(operation === 'estimate' && isImageOrVideo(field)),
						minimum,
						maximum,
						choices:
							Array.isArray(field.enum) && kind !== 'list'
								? field.enum.map((value) => ({ name: String(value), value: String(value) }))
								: undefined,
						default: field.default,
					},
				];
			}),
	);

const isImageOrVideo = ({ input }: FieldInfo): boolean => input === 'image' || input === 'video';
