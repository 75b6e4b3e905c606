import type { IDataObject } from 'n8n-workflow';
import { buildRequest, showHint, toRow } from '../../engine';
import { flag, id, integer, list, operation, resource, text, toText } from '../../engine/describe';
import { withDates } from '../dates';
import { createdToken, revokedToken, token as tokenShape, updatedToken } from '../shapes';

const tokenId = id('Token', {
	description:
		'The token, selected from the list or by its ID. The ID is a SHA-256 hash, not the token itself.',
	placeholder: 'e.g. 5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456',
	// Unlike `pattern`, its error does not quote the value, which may be a token.
	rule: (value) =>
		/^[0-9a-f]{64}$/i.test(value)
			? undefined
			: 'must be the ID of a token, a SHA-256 hash of 64 hexadecimal digits, not the token itself',
	listMethod: 'searchToken',
	lookup: {
		request: 'GET /api/2.0/token/list',
		rows: 'token_infos',
		row: ({ token_id: value, comment, creation_time: createdAt }) => ({
			name: `${comment ? toText(comment) : 'Without Comment'} · ${Number.isFinite(createdAt) ? `created ${new Date(Number(createdAt)).toISOString().slice(0, 10)}` : toText(value).slice(0, 8)}`,
			value: toText(value),
		}),
	},
});

/** The only permission of the service, which every operation requires (../README.md, Update). */
const permission = 'authentication';

const scopes = list('Scopes', {
	description: 'What the token can be used for, as a comma-separated list',
	placeholder: 'e.g. authentication, sql',
});

export interface TokenChanges {
	readonly comment?: string;
	readonly scopes?: readonly string[];
}

/** Fields that an update can change, in the order in which `update_mask` lists them. */
const updatableFields = ['comment', 'scopes'] as const;

/**
 * Builds the body of an update (../README.md, Update). `update_mask` lists exactly the fields that
 * are set. An empty comment and an empty list of scopes count as set, because they clear the
 * current value.
 */
export function updateBody(changes: TokenChanges): { token: IDataObject; update_mask: string } {
	const changed = updatableFields.filter((name) => changes[name] !== undefined);
	return {
		token: Object.fromEntries(changed.map((name) => [name, changes[name]])),
		update_mask: changed.join(),
	};
}

export const token = resource('Token', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			description:
				'Create a token and return its value once, in token_value; n8n stores it with the execution',
			request: 'POST /api/2.0/token/create',
			// The response contains a secret, which must not enter the context of a model.
			agents: false,
			options: {
				autoscopeEnabled: flag('Autoscope Enabled', {
					description: 'Whether the workspace derives the scopes from how the token is used',
					default: true,
					apiName: 'autoscope_enabled',
				}),
				comment: text('Comment', { description: 'What the token is for' }),
				lifetimeSeconds: integer('Lifetime (Seconds)', {
					description:
						'Number of seconds until the token expires: 2592000 for 30 days, 7776000 for 90 days. If not set, the workspace determines the lifetime.',
					default: 7_776_000,
					minimum: 1,
					apiName: 'lifetime_seconds',
				}),
				scopes,
			},
			shape: createdToken,
			permission,
			// The vendor's client sends a JSON object even if no option is set.
			async run({ operation: { options }, input, request, context }) {
				const line = 'POST /api/2.0/token/create';
				const { body = {} } = buildRequest(line, options, input);
				const { json } = toRow((await request(line, { body })).body);
				showHint(
					context,
					'token_value is a secret, and n8n stores it with this execution. To avoid this, turn off saving executions in the workflow settings.',
				);
				return [{ json: { ...json, token_info: withDates(json.token_info as IDataObject) } }];
			},
		}),
		getAll: operation({
			description: 'List the tokens of the user of the credential, without their values',
			request: 'GET /api/2.0/token/list',
			paging: { rows: 'token_infos', next: () => undefined },
			refine: (rows) => rows.map(({ json }) => ({ json: withDates(json) })),
			shape: tokenShape,
			permission,
		}),
		revoke: operation({
			description: 'Revoke a token immediately and permanently',
			// Hidden from agents: an agent could revoke the token of the credential itself.
			effect: 'locksOut',
			agents: false,
			request: 'POST /api/2.0/token/delete',
			fields: { tokenId: { ...tokenId, apiName: 'token_id' } },
			refine: (_, { tokenId: value }) => [{ json: { revoked: true, token_id: value } }],
			shape: revokedToken,
			permission,
		}),
		update: operation({
			collection: 'updateFields',
			description:
				'Update the comment or the scopes of a token; fields that are not set keep their values',
			request: 'PATCH /api/2.0/token/{tokenId}',
			effect: 'locksOut',
			// Safe to retry: an update is idempotent.
			idempotency: 'safe',
			fields: { tokenId: { ...tokenId, apiName: 'token_id' } },
			options: {
				comment: text('Comment', {
					description:
						'What the token is for. To clear the comment, add this field and leave it empty.',
					clearable: true,
					apiName: 'token.comment',
				}),
				scopes: {
					...scopes,
					description:
						'The complete new list of scopes, separated by commas. To clear the scopes, add this field and leave it empty.',
					clearable: true,
					apiName: 'token.scopes',
				},
			},
			shape: updatedToken,
			permission,
			async run({ input: { tokenId: value, comment, scopes: newScopes }, request }) {
				const body = updateBody({ comment, scopes: newScopes });
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
