import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CanceledError, type KnownError, PackError } from '../../../../nodes/engine/describe';
import { nodeError } from '../../../../nodes/engine/transport/nodeError';
import { networkError, responseError } from '../../../../nodes/engine/transport/responseErrors';
import type { RetryDecision } from '../../../../nodes/engine/transport/retry';
import { fakeConnection, node, scratch } from '../kit';

const final: RetryDecision = { stop: 'final' };
const errors: Record<string, KnownError> = {
	too_big: { message: 'It is too big', hint: 'Make it smaller', retry: 'never' },
	too_small: {
		message: ({ size }) => `It is too small: ${String(size)}`,
		hint: ({ text }) => `Said: ${String(text)}`,
	},
	'418': { message: 'It is a teapot', hint: 'Ask for tea' },
};
const refusedBy = (facts: Parameters<typeof responseError>[1]) =>
	responseError(
		fakeConnection(() => null, { service: scratch({ errors }) }),
		facts,
	);
const refused = (
	status: number,
	body: unknown = undefined,
	more: object = {},
	attempts = 1,
	verdict = final,
): PackError => refusedBy({ status, body, ...more }).refusal(attempts, verdict);

describe('a refused answer', () => {
	it('that the service knows by its code says what happened and what to do', () => {
		const { message, details: facts } = refused(400, { code: 'too_big', text: 'max is 5' });
		expect(message).toBe('It is too big');
		expect(facts).toEqual({
			hint: 'Scratch returned: max is 5. Make it smaller.',
			status: 400,
			code: 'too_big',
		});
		expect(refused(400, { code: 'too_small', text: 'min is 2', size: 1 })).toMatchObject({
			message: 'It is too small: 1',
			details: { hint: 'Said: min is 2.' },
		});
	});

	it('that the service knows by its status does so too, with or without a code', () => {
		expect(refused(418).message).toBe('It is a teapot');
		expect(refused(418, { code: 'never_heard' })).toMatchObject({
			message: 'It is a teapot',
			details: { code: 'never_heard' },
		});
	});

	it('carries to the retry what the service knows, and the wait it asks for', () => {
		expect(refusedBy({ status: 400, body: { code: 'too_big' }, retryAfterMs: 7 }).outcome).toEqual({
			status: 400,
			retryAfterMs: 7,
			known: errors.too_big,
		});
		expect(refusedBy({ status: 400, body: {} }).outcome).toEqual({
			status: 400,
			retryAfterMs: undefined,
			known: undefined,
		});
	});

	it.each([
		[401, 'Scratch rejected the credential', 'credential'],
		[403, 'The credential does not have permission for this action in Scratch', 'permissions'],
		[404, 'Scratch could not find this record', 'Check the ID'],
		[429, 'The rate limit of Scratch was reached', 'Requests per Second'],
		[500, 'Scratch returned a server error (500)', 'later'],
		[599, 'Scratch returned a server error (599)', 'later'],
		[400, 'Scratch rejected the request (400)', 'Check the values'],
	])('with status %d and nothing else says so: %s', (status, message, hint) => {
		expect(refused(status, { text: 'hm' }).message).toBe(message);
		expect(refused(status, { text: 'hm' }).details.hint).toMatch(
			new RegExp(`^Scratch returned: hm\\. .*${hint}.*\\.$`),
		);
	});

	it('with 403 names the permission that is required', () => {
		expect(refused(403, {}, { scope: 'notes:write' }).details.hint).toBe(
			'It needs the permission notes:write.',
		);
		expect(refused(403, { code: 'too_big' }, { scope: 'notes:write' }).details.hint).toBe(
			'Make it smaller. The credential needs the permission notes:write.',
		);
		expect(refused(400, { code: 'too_big' }, { scope: 'notes:write' }).details.hint).not.toContain(
			'notes:write',
		);
	});

	it('of another address is not read with the eyes of the service', () => {
		expect(refused(400, { code: 'too_big' }, { foreign: true })).toMatchObject({
			message: 'Scratch rejected the request (400)',
			details: { code: undefined },
		});
	});

	it('tells how often it was attempted, and until when the service wants peace', () => {
		expect(refused(500, {}, {}, 3, { stop: 'attempts' }).details.hint).toContain(
			'The request was attempted 3 times.',
		);
		expect(refused(500).details.hint).not.toContain('tried');
		expect(refused(429, {}, {}, 1, { stop: 'wait', waitMs: 3_600_000 }).details.hint).toMatch(
			/asks to wait until \d{4}-.*Maximum Retry Wait/,
		);
	});
});

describe('an answer that did not come', () => {
	const fault = (code: string, replay: 'safe' | 'never' = 'safe', attempts = 1) =>
		networkError(
			fakeConnection(() => null),
			code,
			replay,
		)(attempts, final);

	it.each([
		['ECONNREFUSED', 'Could not connect to Scratch'],
		['ENOTFOUND', 'Could not connect to Scratch'],
		['ECONNABORTED', 'Scratch did not respond in time'],
		['STALLED', 'Scratch did not respond in time'],
		['TRUNCATED', 'The response from Scratch was truncated or is not valid JSON'],
		['ECONNRESET', 'The connection to Scratch was interrupted'],
	])('for %s says: %s', (code, message) =>
		expect(fault(code)).toMatchObject({
			message,
			details: { code, hint: expect.stringContaining(`Network code: ${code}.`) },
		}),
	);

	it('points to the address where nothing was reached, and warns of a repeat where something may have been done', () => {
		expect(fault('ENOTFOUND', 'never').details.hint).toMatch(/base URL/);
		expect(fault('ENOTFOUND', 'never').details.hint).not.toMatch(/carried out/);
		expect(fault('ECONNRESET', 'never').details.hint).toMatch(/may or may not have been processed/);
		expect(fault('ECONNRESET', 'safe', 4).details.hint).toBe(
			'The request was attempted 4 times. Network code: ECONNRESET.',
		);
	});
});

describe('the error that n8n shows', () => {
	const scrub = (text: string) => text.replaceAll('sk-very-secret', '[secret]');

	it('for an input names item and parameter, and how to mend it', () => {
		const error = nodeError(
			node,
			new PackError('Limit is wrong', { field: 'Limit', hint: 'Lower it.' }),
			3,
		);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Limit is wrong',
			description: 'Lower it.',
			level: 'warning',
			context: { itemIndex: 3, parameter: 'Limit' },
		});
	});

	it('for an answer carries its status and code', () => {
		const error = nodeError(
			node,
			new PackError('No such note', { hint: 'Check the ID.', status: 404, code: 'gone' }),
			2,
		);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'No such note',
			description: 'Check the ID.',
			httpCode: '404',
			context: { itemIndex: 2, code: 'gone' },
		});
	});

	it('for a fault keeps its own words, which n8n would replace where they held a network code', () => {
		const cause = networkError(
			fakeConnection(() => null),
			'ECONNREFUSED',
			'safe',
		)(1, final);
		expect(nodeError(node, cause, 0)).toMatchObject({
			message: 'Could not connect to Scratch',
			description: cause.details.hint,
		});
	});

	it('after a cancel is no answer of the service', () => {
		expect(nodeError(node, new CanceledError(), 0)).toMatchObject({
			name: 'NodeOperationError',
			message: 'The execution was canceled',
		});
	});

	it('is the one that n8n itself made, with the item that it lacks', () => {
		const own = new NodeOperationError(node, 'Expression broke');
		expect(nodeError(node, own, 4)).toBe(own);
		expect(own.context.itemIndex).toBe(4);
		const placed = new NodeOperationError(node, 'Expression broke', { itemIndex: 1 });
		expect(nodeError(node, placed, 4).context.itemIndex).toBe(1);
	});

	it('for anything else that was thrown says as much as is known', () => {
		expect(nodeError(node, new TypeError('x is undefined'), 1)).toMatchObject({
			message: 'x is undefined',
			context: { itemIndex: 1 },
		});
		expect(nodeError(node, {}, 1).message).toBe('An unexpected error occurred in the node');
	});

	it('holds no secret in any of its parts', () => {
		const causes = [
			new PackError('of sk-very-secret', { hint: 'in sk-very-secret' }),
			new PackError('of sk-very-secret', { hint: 'in sk-very-secret', status: 401, code: 'bad' }),
			Object.assign(new Error('of sk-very-secret'), {
				description: 'in sk-very-secret',
				config: { headers: { authorization: 'sk-very-secret' } },
			}),
		];
		for (const cause of causes) {
			const error = nodeError(node, cause, 0, scrub);
			const all =
				JSON.stringify(error, [
					...Object.getOwnPropertyNames(error),
					'context',
					'data',
					'errorResponse',
				]) +
				error.message +
				error.description +
				String(error.stack);
			expect(error.message).toContain('[secret]');
			expect(all).not.toContain('sk-very-secret');
		}
	});
});
