/**
 * Response shapes, for the output preview in the editor (README.md, Interface).
 */
import { shapeOf } from '../engine/describe';

export const token = shapeOf(`
	token_id comment creation_time:integer created_at expiry_time:integer expires_at scopes:string[]
	autoscope_state backfill_scopes:string[] inferred_scopes:string[]
`);

export const createdToken = { token_value: 'string', token_info: token } as const;

/** The service returns an empty object, so the node returns the change instead. */
export const updatedToken = shapeOf(`
	updated:boolean token_id update_mask comment scopes:string[]
`);

export const revokedToken = { revoked: 'boolean', token_id: 'string' } as const;
