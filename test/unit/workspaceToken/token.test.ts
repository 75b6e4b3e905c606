import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { classify } from '../../../nodes/WorkspaceToken/errors';
import { workspaceToken } from '../../../nodes/WorkspaceToken/service';
import { updateBody } from '../../../nodes/WorkspaceToken/resources/token';
import { readInput } from '../../../nodes/engine/read/readInput';

const update = workspaceToken.resources.token!.operations.update!;
const hash = 'ab'.repeat(32);
const read = (tokenId: unknown, updateFields: IDataObject) =>
	readInput(update, (name) => (name === 'updateFields' ? updateFields : tokenId));

test('update_mask lists exactly the fields that are set, and the body contains their values unchanged', () => {
	const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
	fc.assert(
		fc.property(optional(fc.string()), optional(fc.array(fc.string())), (comment, scopes) => {
			const { token, update_mask: updateMask } = updateBody({ comment, scopes });
			expect(updateMask).not.toContain(' ');
			expect(updateMask === '' ? [] : updateMask.split(',')).toEqual(Object.keys(token));
			expect(token).toEqual(JSON.parse(JSON.stringify({ comment, scopes })));
		}),
	);
});

test.each([
	[{ comment: 'x' }, { comment: 'x' }],
	[{ comment: '' }, { comment: '' }],
	[{ scopes: '' }, { scopes: [] }],
	[{ scopes: [] }, { scopes: [] }],
	[{ scopes: 'sql, authentication' }, { scopes: ['sql', 'authentication'] }],
	[
		{ comment: '', scopes: ['sql'] },
		{ comment: '', scopes: ['sql'] },
	],
])(
	'values of Update Fields %j are kept, including empty values that clear a field',
	(values, expected) => {
		expect(read(hash, values)).toEqual({ tokenId: hash, ...expected });
	},
);

test('an update without changes is rejected', () => {
	expect(() => read(hash, {})).toThrow('Update Fields must contain at least one field');
});

test('a token ID is valid only if it has 64 hexadecimal digits', () => {
	const digit = fc.constantFrom(...'0123456789abcdefABCDEF');
	const id = fc
		.array(fc.oneof({ weight: 40, arbitrary: digit }, fc.constantFrom('g', '/', '.', '-')), {
			minLength: 62,
			maxLength: 66,
		})
		.map((digits) => digits.join(''));
	fc.assert(
		fc.property(id, (value) => {
			if (/^[0-9a-f]{64}$/i.test(value))
				expect(read(value, { comment: 'x' })).toMatchObject({ tokenId: value });
			else
				expect(() => read(value, { comment: 'x' })).toThrow(
					'Token must be the ID of a token, a SHA-256 hash of 64 hexadecimal digits',
				);
		}),
		{ numRuns: 300 },
	);
});

test('classify returns the code and the message of an error body, and nothing for any other body', () => {
	expect(
		classify({ body: { error_code: 'NOT_FOUND', message: 'No such token.' }, status: 404 }),
	).toEqual({
		code: 'NOT_FOUND',
		text: 'No such token',
	});
	for (const body of [undefined, null, 'NOT_FOUND', [], {}, { error_code: 5, message: '' }])
		expect(classify({ body, status: 400 })).toEqual({});
});
