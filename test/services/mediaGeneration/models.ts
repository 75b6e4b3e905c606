// The model catalog (GET /api/v2/models): a selection of the models in the specification, with made-up
// fields and prices.

import type { Fields } from '../kit/records';
import { apiError } from './errors';
import models from './models.json';

export { models };

/** A field of a model. */
interface ModelField {
	name: string;
	required: boolean;
	default?: unknown;
	/** Kind of file, if the value is the URL of a file. */
	input?: string;
}

export interface Model {
	id: string;
	name: string;
	type: string;
	fields: ModelField[];
	pricing: { unit_credits: number; per?: string };
}

/** @throws HttpError unknown_model */
export function modelOf(id: unknown): Model {
	const model = (models as Model[]).find((candidate) => candidate.id === id);
	if (!model) throw apiError('unknown_model', `Unknown model: ${String(id)}.`);
	return model;
}

/**
 * The model of a generation request.
 * @param isEstimate input images and videos are optional in an estimate
 * @throws HttpError unknown_model or validation_failed
 */
export function checkGeneration({ model: id, ...request }: Fields, isEstimate: boolean): Model {
	const model = modelOf(id);
	const invalid = (text: string) => apiError('validation_failed', text);
	const unknown = Object.keys(request).find(
		(sent) => !model.fields.some(({ name }) => name === sent),
	);
	if (unknown !== undefined)
		throw invalid(`The model ${model.id} does not have the field ${unknown}.`);
	for (const { name, required, input } of model.fields) {
		const value = request[name];
		if (required && value === undefined && !(isEstimate && input))
			throw invalid(`${name} is required.`);
	}
	return model;
}

/** The first of these fields that the request or the model has a value for. */
function numberOf({ fields }: Model, body: Fields, ...names: string[]): number {
	const values = names.map(
		(name) => body[name] ?? fields.find((field) => field.name === name)?.default,
	);
	return Number(values.find(Boolean) ?? 1);
}

/** Number of images (or layers) to generate and charge. */
export const imageCount = (model: Model, body: Fields): number =>
	numberOf(model, body, 'n', 'num_outputs', 'num_layers');

/** The price of a request, in credits. */
export function costOf(model: Model, body: Fields): number {
	const { unit_credits: unit, per } = model.pricing;
	if (per === 'image') return unit * imageCount(model, body);
	return per === 'second' ? unit * numberOf(model, body, 'duration') : unit;
}
