import { responseError } from '../../../nodes/engine/transport/responseErrors';
import { decideRetry, type FailedAttempt } from '../../../nodes/engine/transport/retry';
import { readError, errors } from '../../../nodes/MediaGeneration/errors';
import { isFinal } from '../../../nodes/MediaGeneration/job';
import { mediaGeneration } from '../../../nodes/MediaGeneration/service';
import { fakeConnection } from '../engine/kit';

/** The table of the specification (part A, Errors): code, status, and what may go out again though its operation may not be repeated. */
const table: [code: string, status: number, again: 'safe' | 'never'][] = [
	['validation_failed', 400, 'never'],
	['prompt_rejected', 400, 'never'],
	['invalid_billing', 400, 'never'],
	['invalid_query', 400, 'never'],
	['insufficient_credits', 402, 'never'],
	['not_found', 404, 'never'],
	['idempotency_in_progress', 409, 'safe'],
	['idempotency_key_reused', 422, 'never'],
	['generation_failed', 502, 'never'],
	['checkout_failed', 502, 'safe'],
	['billing_unavailable', 503, 'never'],
	['moderation_unavailable', 503, 'safe'],
	['enhance_unavailable', 503, 'safe'],
	['unknown_model', 400, 'never'],
];

const connection = fakeConnection(() => null, { service: mediaGeneration });
const refused = (code: string, status: number, more: object = {}) =>
	responseError(connection, { status, body: { error: 'the words of the service', code, ...more } });
const shown = (code: string, more: object = {}) =>
	refused(code, 400, more).refusal(1, { stop: 'final' });
const patience = { attempts: 4, backOffMs: 100, maximumWaitMs: 60_000 };
const again = (outcome: FailedAttempt, replay: 'safe' | 'keyed' | 'never', attempt = 1) =>
	'retryInMs' in decideRetry(outcome, replay, attempt, patience);

it('the codes are those of the specification', () =>
	expect(Object.keys(errors).sort()).toEqual(table.map(([code]) => code).sort()));

describe.each(table)('%s', (code, status, policy) => {
	it('says what happened and what to do, with and without facts', () => {
		for (const more of [{}, { balance: 3, cost: 9, id: 'gen_1' }]) {
			const { message, details: facts } = shown(code, more);
			expect(message).not.toMatch(/undefined|null|status \d/);
			expect(message.length).toBeGreaterThan(20);
			expect(facts.hint).toMatch(/\.$/);
			expect(facts.hint).not.toMatch(/undefined|null/);
			expect(facts.code).toBe(code);
			if (code !== 'insufficient_credits')
				expect(message + facts.hint).toContain('the words of the service');
		}
	});

	it(
		policy === 'safe'
			? 'may go out again, whatever the operation is'
			: 'does not go out again, whatever the status is',
		() => {
			for (const answered of [status, 429, 500, 503]) {
				const { outcome } = responseError(connection, {
					status: answered,
					body: { error: 'x', code },
					retryAfterMs: 1,
				});
				for (const replay of ['safe', 'keyed', 'never'] as const)
					expect(again(outcome, replay)).toBe(policy === 'safe');
			}
		},
	);
});

describe('a refusal of the service', () => {
	it('for want of credits names the balance, the cost and where to buy', () => {
		const { message, details: facts } = shown('insufficient_credits', { balance: 3, cost: 9 });
		expect(message).toBe(
			'There are not enough credits: the balance is 3 credits, the request costs 9 credits',
		);
		expect(facts.hint).toContain('Checkout: Create');
		expect(shown('insufficient_credits', { balance: 0 }).message).toContain(
			'the balance is 0 credits, the request costs not shown',
		);
	});

	it('names the job that could not be started', () =>
		expect(shown('generation_failed', { id: 'gen_1' }).message).toContain('gen_1'));

	it('of a prompt warns against the same one', () =>
		expect(shown('prompt_rejected').details.hint).toMatch(/^.*Revise the prompt/));

	it('while the first request is under way waits longer than others, and gives up in the end', () => {
		const { outcome } = refused('idempotency_in_progress', 409);
		expect([1, 7].map((attempt) => again(outcome, 'keyed', attempt))).toEqual([true, true]);
		expect(again(outcome, 'keyed', 8)).toBe(false);
		expect(again(refused('moderation_unavailable', 503).outcome, 'never', 4)).toBe(false);
	});

	it('without a code that is known goes by its status', () => {
		expect(shown('brand_new').message).toBe('Media Generation rejected the request (400)');
		expect(
			responseError(connection, { status: 401, body: undefined }).refusal(1, { stop: 'final' })
				.message,
		).toBe('Media Generation rejected the credential');
	});
	it("contains the service's message once, with one period", () => {
		const { hint } = responseError(connection, {
			status: 400,
			body: { error: 'Bad words.', code: 'prompt_rejected' },
		}).refusal(1, { stop: 'final' }).details;
		expect(hint!.split('Bad words').length - 1).toBe(1);
		expect(hint).not.toContain('..');
	});
});

describe('the body of an error', () => {
	it('gives code, text and the facts that are there', () => {
		expect(readError({ error: 'no', code: 'x', balance: 0, cost: 2, other: 1 })).toEqual({
			code: 'x',
			text: 'no',
			facts: { balance: 0, cost: 2 },
		});
		expect(readError({})).toEqual({ facts: {} });
	});

	it.each([[undefined], [null], ['<html>'], [7]])('that is %p gives nothing', (body) =>
		expect(readError(body)).toEqual({}),
	);

	it('is believed in its own types only, and cut to a length', () => {
		expect(readError({ error: { deep: 1 }, code: 5 })).toEqual({ facts: {} });
		expect(readError({ error: 'x'.repeat(9999) }).text).toHaveLength(500);
	});
});

describe('a job', () => {
	it.each([
		['pending', undefined, false, false],
		['failed', undefined, true, true],
		['canceled', [], true, true],
		['completed', [{ id: 'o1' }], true, true],
		['completed', [], false, false],
		['completed', undefined, false, false],
		['completed', 'soon', false, false],
		['stalled', undefined, false, true],
		['pending', [{ id: 'o1' }], false, false],
		['brand_new', undefined, false, false],
	])(
		'that is %s with outputs %j is final: %p, and where stalled ends it: %p',
		(status, outputs, final, stalledEnds) => {
			expect(isFinal({ status, outputs })).toBe(final);
			expect(isFinal({ status, outputs }, true)).toBe(stalledEnds);
		},
	);
});
