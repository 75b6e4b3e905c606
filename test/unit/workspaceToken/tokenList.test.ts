import { workspaceToken } from '../../../nodes/WorkspaceToken/service';

test('the list of tokens says that the date is the day of creation', () => {
	const { lookup } = workspaceToken.resources.token!.operations.revoke!.fields.tokenId!;
	const token = {
		token_id: 'a'.repeat(64),
		comment: 'nightly',
		creation_time: Date.UTC(2026, 0, 31),
	};
	expect(lookup!.row(token)).toEqual({
		name: 'nightly · created 2026-01-31',
		value: token.token_id,
	});
});
