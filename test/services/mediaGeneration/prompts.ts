// Rewriting and judging prompts: for a job that asks for it, and as operations of their own.

import type { FastifyInstance } from 'fastify';
import { modelOf } from './modelCatalog';
import type { GenerationBody } from './pricing';
import type { Accounts, Caller } from './accounts';
import { apiError } from './errors';

/** What the two operations cost, in credits: the specification says that they are charged, not how much. */
export const ENHANCE_COST = 0.2;
export const MODERATE_COST = 0.1;

const DETAIL = {
	image: 'in fine detail, with balanced composition and soft natural light',
	video: 'in one steady shot, with natural motion and soft natural light',
} as const;

type Kind = keyof typeof DETAIL;

const enhance = (prompt: string, type: Kind): string =>
	`${prompt.trim().replace(/[.,;]+$/, '')}, ${DETAIL[type]}`;

// Stands in for a translator: only a prompt with letters beyond ASCII is taken for another language.
const translate = (prompt: string): string =>
	/[^\p{ASCII}\p{P}\p{S}]/u.test(prompt) ? `(in English) ${prompt}` : prompt;

/** The prompt as the model gets it, where enhance_prompt or translate_prompt changed it; else undefined. */
export function rewritePrompt(request: GenerationBody, type: Kind): string | undefined {
	if (typeof request.prompt !== 'string') return undefined;
	const foreign = request.translate_prompt === true ? translate(request.prompt) : request.prompt;
	const used = request.enhance_prompt === true ? enhance(foreign, type) : foreign;
	return used === request.prompt ? undefined : used;
}

interface PromptRequest {
	prompt: string;
	model?: string;
	type?: string;
}

function validatePromptRequest(body: unknown, others: readonly string[]): PromptRequest {
	const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
	const unknown = Object.keys(sent).find((name) => name !== 'prompt' && !others.includes(name));
	if (unknown !== undefined)
		throw apiError('validation_failed', `There is no field ${unknown} in this request.`);
	const { prompt, model, type } = sent;
	if (typeof prompt !== 'string' || prompt.trim() === '')
		throw apiError('validation_failed', 'prompt is required.');
	if ([...prompt].length > 10000)
		throw apiError('validation_failed', 'prompt has more than 10000 characters.');
	if (model !== undefined && typeof model !== 'string')
		throw apiError('validation_failed', 'model is no string.');
	if (type !== undefined && type !== 'image' && type !== 'video') {
		throw apiError('validation_failed', 'type is none of image, video.');
	}
	return { prompt, ...(model !== undefined && { model }), ...(type !== undefined && { type }) };
}

/**
 * POST /api/v2/prompts/enhance and /api/v2/prompts/moderate. The specification does not show the
 * paths of these two operations; these are the defaults of the nodes.
 */
export function promptRoutes(
	app: FastifyInstance,
	accounts: Accounts,
	callerOf: (request: object) => Caller,
): void {
	app.post('/api/v2/prompts/enhance', async (request) => {
		const { account } = callerOf(request);
		const { prompt, model, type } = validatePromptRequest(request.body, ['model', 'type']);
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
		const { prompt } = validatePromptRequest(request.body, []);
		accounts.charge(account, 'moderate', MODERATE_COST);
		const decision = prompt.toLowerCase().includes('forbidden') ? 'deny' : 'allow';
		return { decision, cost: MODERATE_COST, balance: account.credits };
	});
}
