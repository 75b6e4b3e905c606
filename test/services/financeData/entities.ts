// The entities of the service: paths, operations and fields, from the public documentation.

export interface Entity {
	path: string;
	/** Name of a single record in bodies and webhooks. */
	name: string;
	/** Name of the array in list responses. */
	listName: string;
	operations: ReadonlySet<'list' | 'get' | 'create' | 'update' | 'delete'>;
	/** Fields that contain amounts of money (amounts.ts). */
	amounts: readonly string[];
	/** Required fields when creating a record. */
	required: readonly string[];
}

const totals = 'sub_total tax_amount total_discount total_amount amount_due';

// path | name | list name | operations | amounts | required fields
const TABLE = `
accounting/accounts|account|accounts|list get create|balance|name account_type currency_code
accounting/bills|bill|bills|list get create update|${totals}|vendor_id issue_date line_items
accounting/bill_credit_applications|bill_credit_application||create||bill_credit_memo_id linked_bills
accounting/bill_credit_memos|bill_credit_memo|bill_credit_memos|list get create|total_amount remaining_amount|vendor_id
accounting/bill_payments|bill_payment|bill_payments|list get create|total_amount|vendor_id linked_bills
accounting/classes|class|classes|list||
accounting/currencies|currency|currencies|list||
accounting/customers|customer|customers|list get create||customer_name
accounting/departments|department|departments|list||
accounting/expenses|expense|expenses|list get create|currency_rate|account_id line_items
accounting/invoices|invoice|invoices|list get create update|${totals}|customer_id issue_date line_items
accounting/invoice_credit_applications|invoice_credit_application||create||invoice_credit_memo_id
accounting/invoice_credit_memos|invoice_credit_memo|invoice_credit_memos|list get create|total_amount remaining_amount|customer_id
accounting/invoice_payments|invoice_payment|invoice_payments|list get create update|total_amount|customer_id linked_invoices total_amount
accounting/items|item|items|list get create||name
accounting/journal_entries|journal_entry|journal_entries|list get create|currency_rate|line_items
accounting/locations|location|locations|list||
accounting/purchase_orders|purchase_order|purchase_orders|list get create|total_amount|vendor_id
accounting/sales_orders|sales_order|sales_orders|list get create|total_amount tax_amount|customer_id
accounting/subsidiaries|subsidiary|subsidiaries|list get||
accounting/tax_rates|tax_rate|tax_rates|list get|total_tax_rate effective_tax_rate|
accounting/vendors|vendor|vendors|list get create||vendor_name
customers|customer|customers|list get||
customer_groups|customer_group|customer_groups|list get||
orders|order|orders|list get create update|total_price total_tax total_shipping total_discount|line_items
payouts|payout|payouts|list|amount|
products|product|products|list get create update delete||name
subscriptions|subscription|subscriptions|list||
transactions|transaction|transactions|list|amount fee|
`;

const split = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

export const entities: readonly Entity[] = TABLE.trim()
	.split('\n')
	.map((line) => {
		const [path = '', name = '', listName = '', operations, amounts, required] = line.split('|');
		return {
			path: `/${path}`,
			name,
			listName,
			operations: new Set(split(operations)) as Entity['operations'],
			amounts: split(amounts),
			required: split(required),
		};
	});

export const entityAt = (path: string): Entity | undefined =>
	entities.find((entity) => entity.path === path);

/** @throws Error if there is no such entity */
export function requireEntity(path: string): Entity {
	const entity = entityAt(path);
	if (!entity) throw new Error(`Unknown entity: ${path}`);
	return entity;
}

/** Endpoints that return a single object instead of a list. */
export const singletons: Readonly<Record<string, { name: string; value: unknown }>> = {
	'/accounting/company_info': {
		name: 'company_info',
		value: { id: 'company', name: 'Northwind', legal_name: 'Northwind Ltd', currency_code: 'EUR' },
	},
	'/store': {
		name: 'store',
		value: {
			id: 'store',
			store_name: 'Northwind',
			url: 'https://shop.example.com',
			default_currency: 'EUR',
		},
	},
	'/balance': { name: 'balance', value: { available: [{ amount: 125.5, currency: 'EUR' }] } },
	'/accounting/reports': { name: 'report', value: { report_name: 'Profit and Loss', rows: [] } },
	'/accounting/balance_sheets': {
		name: 'balance_sheets',
		value: [{ id: 'bs', total_assets: 1000 }],
	},
	'/accounting/cash_flow_statements': {
		name: 'cash_flows',
		value: [{ id: 'cf', ending_cash: 300 }],
	},
	'/accounting/income_statements': {
		name: 'income_statements',
		value: [{ id: 'is', net_income: 120 }],
	},
	'/products/categories': { name: 'categories', value: [{ id: 'books', name: 'Books' }] },
};
