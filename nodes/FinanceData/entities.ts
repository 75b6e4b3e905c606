/** The entities of the service as data: one line each. What the node offers for them follows in `operations.ts`. */
import { choice, date, decimal, type Fields, flag, text } from '../engine/describe';
import type { FieldKind, KindOf } from './filter/language';

/** `read` is a single record without an id. */
export type Kept = 'getAll' | 'get' | 'create' | 'update' | 'delete' | 'read';

export interface Entity {
	/** Title Case, singular. */
	readonly label: string;
	readonly path: `/${string}`;
	/** The first is the one that the form shows first; it never changes. */
	readonly operations: readonly Kept[];
	/** Name of one record in a body, and of the list in an answer. */
	readonly name: string;
	readonly rows: string;
	/** Plain fields of a record: `!` after those with fixed values, `#` after amounts. Ids and dates go by their names. */
	readonly fields: readonly string[];
	/** What a record cannot be created without, in the older versions that are public. */
	readonly needs?: string;
	/** Where a list has neither pages nor the filter language. */
	readonly plain?: boolean;
	/** Further options of the list. */
	readonly list?: Fields;
	/** Further options of every reading operation. */
	readonly reading?: Fields;
}

type More = Partial<Pick<Entity, 'name' | 'rows' | 'needs' | 'plain' | 'list' | 'reading'>> & {
	readonly fields?: string;
};

function entity(
	label: string,
	path: Entity['path'],
	operations: string,
	{ fields = '', ...more }: More = {},
): Entity {
	const rows = path.split('/').at(-1)!;
	return {
		label,
		path,
		operations: operations.split(' ') as Kept[],
		name: singular(rows),
		rows,
		fields: fields.split(' ').filter(Boolean),
		...more,
	};
}

const singular = (plural: string): string =>
	plural
		.replace(/ies$/, 'y')
		.replace(/sses$/, 'ss')
		.replace(/([^s])s$/, '$1');

const day = (label: string) => date(label, { format: 'date', placeholder: 'e.g. 2026-01-31' });
const period = {
	startDate: { ...day('Start Date'), wire: 'start_date' },
	endDate: { ...day('End Date'), wire: 'end_date' },
};
const moment = (label: string, wire: string, description: string) =>
	date(label, { format: 'epoch-ms', wire, description });
const created = {
	createdAfter: moment(
		'Created After',
		'created_at_min',
		'Only records created at this moment or later',
	),
	createdBefore: moment(
		'Created Before',
		'created_at_max',
		'Only records created at this moment or earlier',
	),
};
const phone = text('Phone', { description: 'Only records with this phone number' });

const orderList = {
	...created,
	fulfillmentStatus: choice(
		'Fulfillment Status',
		['fulfilled', 'unfulfilled', 'partial', 'unknown'],
		{ wire: 'fulfillment_status' },
	),
	orderNumber: decimal('Order Number', { wire: 'order_number' }),
	paymentStatus: choice('Payment Status', ['pending', 'paid', 'refunded', 'failed', 'unknown'], {
		wire: 'payment_status',
	}),
	phone,
	properties: text('Properties', { description: 'As the service takes them' }),
};
const productList = {
	...created,
	productName: text('Product Name', { wire: 'name' }),
	productStatus: choice('Product Status', ['active', 'archived', 'inactive', 'draft'], {
		wire: 'status',
	}),
};
const payoutList = {
	...created,
	arrivedAfter: text('Arrived After', {
		wire: 'arrival_at_min',
		description: 'As the service takes it; its neighbors are milliseconds since 1970',
	}),
	arrivedBefore: text('Arrived Before', {
		wire: 'arrival_at_max',
		description: 'As the service takes it; its neighbors are milliseconds since 1970',
	}),
};
const withTransactions = {
	transactions: flag('Transactions', {
		wire: 'expand',
		queryFlag: 'transactions',
		description: 'Whether to add the transactions of each order',
		default: true,
	}),
};

/** Lists that have neither pages nor filters. */
const statement: More = { plain: true, list: period };

export const entities = {
	account: entity('Account', '/accounting/accounts', 'getAll get create', {
		needs: 'account_type currency_code name nominal_code',
		fields:
			'id platform_id name nominal_code category! account_type! status! currency_code! balance# created_at updated_at',
	}),
	accountingCustomer: entity('Accounting Customer', '/accounting/customers', 'getAll get create', {
		needs: 'contact_name customer_name email phone',
		fields:
			'id platform_id customer_name contact_name email phone status! currency_code! registration_number tax_number subsidiary_id updated_at',
	}),
	accountingItem: entity('Accounting Item', '/accounting/items', 'getAll get create', {
		needs: 'name',
		fields: 'id platform_id name code type! status! updated_at',
	}),
	balance: entity('Balance', '/balance', 'read'),
	balanceSheet: entity('Balance Sheet', '/accounting/balance_sheets', 'getAll', statement),
	bill: entity('Bill', '/accounting/bills', 'getAll get create update', {
		needs: 'currency_code issue_date line_items vendor_id',
		fields:
			'id platform_id document_number status! vendor_id account_id subsidiary_id currency_code! issue_date due_date sub_total# tax_amount# total_discount# total_amount# amount_due# memo created_at updated_at',
	}),
	billCreditApplication: entity(
		'Bill Credit Application',
		'/accounting/bill_credit_applications',
		'create',
		{ needs: 'bill_credit_memo_id currency_code linked_bills transaction_date vendor_id' },
	),
	billCreditMemo: entity('Bill Credit Memo', '/accounting/bill_credit_memos', 'getAll get create', {
		needs: 'account_id currency_code issue_date line_items vendor_id',
		fields:
			'id platform_id document_number status! vendor_id account_id currency_code! issue_date total_amount# remaining_amount# memo created_at updated_at',
	}),
	billPayment: entity('Bill Payment', '/accounting/bill_payments', 'getAll get create', {
		needs: 'account_id currency_code linked_bills transaction_date vendor_id',
		fields:
			'id platform_id vendor_id account_id currency_code! transaction_date total_amount# memo created_at updated_at',
	}),
	cashFlowStatement: entity('Cash Flow Statement', '/accounting/cash_flow_statements', 'getAll', {
		...statement,
		rows: 'cash_flows',
	}),
	class: entity('Class', '/accounting/classes', 'getAll'),
	companyInfo: entity('Company Info', '/accounting/company_info', 'read', {
		fields: 'id name legal_name currency_code! created_at updated_at',
	}),
	currency: entity('Currency', '/accounting/currencies', 'getAll'),
	customer: entity('Customer', '/customers', 'getAll get', {
		fields: 'id platform_id first_name last_name email phone created_at updated_at',
		list: {
			email: text('Email', {
				placeholder: 'e.g. name@email.com',
				description: 'Only records with this address',
			}),
			phone,
		},
	}),
	customerGroup: entity('Customer Group', '/customer_groups', 'getAll get'),
	department: entity('Department', '/accounting/departments', 'getAll'),
	expense: entity('Expense', '/accounting/expenses', 'getAll get create', {
		needs: 'account_id currency_code expense_type line_items',
		fields:
			'id platform_id expense_type! vendor_id account_id subsidiary_id currency_code! currency_rate# transaction_date memo created_at updated_at',
		list: { expenseType: choice('Expense Type', ['expense', 'refund'], { wire: 'expense_type' }) },
	}),
	financialReport: entity('Financial Report', '/accounting/reports', 'read', {
		reading: { reportLayout: choice('Layout', { TREE: 'Tree', FLAT: 'Flat' }, { wire: 'filter' }) },
	}),
	incomeStatement: entity('Income Statement', '/accounting/income_statements', 'getAll', statement),
	invoice: entity('Invoice', '/accounting/invoices', 'getAll get create update', {
		needs: 'currency_code customer_id due_date issue_date line_items',
		fields:
			'id platform_id document_number status! customer_id account_id currency_code! issue_date due_date sub_total# tax_amount# total_discount# total_amount# amount_due# memo created_at updated_at',
	}),
	invoiceCreditApplication: entity(
		'Invoice Credit Application',
		'/accounting/invoice_credit_applications',
		'create',
		{ needs: 'currency_code customer_id invoice_credit_memo_id linked_invoices transaction_date' },
	),
	invoiceCreditMemo: entity(
		'Invoice Credit Memo',
		'/accounting/invoice_credit_memos',
		'getAll get create',
		{
			needs: 'account_id currency_code customer_id issue_date line_items',
			fields:
				'id platform_id document_number status! customer_id account_id currency_code! issue_date allocated_at total_amount# remaining_amount# memo created_at updated_at',
		},
	),
	invoicePayment: entity(
		'Invoice Payment',
		'/accounting/invoice_payments',
		'getAll get create update',
		{
			needs: 'account_id currency_code customer_id linked_invoices total_amount txn_date',
			fields:
				'id platform_id customer_id account_id ar_account_id currency_code! txn_date total_amount# memo updated_at',
		},
	),
	journalEntry: entity('Journal Entry', '/accounting/journal_entries', 'getAll get create', {
		needs: 'currency_code line_items transaction_date',
		fields:
			'id platform_id subsidiary_id currency_code! currency_rate# transaction_date memo created_at updated_at',
	}),
	location: entity('Location', '/accounting/locations', 'getAll'),
	order: entity('Order', '/orders', 'getAll get create update', {
		needs: 'billing_address currency_code customer line_items',
		fields:
			'id platform_id name order_number status! payment_status! fulfillment_status! iso_currency_code! total_line_items_price# total_shipping# total_shipping_discount# total_discount# total_tax# total_price# source_name cancelled_at created_at updated_at',
		list: orderList,
		reading: withTransactions,
	}),
	payout: entity('Payout', '/payouts', 'getAll', {
		plain: true,
		list: payoutList,
		fields:
			'id platform_id type! status! method schedule! gateway gateway_account_id iso_currency_code! amount# arrival_at created_at updated_at',
	}),
	product: entity('Product', '/products', 'getAll get create update delete', {
		needs: 'description name variants',
		fields: 'id platform_id name description status! type product_url created_at updated_at',
		list: productList,
	}),
	productCategory: entity('Product Category', '/products/categories', 'getAll', {
		plain: true,
		list: { categoryId: text('Category ID', { wire: 'id', description: 'Only this category' }) },
	}),
	purchaseOrder: entity('Purchase Order', '/accounting/purchase_orders', 'getAll get create', {
		needs: 'currency line_items vendor_id',
		fields:
			'id platform_id document_number status! vendor_id subsidiary_id currency_code! issue_date total_quantity# total_amount# memo created_at updated_at',
	}),
	salesOrder: entity('Sales Order', '/accounting/sales_orders', 'getAll get create', {
		needs: 'customer_id line_items',
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
		list: { ...created, sort: choice('Sort', { asc: 'Ascending', desc: 'Descending' }) },
	}),
	vendor: entity('Vendor', '/accounting/vendors', 'getAll get create', {
		needs: 'contact_name currency_code vendor_name',
		fields:
			'id platform_id vendor_name contact_name email phone website status! currency_code! registration_number tax_number created_at updated_at',
	}),
} as const satisfies Record<string, Entity>;

export const allEntities: ReadonlyArray<Entity & { readonly key: string }> = Object.entries(
	entities,
).map(([key, one]) => ({ key, ...one }));

/** Names of the plain fields, without their marks. */
export const fieldNames = ({ fields }: Pick<Entity, 'fields'>): string[] =>
	fields.map((field) => field.replace(/[!#]$/, ''));

/** What every field of the service's is by its name alone, whatever entity it belongs to. */
export function kindByName(field: string): FieldKind | undefined {
	const name = field.split('.').at(-1)!;
	if (/^id$|_id$/.test(name)) return 'fixed';
	if (/(_at|_date)$|^date$/.test(name)) return 'time';
	return undefined;
}

/** Kinds of an entity's fields in the filter language; unknown for a field that is not listed, as versions and platforms differ. */
export function kindsOf({ fields }: Pick<Entity, 'fields'>): KindOf {
	const kinds = new Map<string, FieldKind>(
		fields.map((field) => [
			field.replace(/[!#]$/, ''),
			field.endsWith('!') ? 'fixed' : field.endsWith('#') ? 'amount' : 'text',
		]),
	);
	return (field) => kindByName(field) ?? kinds.get(field);
}

/** `journal entries` for `Journal Entry`. */
export const pluralOf = ({ label }: Pick<Entity, 'label'>): string =>
	`${label.toLowerCase().replace(/y$/, 'ie').replace(/ss$/, 'sse')}s`;

/** `an invoice`. */
export const oneOf = ({ label }: Pick<Entity, 'label'>): string =>
	`${/^[AEIO]/.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`;
