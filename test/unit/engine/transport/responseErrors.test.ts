import { type KnownError, type PackError } from '../../../../nodes/engine/describe';
import { networkError, responseError } from '../../../../nodes/engine/transport/responseErrors';
import type { RetryDecision } from '../../../../nodes/engine/transport/retry';
import { exampleService, fakeConnection } from '../kit';

const final: RetryDecision = { stop: 'final' };
const errors: Record<string, KnownError> = {
	too_big: { message: 'It is too big', hint: 'Make it smaller', retry: 'never' },
	too_small: {
		message: ({ size }) => `It is too small: ${String(size)}`,
		hint: ({ text }) => `Details: ${String(text)}`,
	},
	'418': { message: 'It is a teapot', hint: 'Ask for tea' },
};
const fromResponse = (response: Parameters<typeof responseError>[1]) =>
	responseError(
		fakeConnection(() => null, { service: exampleService({ errors }) }),
		response,
	);
const errorFor = (
	status: number,
	body: unknown = undefined,
	more: object = {},
	attempts = 1,
	decision = final,
): PackError => fromResponse({ status, body, ...more }).buildError(attempts, decision);

describe('the error for an error response', () => {
	it("uses message and hint of the service's error table for a known code", () => {
		const { message, details } = errorFor(400, { code: 'too_big', text: 'max is 5' });
		expect(message).toBe('It is too big');
		expect(details).toEqual({
			hint: 'Example returned: max is 5. Make it smaller.',
			status: 400,
			code: 'too_big',
		});
		expect(errorFor(400, { code: 'too_small', text: 'min is 2', size: 1 })).toMatchObject({
			message: 'It is too small: 1',
			details: { hint: 'Details: min is 2.' },
		});
	});

	it("uses the service's error table for a known status, with or without a code", () => {
		expect(errorFor(418).message).toBe('It is a teapot');
		expect(errorFor(418, { code: 'unknown_code' })).toMatchObject({
			message: 'It is a teapot',
			details: { code: 'unknown_code' },
		});
	});

	it('passes the known error and the requested wait to the retry decision', () => {
		expect(
			fromResponse({ status: 400, body: { code: 'too_big' }, retryAfterMs: 7 }).attempt,
		).toEqual({
			status: 400,
			retryAfterMs: 7,
			known: errors.too_big,
		});
		expect(fromResponse({ status: 400, body: {} }).attempt).toEqual({
			status: 400,
			retryAfterMs: undefined,
			known: undefined,
		});
	});

	it.each([
		[401, 'Example rejected the credential', 'credential'],
		[403, 'The credential does not have permission for this action in Example', 'permissions'],
		[404, 'Example could not find this record', 'Check the ID'],
		[429, 'The rate limit of Example was reached', 'Requests per Second'],
		[500, 'Example returned a server error (500)', 'later'],
		[599, 'Example returned a server error (599)', 'later'],
		[400, 'Example rejected the request (400)', 'Check the values'],
	])('has a general message for status %d: %s', (status, message, hint) => {
		expect(errorFor(status, { text: 'hm' }).message).toBe(message);
		expect(errorFor(status, { text: 'hm' }).details.hint).toMatch(
			new RegExp(`^Example returned: hm\\. .*${hint}.*\\.$`),
		);
	});

	it('names the required permission for status 403', () => {
		expect(errorFor(403, {}, { scope: 'notes:write' }).details.hint).toBe(
			'It needs the permission notes:write.',
		);
		expect(errorFor(403, { code: 'too_big' }, { scope: 'notes:write' }).details.hint).toBe(
			'Make it smaller. The credential needs the permission notes:write.',
		);
		expect(errorFor(400, { code: 'too_big' }, { scope: 'notes:write' }).details.hint).not.toContain(
			'notes:write',
		);
	});

	it("does not apply the service's error table to a response of another host", () => {
		expect(errorFor(400, { code: 'too_big' }, { foreign: true })).toMatchObject({
			message: 'Example rejected the request (400)',
			details: { code: undefined },
		});
	});

	it('contains the number of attempts, and the time until which the service asks to wait', () => {
		expect(errorFor(500, {}, {}, 3, { stop: 'attempts' }).details.hint).toContain(
			'The request was attempted 3 times.',
		);
		expect(errorFor(500).details.hint).not.toContain('attempted');
		expect(errorFor(429, {}, {}, 1, { stop: 'wait', waitMs: 3_600_000 }).details.hint).toMatch(
			/asks to wait until \d{4}-.*Maximum Retry Wait/,
		);
	});

	it('treats names of built-in object properties as unknown codes', () =>
		expect(errorFor(400, { code: 'constructor' }).message).toContain('rejected the request'));

	it('adds no period after an exclamation or question mark', () =>
		expect(errorFor(400, { text: 'Really?' }).details.hint).toContain('Really? '));
});

describe('the error for a failed connection', () => {
	const errorForCode = (code: string, replay: 'safe' | 'never' = 'safe', attempts = 1) =>
		networkError(
			fakeConnection(() => null),
			code,
			replay,
		)(attempts, final);

	it.each([
		['ECONNREFUSED', 'Could not connect to Example'],
		['ENOTFOUND', 'Could not connect to Example'],
		['ECONNABORTED', 'Example did not respond in time'],
		['STALLED', 'Example did not respond in time'],
		['TRUNCATED', 'The response from Example was truncated or is not valid JSON'],
		['ECONNRESET', 'The connection to Example was interrupted'],
	])('has a message for %s: %s', (code, message) =>
		expect(errorForCode(code)).toMatchObject({
			message,
			details: { code, hint: expect.stringContaining(`Network code: ${code}.`) },
		}),
	);

	it('names the base URL if no connection was made, and otherwise warns that the request may have been processed', () => {
		expect(errorForCode('ENOTFOUND', 'never').details.hint).toMatch(/base URL/);
		expect(errorForCode('ENOTFOUND', 'never').details.hint).not.toMatch(/processed/);
		expect(errorForCode('ECONNRESET', 'never').details.hint).toMatch(
			/may or may not have been processed/,
		);
		expect(errorForCode('ECONNRESET', 'safe', 4).details.hint).toBe(
			'The request was attempted 4 times. Network code: ECONNRESET.',
		);
	});
});
