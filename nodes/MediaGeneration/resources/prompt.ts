import { toRow } from '../../engine';
import { choice, operation, resource, text } from '../../engine/describe';
import { labelFor, modelIds } from '../models';
import { enhanced, moderated } from '../shapes';

const promptText = text('Prompt', {
	required: true,
	description: 'The prompt, up to 10,000 characters',
	placeholder: 'e.g. A lighthouse in a storm',
	lines: 4,
	maxLength: 10_000,
});

/** The specification does not define the paths. */
const path = (defaultPath: string) =>
	text('Path', {
		description: `Path of the request, ${defaultPath} if not set. See the documentation of the service.`,
		default: defaultPath,
		in: 'none',
		pattern: /^(\/[\w\-~]+(\.[\w\-~]+)*)+$/,
		expected: 'a path such as /api/v2/prompts',
		hideFromAgents: true,
	});

const defaultPaths = {
	enhance: '/api/v2/prompts/enhance',
	moderate: '/api/v2/prompts/moderate',
} as const;

export const prompt = resource('Prompt', {
	default: 'enhance',
	operations: {
		enhance: operation({
			description: 'Rewrite a prompt in more detail (costs credits)',
			idempotency: 'none',
			// The cost cannot be estimated, so a cost limit for agents could not be enforced.
			agents: false,
			shape: enhanced,
			fields: { prompt: promptText },
			options: {
				guideModel: choice('Model', Object.fromEntries(modelIds.map((id) => [id, labelFor(id)])), {
					apiName: 'model',
					description: 'The model whose prompting guide to follow. Also determines the type.',
				}),
				type: choice('Type', ['image', 'video'], {
					description: 'What to create from the prompt. Applies if no model is selected.',
				}),
				enhancePath: path(defaultPaths.enhance),
			},
			async run({ input, request }) {
				const { guideModel: model, type, enhancePath = defaultPaths.enhance } = input;
				const { body } = await request(`POST ${enhancePath as '/'}`, {
					body: { prompt: input.prompt, model, type },
				});
				return [toRow(body)];
			},
		}),
		moderate: operation({
			description: 'Check whether the service allows a prompt (costs credits)',
			idempotency: 'none',
			agents: false,
			shape: moderated,
			fields: { prompt: promptText },
			options: { moderatePath: path(defaultPaths.moderate) },
			async run({ input, request }) {
				const { moderatePath = defaultPaths.moderate } = input;
				const { body } = await request(`POST ${moderatePath as '/'}`, {
					body: { prompt: input.prompt },
				});
				return [toRow(body)];
			},
		}),
	},
});
