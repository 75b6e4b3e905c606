/**
 * Response shapes of all resources except the entities, for the output preview in the editor
 * (README.md, Resources).
 */
import { shapeOf } from '../engine/describe';

export const job = shapeOf(`
	id status request.url request.method request.body:any request.idempotency_key
	response.http_status:integer response.body:any
`);

/** `code` is `deleted` or `not_found`. */
export const deletion = shapeOf('code success:boolean');

export const exchangedToken = shapeOf(`
	connection_id access_token is_ready:boolean platform store_unique_name
`);

export const connectionStatus = shapeOf(`
	connection.id connection.orgId connection.platform status.is_ready:boolean status.platform
	status.created_at status.last_sync_completed_at status.link_url
	status.disabled_status.is_disabled:boolean status.disabled_status.disabled_reason
	status.needs_update_status.needs_update:boolean
	status.historical_sync_status.historical_sync_completed:boolean
	status.historical_sync_status.num_batches_completed:integer
	status.historical_sync_status.batches:object[]
	status.historical_sync_status.synced_balance_sheets_count:integer
	status.historical_sync_status.synced_cash_flows_count:integer
	status.historical_sync_status.synced_income_statements_count:integer
	status.historical_sync_status.synced_orders_count:integer
	status.historical_sync_status.synced_transactions_count:integer
	status.historical_sync_status.total:object
`);
