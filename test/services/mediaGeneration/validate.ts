// Validates generation requests against their model (nodes/MediaGeneration/README.md, Resources).

import { apiError } from './errors';
import { modelOf, type Model } from './models';
import type { GenerationBody } from './pricing';

const invalid = (text: string) => apiError('validation_failed', text);

/**
 * @param isEstimate input images and videos are optional in an estimate
 * @throws HttpError unknown_model or validation_failed
 */
export function checkGeneration(
	body: unknown,
	isEstimate: boolean,
): { model: Model; request: GenerationBody } {
	const { model: id = '', ...request } = (body ?? {}) as Record<string, unknown>;
	const model = modelOf(String(id));
	const unknown = Object.keys(request).find(
		(sent) => !model.fields.some(({ name }) => name === sent),
	);
	if (unknown !== undefined)
		throw invalid(`The model ${model.id} does not have the field ${unknown}.`);
	for (const { name, required, input, minimum = -Infinity, maximum = Infinity } of model.fields) {
		const value = request[name];
		if (required && value === undefined && !(isEstimate && input))
			throw invalid(`${name} is required.`);
		if (typeof value === 'number' && (value < minimum || value > maximum))
			throw invalid(`${name} must be from ${minimum} to ${maximum}.`);
	}
	return { model, request };
}
