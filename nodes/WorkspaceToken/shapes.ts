/** Shapes of the answers (specification part D, and the public facts beside it). */

export const token = {
	token_id: 'string',
	comment: 'string',
	creation_time: 'integer',
	expiry_time: 'integer',
	scopes: ['string'],
	autoscope_state: 'string',
	backfill_scopes: ['string'],
	inferred_scopes: ['string'],
} as const;

export const created = { token_value: 'string', token_info: token } as const;

/** The service answers with an empty object; the item says what was changed. */
export const updated = {
	updated: 'boolean',
	token_id: 'string',
	update_mask: 'string',
	comment: 'string',
	scopes: ['string'],
} as const;

export const revoked = { revoked: 'boolean', token_id: 'string' } as const;
