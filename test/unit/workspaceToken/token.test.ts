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
	expect(updateBody({ comment: '', scopes: undefined })).toEqual({
		token: { comment: '' },
		update_mask: 'comment',
	});
	expect(updateBody({ comment: 'x', scopes: ['sql'] })).toEqual({
		token: { comment: 'x', scopes: ['sql'] },
		update_mask: 'comment,scopes',
	});
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
	for (const id of [hash, hash.toUpperCase()])
		expect(read(id, { comment: 'x' })).toMatchObject({ tokenId: id });
	for (const id of [hash.slice(1), `${hash}a`, `${hash.slice(1)}g`, `${hash.slice(1)}/`])
		expect(() => read(id, { comment: 'x' })).toThrow(
			'Token must be the ID of a token, a SHA-256 hash of 64 hexadecimal digits',
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
