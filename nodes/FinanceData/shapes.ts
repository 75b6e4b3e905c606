/**
 * Response shapes of all resources except the entities, for the output preview in the editor
 * (README.md, Resources).
 */

export const job = {
	id: 'string',
	status: 'string',
	request: { url: 'string', method: 'string', body: 'any', idempotency_key: 'string' },
	response: { http_status: 'integer', body: 'any' },
} as const;

export const exchangedToken = {
	connection_id: 'string',
	access_token: 'string',
	is_ready: 'boolean',
	platform: 'string',
	store_unique_name: 'string',
} as const;

export const connectionStatus = {
	connection: { id: 'string', orgId: 'string', platform: 'string' },
	status: {
		is_ready: 'boolean',
		platform: 'string',
		created_at: 'string',
		last_sync_completed_at: 'string',
		link_url: 'string',
		disabled_status: { is_disabled: 'boolean', disabled_reason: 'string' },
		needs_update_status: { needs_update: 'boolean' },
		historical_sync_status: {
			historical_sync_completed: 'boolean',
			num_batches_completed: 'integer',
			batches: ['object'],
			synced_balance_sheets_count: 'integer',
			synced_cash_flows_count: 'integer',
			synced_income_statements_count: 'integer',
			synced_orders_count: 'integer',
			synced_transactions_count: 'integer',
			total: 'object',
		},
	},
} as const;
