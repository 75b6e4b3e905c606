import { operation, resource } from '../../engine/describe';
import { modelId } from '../models';
import { model as shape, modelBrief } from '../shapes';

export const model = resource('Model', {
	default: 'getAll',
	operations: {
		get: operation({
			description: 'Get a model with its fields and their costs',
			request: 'GET /api/v2/models/{modelId}',
			fields: { modelId },
			shape,
		}),
		getAll: operation({
			description: 'Get the models, including what each model is best for and what it costs',
			request: 'GET /api/v2/models',
			paging: { rows: 'models', next: () => undefined },
			simplify: modelBrief,
			shape,
		}),
	},
});
