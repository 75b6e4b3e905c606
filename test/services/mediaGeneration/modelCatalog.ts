// The model catalogue, as GET /api/v2/models answers it.

import type { FieldInfo, FileKind, ModelField } from './fields';
import { imageModels } from './imageModels';
import type { Model } from './defineModels';
import { pricingOf, type Pricing } from './pricing';
import { apiError } from './errors';
import { videoModels } from './videoModels';

/** Model (specification, part A). */
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

/** All models, in the order of their ids. */
export const allModels: readonly Model[] = [...byId.values()].sort((one, other) =>
	one.id < other.id ? -1 : 1,
);

export const isModel = (id: string): boolean => byId.has(id);

/** @throws Refusal unknown_model */
export function modelOf(id: string): Model {
	const model = byId.get(id);
	if (!model) throw apiError('unknown_model', `There is no model ${id}.`);
	return model;
}

/** The lines of resolution in a name such as 1080p or 4K. */
const resolutionLines = (name: string): number => parseFloat(name) * (/k$/i.test(name) ? 1000 : 1);

/** A field without what the catalogue does not tell of it. */
function fieldInfo(field: ModelField): FieldInfo {
	const info: ModelField = { ...field };
	delete info.maxItems;
	return info;
}

/** What the catalogue tells of a model; `priced` is false where its pricing row is missing. */
export function toModelResponse(model: Model, priced: boolean): ModelResponse {
	const field = (name: string) => model.fields.find((taken) => taken.name === name);
	const kinds = new Set(model.fields.flatMap(({ input }) => input ?? []));
	const duration = field('duration')?.maximum;
	const resolution = [...(field('resolution')?.enum ?? [])].sort(
		(one, other) => resolutionLines(other) - resolutionLines(one),
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
		pricing: pricingOf(model, priced),
	};
}
