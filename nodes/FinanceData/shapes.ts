/**
 * Response shapes of all resources except the entities, for the output preview in the editor
 * (README.md, Resources).
 */
import { shapeOf } from '../engine/describe';

export const job = {
	id: 'string',
	status: 'string',
	request: shapeOf('url method body:any idempotency_key'),
	response: { http_status: 'integer', body: 'any' },
} as const;

export const exchangedToken = shapeOf(`
	connection_id access_token is_ready:boolean platform store_unique_name
`);

export const connectionStatus = {
	connection: { id: 'string', orgId: 'string', platform: 'string' },
	status: {
		...shapeOf('is_ready:boolean platform created_at last_sync_completed_at link_url'),
		disabled_status: { is_disabled: 'boolean', disabled_reason: 'string' },
		needs_update_status: { needs_update: 'boolean' },
		historical_sync_status: {
			historical_sync_completed: 'boolean',
			num_batches_completed: 'integer',
			batches: ['object'],
			...shapeOf(`
				synced_balance_sheets_count:integer synced_cash_flows_count:integer
				synced_income_statements_count:integer synced_orders_count:integer
				synced_transactions_count:integer total:object
			`),
		},
	},
} as const;
