/**
 * Describes the entities of the service. `entityResource.ts` builds a resource from each
 * description.
 */
import { choice, date, decimal, type Fields, flag, text } from '../engine/describe';
import type { FieldKind, KindOf } from './filter/language';

/**
 * `read` gets a single record that has no ID. `deleteAsJob` deletes a record that the platform may
 * delete later, like the other writes.
 */
export type OperationKey =
	'getAll' | 'get' | 'create' | 'update' | 'delete' | 'deleteAsJob' | 'read';

export interface Entity {
	/** Title Case, singular. */
	readonly label: string;
	readonly path: `/${string}`;
	/** The first operation is the default in the form and must not change. */
	readonly operations: readonly OperationKey[];
	/** Key of a record in request and response bodies. */
	readonly recordName: string;
	/** Key of the list in list responses. */
	readonly listName: string;
	/**
	 * Plain fields of a record. The suffix `!` marks fields with fixed values, `#` marks amounts. IDs
	 * and dates are recognized by their names.
	 */
	readonly fields: readonly string[];
	/** Fields that contain lists or objects. Simplify removes them, except the only amounts. */
	readonly nested: readonly string[];
	/** The list has no page size and no options for update times. */
	readonly withoutUpdateTimes?: boolean;
	/** Additional options of the list. */
	readonly listOptions?: Fields;
	/** Additional options of all read operations. */
	readonly readOptions?: Fields;
}

export type KeyedEntity = Entity & { readonly key: string };

type EntityDetails = Partial<
	Pick<Entity, 'listName' | 'withoutUpdateTimes' | 'listOptions' | 'readOptions'>
> & {
	readonly fields?: string;
	readonly nested?: string;
};

/**
 * Defines an entity. Operations and fields are separated by spaces. The record and list keys are
 * derived from the path.
 */
function entity(
	label: string,
	path: Entity['path'],
	operations: string,
	{ fields = '', nested = '', ...details }: EntityDetails = {},
): Entity {
	const listName = path.split('/').at(-1)!;
	return {
		label,
		path,
		operations: operations.split(' ') as OperationKey[],
		recordName: singular(listName),
		listName,
		fields: fields.split(' ').filter(Boolean),
		nested: nested.split(' ').filter(Boolean),
		...details,
	};
}

/** The singular of an API name: `bill_credit_memos` becomes `bill_credit_memo`. */
export const singular = (plural: string): string =>
	plural
		.replace(/ies$/, 'y')
		.replace(/sses$/, 'ss')
		.replace(/([^s])s$/, '$1');

const dateField = (label: string, apiName: string) => date(label, { format: 'date', apiName });
const statementPeriod = {
	startDate: dateField('Start Date', 'start_date'),
	endDate: dateField('End Date', 'end_date'),
};
const timeField = (label: string, apiName: string, description: string) =>
	date(label, { format: 'epoch-ms', apiName, description });
const creationTimes = {
	createdAfter: timeField(
		'Created After',
		'created_at_min',
		'Only records created at or after this time',
	),
	createdBefore: timeField(
		'Created Before',
		'created_at_max',
		'Only records created at or before this time',
	),
};
const phone = text('Phone', { description: 'Only records with this phone number' });

const orderListOptions = {
	...creationTimes,
	fulfillmentStatus: choice(
		'Fulfillment Status',
		['fulfilled', 'unfulfilled', 'partial', 'unknown'],
		{ apiName: 'fulfillment_status' },
	),
	orderNumber: decimal('Order Number', { apiName: 'order_number' }),
	paymentStatus: choice('Payment Status', ['paid', 'pending', 'refunded', 'failed', 'unknown'], {
		apiName: 'payment_status',
	}),
	phone,
	properties: text('Properties', { description: 'Sent to the service as entered' }),
};
const productListOptions = {
	...creationTimes,
	productName: text('Product Name', { apiName: 'name' }),
	productStatus: choice('Product Status', ['active', 'archived', 'inactive', 'draft'], {
		apiName: 'status',
	}),
};
const payoutListOptions = {
	...creationTimes,
	arrivedAfter: text('Arrived After', {
		apiName: 'arrival_at_min',
		description: 'Sent to the service as entered. Similar filters use Unix time in milliseconds.',
	}),
	arrivedBefore: text('Arrived Before', {
		apiName: 'arrival_at_max',
		description: 'Sent to the service as entered. Similar filters use Unix time in milliseconds.',
	}),
};
const orderReadOptions = {
	transactions: flag('Transactions', {
		apiName: 'expand',
		queryFlag: 'transactions',
		description: 'Whether to add the transactions of each order',
		default: true,
	}),
};

const statement: EntityDetails = { withoutUpdateTimes: true, listOptions: statementPeriod };

export const entities = {
	account: entity('Account', '/accounting/accounts', 'getAll get create', {
		nested: 'subsidiaries',
		fields:
			'id platform_id name nominal_code category! account_type! status! currency_code! balance# created_at updated_at',
	}),
	accountingCustomer: entity(
		'Accounting Customer',
		'/accounting/customers',
		'getAll get create update',
		{
			nested: 'addresses',
			fields:
				'id platform_id customer_name contact_name email phone status! currency_code! registration_number tax_number subsidiary_id updated_at',
		},
	),
	accountingItem: entity('Accounting Item', '/accounting/items', 'getAll get create update', {
		nested: 'subsidiaries bill_item invoice_item',
		fields: 'id platform_id name code type! status! updated_at',
	}),
	balance: entity('Balance', '/balance', 'read'),
	balanceSheet: entity('Balance Sheet', '/accounting/balance_sheets', 'getAll', statement),
	bill: entity('Bill', '/accounting/bills', 'getAll get create update deleteAsJob', {
		nested: 'line_items linked_credit_memos linked_payments linked_purchase_orders',
		fields:
			'id platform_id document_number status! vendor_id account_id subsidiary_id currency_code! issue_date due_date sub_total# tax_amount# total_discount# total_amount# amount_due# memo created_at updated_at',
	}),
	billCreditApplication: entity(
		'Bill Credit Application',
		'/accounting/bill_credit_applications',
		'create',
	),
	billCreditMemo: entity(
		'Bill Credit Memo',
		'/accounting/bill_credit_memos',
		'getAll get create deleteAsJob',
		{
			nested: 'line_items linked_bills',
			fields:
				'id platform_id document_number status! vendor_id account_id currency_code! issue_date total_amount# remaining_amount# memo created_at updated_at',
		},
	),
	billPayment: entity('Bill Payment', '/accounting/bill_payments', 'getAll get create update', {
		nested: 'linked_bills',
		fields:
			'id platform_id vendor_id account_id currency_code! transaction_date total_amount# memo created_at updated_at',
	}),
	cashFlowStatement: entity('Cash Flow Statement', '/accounting/cash_flow_statements', 'getAll', {
		...statement,
		listName: 'cash_flows',
	}),
	class: entity('Class', '/accounting/classes', 'getAll'),
	companyInfo: entity('Company Info', '/accounting/company_info', 'read', {
		nested: 'addresses',
		fields: 'id name legal_name currency_code! created_at updated_at',
	}),
	currency: entity('Currency', '/accounting/currencies', 'getAll'),
	customer: entity('Customer', '/customers', 'getAll get', {
		fields: 'id platform_id first_name last_name email phone created_at updated_at',
		listOptions: {
			email: text('Email', {
				placeholder: 'e.g. name@email.com',
				description: 'Only records with this email address',
			}),
			phone,
		},
	}),
	customerGroup: entity('Customer Group', '/customer_groups', 'getAll get'),
	department: entity('Department', '/accounting/departments', 'getAll'),
	expense: entity('Expense', '/accounting/expenses', 'getAll get create update', {
		nested: 'line_items',
		fields:
			'id platform_id expense_type! vendor_id account_id subsidiary_id currency_code! currency_rate# transaction_date memo created_at updated_at',
		listOptions: {
			expenseType: choice('Expense Type', ['expense', 'refund'], { apiName: 'expense_type' }),
		},
	}),
	financialReport: entity('Financial Report', '/accounting/reports', 'read', {
		readOptions: {
			reportLayout: choice('Layout', { TREE: 'Tree', FLAT: 'Flat' }, { apiName: 'filter' }),
		},
	}),
	incomeStatement: entity('Income Statement', '/accounting/income_statements', 'getAll', statement),
	invoice: entity('Invoice', '/accounting/invoices', 'getAll get create update', {
		nested: 'line_items linked_payments',
		fields:
			'id platform_id document_number status! customer_id account_id currency_code! issue_date due_date sub_total# tax_amount# total_discount# total_amount# amount_due# memo created_at updated_at',
	}),
	invoiceCreditApplication: entity(
		'Invoice Credit Application',
		'/accounting/invoice_credit_applications',
		'create',
		{},
	),
	invoiceCreditMemo: entity(
		'Invoice Credit Memo',
		'/accounting/invoice_credit_memos',
		'getAll get create deleteAsJob',
		{
			nested: 'line_items linked_invoices',
			fields:
				'id platform_id document_number status! customer_id account_id currency_code! issue_date allocated_at total_amount# remaining_amount# memo created_at updated_at',
		},
	),
	invoicePayment: entity(
		'Invoice Payment',
		'/accounting/invoice_payments',
		'getAll get create update',
		{
			nested: 'linked_invoices',
			fields:
				'id platform_id customer_id account_id ar_account_id currency_code! txn_date total_amount# memo updated_at',
		},
	),
	journalEntry: entity('Journal Entry', '/accounting/journal_entries', 'getAll get create', {
		nested: 'line_items',
		fields:
			'id platform_id subsidiary_id currency_code! currency_rate# transaction_date memo created_at updated_at',
	}),
	location: entity('Location', '/accounting/locations', 'getAll'),
	order: entity('Order', '/orders', 'getAll get create update', {
		nested:
			'fulfillments line_items refunds tags transactions billing_address customer shipping_address',
		fields:
			'id platform_id name order_number status! payment_status! fulfillment_status! iso_currency_code! total_line_items_price# total_shipping# total_shipping_discount# total_discount# total_tax# total_price# source_name cancelled_at created_at updated_at',
		listOptions: orderListOptions,
		readOptions: orderReadOptions,
	}),
	paymentTerm: entity('Payment Term', '/accounting/payment_terms', 'getAll get', {
		fields:
			'id platform_id term_name due_days# discount_days# discount_percent# created_at updated_at',
	}),
	payout: entity('Payout', '/payouts', 'getAll', {
		withoutUpdateTimes: true,
		listOptions: payoutListOptions,
		fields:
			'id type! status! method schedule! gateway gateway_account_id iso_currency_code! amount# arrival_at created_at updated_at',
	}),
	product: entity('Product', '/products', 'getAll get create update delete', {
		nested: 'images tags variants',
		fields: 'id platform_id name description status! type product_url created_at updated_at',
		listOptions: productListOptions,
	}),
	productCategory: entity('Product Category', '/products/categories', 'getAll', {
		withoutUpdateTimes: true,
		listOptions: {
			categoryId: text('Category ID', {
				apiName: 'id',
				description: 'Only the category with this ID',
			}),
		},
	}),
	purchaseOrder: entity('Purchase Order', '/accounting/purchase_orders', 'getAll get create', {
		nested: 'line_items',
		fields:
			'id platform_id document_number status! vendor_id subsidiary_id currency_code! issue_date total_quantity# total_amount# memo created_at updated_at',
	}),
	salesOrder: entity('Sales Order', '/accounting/sales_orders', 'getAll get create', {
		nested: 'line_items',
		fields:
			'id platform_id document_number reference_number status! customer_id class_id department_id location_id subsidiary_id currency_code! currency_rate# issue_date discount_amount# tax_amount# total_amount# memo created_at updated_at',
	}),
	store: entity('Store', '/store', 'read', { fields: 'id store_name url email default_currency!' }),
	subscription: entity('Subscription', '/subscriptions', 'getAll', {
		fields: 'id platform_id platform_customer_id status! iso_currency_code! created_at updated_at',
	}),
	subsidiary: entity('Subsidiary', '/accounting/subsidiaries', 'getAll get'),
	taxRate: entity('Tax Rate', '/accounting/tax_rates', 'getAll get', {
		fields: 'id platform_id name code total_tax_rate# effective_tax_rate#',
	}),
	transaction: entity('Transaction', '/transactions', 'getAll', {
		fields:
			'id platform_id order_id platform_customer_id type! platform_type status! payment_method_type! gateway iso_currency_code! amount# fee# description created_at updated_at',
		listOptions: {
			...creationTimes,
			sort: choice('Sort', { asc: 'Ascending', desc: 'Descending' }, { collection: 'options' }),
		},
	}),
	vendor: entity('Vendor', '/accounting/vendors', 'getAll get create update', {
		nested: 'addresses subsidiaries',
		fields:
			'id platform_id vendor_name contact_name email phone website status! currency_code! registration_number tax_number created_at updated_at',
	}),
} as const satisfies Record<string, Entity>;

export const entityWithKey = (key: keyof typeof entities): KeyedEntity => ({
	key,
	...entities[key],
});

export const allEntities: readonly KeyedEntity[] = Object.entries(entities).map(([key, one]) => ({
	key,
	...one,
}));

const kindBySuffix: Readonly<Record<string, FieldKind>> = { '!': 'fixed', '#': 'amount' };

/** The plain fields of an entity with their types, which are derived from the suffixes. */
export const parseFields = ({ fields }: Pick<Entity, 'fields'>) =>
	fields.map((field) => ({
		name: field.replace(/[!#]$/, ''),
		kind: kindBySuffix[field.at(-1)!] ?? ('text' as const),
	}));

/**
 * Derives the type of a field from its name. The type is the same in all entities. Undefined if the
 * name does not determine the type.
 */
export function fieldKindByName(field: string): FieldKind | undefined {
	const name = field.split('.').at(-1)!;
	if (/^id$|_id$/.test(name)) return 'fixed';
	if (/(_at|_date)$|^date$/.test(name)) return 'time';
	return undefined;
}

/** The first version of the API in which amounts are numbers. They are text in earlier ones. */
const firstVersionWithNumbers = '2024-04-30';

/**
 * Returns a function that looks up the type of a field of the entity. The types of fields that are
 * not listed are unknown, because such fields differ between versions and platforms.
 */
export function fieldKinds(entity: Pick<Entity, 'fields'>, version: string): KindOf {
	const isText = version !== '' && version < firstVersionWithNumbers;
	const amount = isText ? 'text' : 'amount';
	const kinds = new Map<string, FieldKind>(
		parseFields(entity).map(({ name, kind }) => [name, kind === 'amount' ? amount : kind]),
	);
	return (field) => fieldKindByName(field) ?? kinds.get(field);
}
