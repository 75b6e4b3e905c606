/**
 * Response shapes, for the output preview in the editor (README.md, Interface).
 */

export const token = {
	token_id: 'string',
	comment: 'string',
	creation_time: 'integer',
	created_at: 'string',
	expiry_time: 'integer',
	expires_at: 'string',
	scopes: ['string'],
	autoscope_state: 'string',
	backfill_scopes: ['string'],
	inferred_scopes: ['string'],
} as const;

export const createdToken = { token_value: 'string', token_info: token } as const;

/** The service returns an empty object, so the node returns the change instead. */
export const updatedToken = {
	updated: 'boolean',
	token_id: 'string',
	update_mask: 'string',
	comment: 'string',
	scopes: ['string'],
} as const;

export const revokedToken = { revoked: 'boolean', token_id: 'string' } as const;
