import {
	date,
	flag,
	id,
	json,
	operation,
	resource,
	several,
	text,
	toText,
} from '../../engine/describe';
import { accessToken, cursorPaging, requireAccessToken, uuidPlaceholder } from '../fields';
import { filterFields, filtering } from '../filter/fields';
import { connectionStatus } from '../shapes';
import { unwrapRecord } from '../unwrapRecord';

const connectionId = id('Connection', {
	placeholder: uuidPlaceholder,
	listMethod: 'searchConnection',
	lookup: {
		request: 'GET /connections',
		rows: 'connections',
		row: (row) => ({
			name: [row.platform, row.store_unique_name ?? row.id].map(toText).filter(Boolean).join(' · '),
			value: toText(row.id),
		}),
	},
});

/** Types of records, from the API description of version 2024-08-31. */
const objectTypes = several(
	'Object Types',
	`
		account accounting_customer accounting_customer_refund accounting_transaction
		balance_sheet bank_account bank_account_balance bank_account_details bank_deposit
		bank_transaction bank_transfer bill bill_credit_memo bill_payment cash_flow class
		commerce_customer company_info currencies customer_group department expense
		income_statement invoice invoice_credit_memo invoice_payment items journal_entry
		location order payment_method payment_term payout product project purchase_order
		sales_order sales_receipt store subscription subsidiary task tax_agency tax_area
		tax_rates transaction updated_transaction vendor
	`
		.trim()
		.split(/\s+/),
	{ apiName: 'object_types', description: 'Types of the records to download' },
);

const syncResult = { success: 'boolean' } as const;

export const connection = resource('Connection', {
	default: 'getAll',
	operations: {
		create: operation({
			description: 'Create a connection with the fields that its platform requires',
			request: 'POST /connections/create',
			refine: unwrapRecord('connection'),
			agents: false,
			fields: {
				connectionData: json('Connection (JSON)', {
					required: true,
					apiName: '',
					description: 'Complete request body. The required fields depend on the platform.',
				}),
			},
		}),
		delete: operation({
			description: 'Delete a connection and the copy of its data in the service',
			request: 'DELETE /connections/{connectionId}',
			effect: 'irreversible',
			fields: { connectionId },
		}),
		getAccessToken: operation({
			name: 'Get by Access Token',
			action: 'Get a connection by its access token',
			request: 'GET /connections/access_token',
			refine: unwrapRecord('connection'),
			options: { accessToken },
			check: requireAccessToken,
		}),
		getAll: operation({
			request: 'GET /connections',
			paging: cursorPaging('connections'),
			...filtering('connection'),
			fields: filterFields,
		}),
		getStatus: operation({
			action: 'Get the status of a connection',
			description:
				'Get whether a connection is ready, the progress of its first download, and whether the customer must take action',
			request: 'GET /connections/status',
			shape: connectionStatus,
			options: { accessToken },
			check: requireAccessToken,
		}),
		scheduleBackfill: operation({
			action: 'Schedule a backfill of a connection',
			description: 'Download the records of a period again, without the records related to them',
			request: 'POST /connections/backfill',
			shape: syncResult,
			fields: {
				backfillFrom: date('Start Date', {
					format: 'date',
					apiName: 'start_date',
					required: true,
					description: 'First day of the period, up to 5 years ago',
				}),
				objectTypes: { ...objectTypes, required: true },
			},
			options: {
				accessToken,
				backfillTo: date('End Date', {
					format: 'date',
					apiName: 'end_date',
					description: 'Last day of the period. Default: today.',
				}),
				includeWebhooks: flag('Include Webhooks', {
					apiName: 'include_webhooks',
					default: true,
					description: 'Whether to send the webhook events of the records that the backfill finds',
				}),
				remarks: text('Remarks', { description: 'Why the backfill is needed' }),
			},
			check: requireAccessToken,
		}),
		scheduleIncrementalSync: operation({
			action: 'Schedule an incremental sync of a connection',
			description: 'Download what has changed since the last sync, now instead of on schedule',
			request: 'POST /connections/incremental_sync',
			fixedBody: {},
			shape: syncResult,
			options: {
				accessToken,
				objectTypes: {
					...objectTypes,
					description: 'Types of the records to download. Default: all.',
				},
			},
			check: requireAccessToken,
		}),
	},
});
