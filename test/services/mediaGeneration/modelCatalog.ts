// The model catalog (GET /api/v2/models).

import type { Model } from './defineModels';
import { apiError } from './errors';
import type { FieldInfo, FileKind, ModelField } from './fields';
import { imageModels } from './imageModels';
import { pricingOf, type Pricing } from './pricing';
import { videoModels } from './videoModels';

/** A model of the API. */
export interface ModelResponse {
	id: string;
	name: string;
	type: 'image' | 'video';
	best_for: string;
	inputs: Array<'text' | FileKind>;
	fields: FieldInfo[];
	max_duration?: number;
	max_resolution?: string;
	requires_image: boolean;
	pricing: Pricing;
}

const byId = new Map([...imageModels, ...videoModels].map((model) => [model.id, model]));

/** All models, sorted by ID. */
export const allModels: readonly Model[] = [...byId.values()].sort((a, b) =>
	a.id < b.id ? -1 : 1,
);

export const isModel = (id: string): boolean => byId.has(id);

/** @throws HttpError unknown_model */
export function modelOf(id: string): Model {
	const model = byId.get(id);
	if (!model) throw apiError('unknown_model', `Unknown model: ${id}.`);
	return model;
}

/** The number of lines in a resolution such as 1080p or 4K. */
const resolutionLines = (name: string): number => parseFloat(name) * (/k$/i.test(name) ? 1000 : 1);

/** The part of a field that the catalog contains. */
function fieldInfo(field: ModelField): FieldInfo {
	const info: ModelField = { ...field };
	delete info.maxItems;
	return info;
}

/** A model's entry in the catalog. @param hasPricingRow false if the pricing row is missing */
export function toModelResponse(model: Model, hasPricingRow: boolean): ModelResponse {
	const field = (name: string) => model.fields.find((candidate) => candidate.name === name);
	const kinds = new Set(model.fields.flatMap(({ input }) => input ?? []));
	const duration = field('duration')?.maximum;
	const resolution = [...(field('resolution')?.enum ?? [])].sort(
		(a, b) => resolutionLines(b) - resolutionLines(a),
	)[0];
	return {
		id: model.id,
		name: model.name,
		type: model.type,
		best_for: model.bestFor,
		inputs: [...(field('prompt') ? (['text'] as const) : []), ...kinds],
		fields: model.fields.map(fieldInfo),
		...(duration !== undefined && { max_duration: duration }),
		...(resolution !== undefined && { max_resolution: resolution }),
		requires_image: model.fields.some(
			({ required, input }) => required && (input === 'image' || input === 'video'),
		),
		pricing: pricingOf(model, hasPricingRow),
	};
}
