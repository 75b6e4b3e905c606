import { choice, operation, resource, text } from '../../engine/describe';
import { toRow } from '../../engine/run/output';
import { modelIds } from '../models';
import { enhanced, moderated } from '../shapes';

const prompt = text('Prompt', {
	required: true,
	description: 'The prompt to work on, up to 10000 characters',
	placeholder: 'e.g. A lighthouse in a storm',
	lines: 4,
	maxLength: 10_000,
});

/** The specification does not show these paths. */
const path = (standard: string) =>
	text('Path', {
		description: `Path of this operation at the service, ${standard} unless set; the service’s documentation names it`,
		default: standard,
		in: 'none',
		pattern: /^(\/[\w\-~]+(\.[\w\-~]+)*)+$/,
		expected: 'a path such as /api/v2/prompts',
		hideFromAgents: true,
	});

const standardPath = {
	enhance: '/api/v2/prompts/enhance',
	moderate: '/api/v2/prompts/moderate',
} as const;

export const promptResource = resource('Prompt', {
	default: 'enhance',
	operations: {
		enhance: operation({
			name: 'Enhance',
			action: 'Enhance a prompt',
			description: 'Rewrite a prompt in more detail; costs credits',
			replay: 'never',
			paid: true,
			// Its price cannot be asked for, so that no limit would hold.
			agents: false,
			shape: enhanced,
			fields: { prompt },
			options: {
				guideModel: choice('Model', modelIds, {
					wire: 'model',
					description: 'The model whose prompting guide is followed; it also sets the type',
				}),
				type: choice('Type', ['image', 'video'], {
					description: 'What the prompt is for, when no model is chosen',
				}),
				enhancePath: path(standardPath.enhance),
			},
			async run({
				input: { prompt: written, guideModel: model, type, enhancePath = standardPath.enhance },
				request,
			}) {
				const answer = await request(`POST ${enhancePath as '/'}`, {
					body: { prompt: written, model, type },
				});
				return [toRow(answer.body)];
			},
		}),
		moderate: operation({
			name: 'Moderate',
			action: 'Moderate a prompt',
			description: 'Ask whether the service would allow a prompt; costs credits',
			replay: 'never',
			paid: true,
			agents: false,
			shape: moderated,
			fields: { prompt },
			options: { moderatePath: path(standardPath.moderate) },
			async run({ input: { prompt: written, moderatePath = standardPath.moderate }, request }) {
				return [
					toRow((await request(`POST ${moderatePath as '/'}`, { body: { prompt: written } })).body),
				];
			},
		}),
	},
});
