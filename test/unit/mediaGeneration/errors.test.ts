import { responseError } from '../../../nodes/engine/errors/responseErrors';
import { decideRetry } from '../../../nodes/engine/http/retry';
import { classify } from '../../../nodes/MediaGeneration/errors';
import { mediaGeneration } from '../../../nodes/MediaGeneration/service';
import { fakeConnection } from '../engine/kit';

const connection = fakeConnection(() => null, { service: mediaGeneration });
const errorResponse = (code: string, status: number, more: object = {}) =>
	responseError(connection, {
		status,
		headers: {},
		body: { error: 'the text of the service', code, ...more },
	});
const errorFor = (code: string, more: object = {}) =>
	errorResponse(code, 400, more).buildError(1, { stop: 'final' });
const retryPolicy = { attempts: 4, backOffMs: 100, maximumWaitMs: 60_000 };
describe('errors', () => {
	it('insufficient_credits includes the balance, the cost and how to buy credits', () => {
		const { message, details } = errorFor('insufficient_credits', { balance: 3, cost: 9 });
		expect(message).toBe('Not enough credits (balance: 3, cost of the request: 9)');
		expect(details.hint).toContain('Checkout: Create');
		expect(errorFor('insufficient_credits', { balance: 0 }).message).toBe(
			'Not enough credits (balance: 0, cost of the request: unknown)',
		);
	});

	it('idempotency_in_progress is retried after five seconds', () =>
		expect(
			decideRetry(errorResponse('idempotency_in_progress', 409).failed, 'keyed', 1, retryPolicy),
		).toEqual({ retryInMs: 5_000 }));
	it("contains the service's message once, with one period", () => {
		const { hint } = responseError(connection, {
			status: 400,
			headers: {},
			body: { error: 'Bad words.', code: 'prompt_rejected' },
		}).buildError(1, { stop: 'final' }).details;
		expect(hint!.split('Bad words').length - 1).toBe(1);
		expect(hint).not.toContain('..');
	});
});

describe('classify', () => {
	it('reads the code, the text and the known details', () => {
		expect(classify({ body: { error: 'no', code: 'x', balance: 0, cost: 2, other: 1 } })).toEqual({
			code: 'x',
			text: 'no',
			facts: { balance: 0, cost: 2 },
		});
		expect(classify({ body: {} })).toEqual({ facts: {} });
	});

	it.each([[undefined], [null], ['<html>'], [7]])('returns nothing for the body %p', (body) =>
		expect(classify({ body })).toEqual({}),
	);
});
