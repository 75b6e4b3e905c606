// Enhances, translates and moderates prompts, as part of a job and as separate operations.

import type { FastifyInstance } from 'fastify';
import type { Accounts, Caller } from './accounts';
import { apiError } from './errors';
import { modelOf } from './models';
import type { GenerationBody } from './pricing';

/** Costs in credits. The specification states only that both operations are charged. */
const ENHANCE_COST = 0.2;
const MODERATE_COST = 0.1;

const DETAIL = {
	image: 'in fine detail, with balanced composition and soft natural light',
	video: 'in one steady shot, with natural motion and soft natural light',
} as const;

type Kind = keyof typeof DETAIL;

const enhance = (prompt: string, type: Kind): string =>
	`${prompt.trim().replace(/[.,;]+$/, '')}, ${DETAIL[type]}`;

// Simulates a translation. A prompt is considered foreign if it contains non-ASCII letters.
const translate = (prompt: string): string =>
	/[^\p{ASCII}\p{P}\p{S}]/u.test(prompt) ? `(in English) ${prompt}` : prompt;

/** The prompt after enhance_prompt and translate_prompt, or undefined if they did not change it. */
export function rewritePrompt(request: GenerationBody, type: Kind): string | undefined {
	if (typeof request.prompt !== 'string') return undefined;
	const translated = request.translate_prompt === true ? translate(request.prompt) : request.prompt;
	const rewritten = request.enhance_prompt === true ? enhance(translated, type) : translated;
	return rewritten === request.prompt ? undefined : rewritten;
}

/** @throws HttpError validation_failed */
function checkPrompt(body: unknown, optionalFields: readonly string[]): Record<string, string> {
	const sent = (body ?? {}) as Record<string, string>;
	const unknown = Object.keys(sent).find(
		(name) => name !== 'prompt' && !optionalFields.includes(name),
	);
	if (unknown !== undefined) throw apiError('validation_failed', `Unknown field: ${unknown}.`);
	if (typeof sent.prompt !== 'string' || sent.prompt.trim() === '')
		throw apiError('validation_failed', 'prompt is required.');
	return sent;
}

/**
 * POST /api/v2/prompts/enhance and /api/v2/prompts/moderate. The specification does not show these
 * paths; they are the defaults of the node.
 */
export function promptRoutes(
	app: FastifyInstance,
	accounts: Accounts,
	callerOf: (request: object) => Caller,
): void {
	app.post('/api/v2/prompts/enhance', async (request) => {
		const { account } = callerOf(request);
		const { prompt = '', model, type } = checkPrompt(request.body, ['model', 'type']);
		const kind = model === undefined ? ((type ?? 'image') as Kind) : modelOf(model).type;
		accounts.charge(account, 'enhance', ENHANCE_COST);
		return {
			prompt: enhance(prompt, kind),
			model: model ?? '',
			type: kind,
			cost: ENHANCE_COST,
			balance: account.credits,
		};
	});

	app.post('/api/v2/prompts/moderate', async (request) => {
		const { account } = callerOf(request);
		const { prompt = '' } = checkPrompt(request.body, []);
		accounts.charge(account, 'moderate', MODERATE_COST);
		const decision = prompt.toLowerCase().includes('forbidden') ? 'deny' : 'allow';
		return { decision, cost: MODERATE_COST, balance: account.credits };
	});
}
