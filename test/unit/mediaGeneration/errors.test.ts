import type { FailedAttempt } from '../../../nodes/engine/errors/failedAttempt';
import { responseError } from '../../../nodes/engine/errors/responseErrors';
import { decideRetry } from '../../../nodes/engine/http/retry';
import { readError, errors } from '../../../nodes/MediaGeneration/errors';
import { isFinal } from '../../../nodes/MediaGeneration/job';
import { mediaGeneration } from '../../../nodes/MediaGeneration/service';
import { fakeConnection } from '../engine/kit';

/**
 * The error codes of the specification: code, status, and whether the error is
 * always retried or never.
 */
const table: [code: string, status: number, retry: 'safe' | 'never'][] = [
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
const errorResponse = (code: string, status: number, more: object = {}) =>
	responseError(connection, { status, body: { error: 'the text of the service', code, ...more } });
const errorFor = (code: string, more: object = {}) =>
	errorResponse(code, 400, more).buildError(1, { stop: 'final' });
const retryPolicy = { attempts: 4, backOffMs: 100, maximumWaitMs: 60_000 };
const isRetried = (
	attempt: FailedAttempt,
	idempotency: 'safe' | 'keyed' | 'none',
	count = 1,
): boolean => 'retryInMs' in decideRetry(attempt, idempotency, count, retryPolicy);

it('the table has exactly the codes of the specification', () =>
	expect(Object.keys(errors).sort()).toEqual(table.map(([code]) => code).sort()));

describe.each(table)('%s', (code, status, policy) => {
	it('has a readable message and hint, with and without details in the body', () => {
		for (const more of [{}, { balance: 3, cost: 9, id: 'gen_1' }]) {
			const { message, details } = errorFor(code, more);
			expect(message).not.toMatch(/undefined|null|status \d/);
			expect(message.length).toBeGreaterThan(20);
			expect(details.hint).toMatch(/\.$/);
			expect(details.hint).not.toMatch(/undefined|null/);
			expect(details.code).toBe(code);
			expect((message + details.hint).split('the text of the service')).toHaveLength(2);
		}
	});

	it(
		policy === 'safe' ? 'is retried for every operation' : 'is never retried, whatever the status',
		() => {
			for (const actualStatus of [status, 429, 500, 503]) {
				const { failed: attempt } = responseError(connection, {
					status: actualStatus,
					body: { error: 'x', code },
					retryAfterMs: 1,
				});
				for (const idempotency of ['safe', 'keyed', 'none'] as const)
					expect(isRetried(attempt, idempotency)).toBe(policy === 'safe');
			}
		},
	);
});

describe('errors', () => {
	it('insufficient_credits includes the balance, the cost and how to buy credits', () => {
		const { message, details } = errorFor('insufficient_credits', { balance: 3, cost: 9 });
		expect(message).toBe('Not enough credits (balance: 3, cost of the request: 9)');
		expect(details.hint).toContain('Checkout: Create');
		expect(errorFor('insufficient_credits', { balance: 0 }).message).toBe(
			'Not enough credits (balance: 0, cost of the request: unknown)',
		);
	});

	it('generation_failed includes the job ID', () =>
		expect(errorFor('generation_failed', { id: 'gen_1' }).message).toContain('gen_1'));

	it('prompt_rejected has the hint to revise the prompt', () =>
		expect(errorFor('prompt_rejected').details.hint).toMatch(/^.*Revise the prompt/));

	it('idempotency_in_progress is retried after five seconds', () =>
		expect(
			decideRetry(errorResponse('idempotency_in_progress', 409).failed, 'keyed', 1, retryPolicy),
		).toEqual({ retryInMs: 5_000 }));

	it('an unknown code falls back to the status', () => {
		expect(errorFor('brand_new').message).toBe('Media Generation rejected the request (400)');
		expect(
			responseError(connection, { status: 401, body: undefined }).buildError(1, { stop: 'final' })
				.message,
		).toBe('Media Generation rejected the credential');
	});
	it("contains the service's message once, with one period", () => {
		const { hint } = responseError(connection, {
			status: 400,
			body: { error: 'Bad words.', code: 'prompt_rejected' },
		}).buildError(1, { stop: 'final' }).details;
		expect(hint!.split('Bad words').length - 1).toBe(1);
		expect(hint).not.toContain('..');
	});
});

describe('readError', () => {
	it('reads the code, the text and the known details', () => {
		expect(readError({ error: 'no', code: 'x', balance: 0, cost: 2, other: 1 })).toEqual({
			code: 'x',
			text: 'no',
			facts: { balance: 0, cost: 2 },
		});
		expect(readError({})).toEqual({ facts: {} });
	});

	it.each([[undefined], [null], ['<html>'], [7]])('returns nothing for the body %p', (body) =>
		expect(readError(body)).toEqual({}),
	);

	it('ignores values of the wrong type', () => {
		expect(readError({ error: { deep: 1 }, code: 5 })).toEqual({ facts: {} });
	});
});

describe('isFinal', () => {
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
		['brand_new', undefined, true, true],
	])(
		'with status %s and outputs %j returns %p, or %p if stalled jobs count as final',
		(status, outputs, final, finalIfStalledIs) => {
			expect(isFinal({ status, outputs })).toBe(final);
			expect(isFinal({ status, outputs }, true)).toBe(finalIfStalledIs);
		},
	);
});
