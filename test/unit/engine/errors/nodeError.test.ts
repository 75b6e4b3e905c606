import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { PackError } from '../../../../nodes/engine/describe';
import { nodeError } from '../../../../nodes/engine/errors/nodeError';
import { node } from '../kit';

const redact = (text: string) => text.replaceAll('sk-very-secret', '[secret]');

describe('nodeError', () => {
	it('contains item, parameter and hint of an input error', () => {
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

	it.each([undefined, 404])('says the hint of a tool in its message only, status %s', (status) => {
		const cause = new PackError('Limit is wrong', { hint: 'Lower it.', status });
		const error = nodeError({ ...node, type: `${node.type}Tool` }, cause, 0);
		expect(error.message).toBe('Limit is wrong. Lower it.');
		expect(error.description ?? undefined).toBeUndefined();
	});

	it('contains no item if it concerns the complete run', () => {
		const cause = new PackError('Too expensive', { concernsRun: true });
		expect(nodeError(node, cause, 3).context.itemIndex).toBeUndefined();
		const ofN8n = new NodeOperationError(node, 'No credential');
		expect(nodeError(node, ofN8n).context.itemIndex).toBeUndefined();
	});

	it('contains status and code of an error response', () => {
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

	it.each([
		['of the pack', (text: string) => new PackError(text, { hint: text })],
		['of n8n', (text: string) => new NodeOperationError(node, text, { description: `${text}x` })],
		['of a credential', (text: string) => Object.assign(new Error(text), { description: text })],
	])('escapes control characters and limits the length of errors %s', (_, causeOf) => {
		const text = `\u001b[31m sk-very-secret ${'x'.repeat(1_000_000)}`;
		const { message, description } = nodeError(node, causeOf(text), 0, redact);
		for (const shown of [message, description!]) {
			expect(shown).toMatch(/^\\u001b\[31m \[secret\] x+…$/);
			expect(shown.length).toBeLessThan(10_000);
		}
	});

	it('escapes control characters in the keys of details', () => {
		const data = { ['\u001b[31m']: 1 };
		const error = nodeError(node, new PackError('No', { status: 400, data }), 0);
		expect(error.context.data).toEqual({ ['\\u001b[31m']: 1 });
	});

	it('contains no details that are too long to be stored with every execution', () => {
		const data = { errors: Array.from({ length: 5000 }, () => ({ reason: 'invalid' })) };
		const error = nodeError(node, new PackError('No', { status: 400, data }), 0);
		expect(error.context).not.toHaveProperty('data');
	});

	it('returns an error of n8n itself, and adds the item index if it is missing', () => {
		const original = new NodeOperationError(node, 'Expression broke');
		expect(nodeError(node, original, 4)).toBe(original);
		expect(original.context.itemIndex).toBe(4);
		const withItem = new NodeOperationError(node, 'Expression broke', { itemIndex: 1 });
		expect(nodeError(node, withItem, 4).context.itemIndex).toBe(1);
	});

	it('contains the message of any other thrown error, or a general message if the error has no message', () => {
		expect(nodeError(node, new TypeError('x is undefined'), 1)).toMatchObject({
			message: 'x is undefined',
			context: { itemIndex: 1 },
		});
		expect(nodeError(node, {}, 1).message).toBe('An unexpected error occurred in the node');
	});

	it('contains no secret in any property', () => {
		const causes = [
			new PackError('of sk-very-secret', { hint: 'in sk-very-secret' }),
			new PackError('of sk-very-secret', { hint: 'in sk-very-secret', status: 401, code: 'bad' }),
			Object.assign(new Error('of sk-very-secret'), {
				description: 'in sk-very-secret',
				config: { headers: { authorization: 'sk-very-secret' } },
			}),
		];
		for (const cause of causes) {
			const error = nodeError(node, cause, 0, redact);
			const allText =
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
			expect(allText).not.toContain('sk-very-secret');
		}
	});

	it('keeps the redacted response body of an error of n8n, and drops its HTTP error', () => {
		const data = { message: 'No', echo: { header: 'Bearer sk-very-secret' } };
		const request = { headers: { authorization: 'Bearer sk-very-secret' } };
		const causes = [
			new NodeApiError(node, { message: 'No sk-very-secret', response: { data }, request }),
			new NodeApiError(
				node,
				Object.assign(new Error('No'), { response: { data }, request }) as never,
			),
		];
		for (const cause of causes) {
			const error = nodeError(node, cause, 2, redact);
			expect(error.context).toEqual({
				itemIndex: 2,
				data: { message: 'No', echo: { header: 'Bearer [secret]' } },
			});
			expect(error.message + error.messages.join()).not.toContain('sk-very-secret');
			expect(error.errorResponse).toBeUndefined();
			expect(error.cause).toBeUndefined();
		}
	});

	it('drops the details of an error of n8n if they cannot be stored', () => {
		const data: Record<string, unknown> = {};
		data.self = data;
		const cause = new NodeApiError(node, { message: 'No' });
		Object.assign(cause.context, { data });
		expect(nodeError(node, cause, 2).context).toEqual({ itemIndex: 2 });
	});
});
