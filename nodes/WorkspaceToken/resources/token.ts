import { flag, id, integer, list, operation, resource, text } from '../../engine/describe';
import { created, revoked, token as shape, updated } from '../shapes';
import { updateBody } from '../update';

const tokenId = id('Token', {
	description: 'The token by its ID: a hash that says nothing of the token itself',
	placeholder: 'e.g. 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456',
	pattern: /^[0-9a-f]{64}$/i,
	expected: 'a SHA-256 hash of 64 hexadecimal digits',
	lookup: {
		request: 'GET /api/2.0/token/list',
		rows: 'token_infos',
		row: ({ token_id: value, comment, creation_time: made }) => ({
			name: `${comment ? String(comment) : 'Without Comment'} · ${Number.isFinite(made) ? new Date(Number(made)).toISOString().slice(0, 10) : String(value).slice(0, 8)}`,
			value: String(value),
		}),
	},
});

/** The one permission of all operations (specification part D). */
const scope = 'authentication';

const scopes = list('Scopes', {
	description: 'What the token may be used for, as a list or separated by commas',
	placeholder: 'e.g. authentication, sql',
});

export const token = resource('Token', {
	default: 'update',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a token',
			description:
				'Create a token for the user of the credential; its value is shown once, in token_value',
			request: 'POST /api/2.0/token/create',
			// Its answer is a secret, which does not belong in the context of a model.
			agents: false,
			options: {
				autoscopeEnabled: flag('Autoscope Enabled', {
					description: 'Whether the workspace derives the scopes from how the token is used',
					default: true,
					wire: 'autoscope_enabled',
				}),
				comment: text('Comment', { description: 'What the token is for' }),
				lifetimeSeconds: integer('Lifetime (Seconds)', {
					description: 'After how many seconds the token ends; the workspace decides unless set',
					default: 7_776_000,
					minimum: 1,
					wire: 'lifetime_seconds',
				}),
				scopes,
			},
			shape: created,
			scope,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many tokens',
			description: 'Get the tokens of the user of the credential, without their values',
			request: 'GET /api/2.0/token/list',
			paging: { rows: 'token_infos', next: () => undefined },
			shape,
			scope,
		}),
		revoke: operation({
			name: 'Revoke',
			action: 'Revoke a token',
			description: 'Revoke a token at once and for good',
			// It might be the one that the credential holds.
			agents: false,
			request: 'POST /api/2.0/token/delete',
			fields: { tokenId: { ...tokenId, wire: 'token_id' } },
			refine: (_, { tokenId: value }) => [{ json: { revoked: true, token_id: value } }],
			shape: revoked,
			scope,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a token',
			description: 'Change the comment or the scopes of a token; what is not given stays as it is',
			request: 'PATCH /api/2.0/token/{tokenId}',
			// The same values again change nothing more.
			replay: 'safe',
			fields: { tokenId: { ...tokenId, wire: 'token_id' } },
			options: {
				comment: text('Comment', {
					description: 'What the token is for. Added and left empty, it clears the comment.',
					clearable: true,
					wire: 'token.comment',
				}),
				scopes: {
					...scopes,
					description:
						'The whole new list of scopes, separated by commas. Added and left empty, it clears the scopes.',
					clearable: true,
					wire: 'token.scopes',
				},
			},
			check: ({ comment, scopes: given }) =>
				comment === undefined && given === undefined
					? {
							field: 'comment',
							problem: 'or Scopes must be given: add the one to change in Options',
						}
					: undefined,
			shape: updated,
			scope,
			async run({ input: { tokenId: value, comment, scopes: given }, request }) {
				const body = updateBody({ comment, scopes: given });
				await request('PATCH /api/2.0/token/{tokenId}', { values: { tokenId: value }, body });
				return [
					{
						json: { updated: true, token_id: value, update_mask: body.update_mask, ...body.token },
					},
				];
			},
		}),
	},
});
