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
}

const totals = 'sub_total tax_amount total_discount total_amount amount_due';

// path | name | list name | operations | amounts
const TABLE = `
accounting/accounts|account|accounts|list get create|balance
accounting/balance_sheets|balance_sheet|balance_sheets|list|total_assets
accounting/bills|bill|bills|list get create update delete|${totals}
accounting/bill_credit_applications|bill_credit_application||create|
accounting/bill_credit_memos|bill_credit_memo|bill_credit_memos|list get create delete|total_amount remaining_amount
accounting/bill_payments|bill_payment|bill_payments|list get create update|total_amount
accounting/classes|class|classes|list|
accounting/currencies|currency|currencies|list|
accounting/customers|customer|customers|list get create update|
accounting/departments|department|departments|list|
accounting/expenses|expense|expenses|list get create update|currency_rate
accounting/invoices|invoice|invoices|list get create update|${totals}
accounting/invoice_credit_applications|invoice_credit_application||create|
accounting/invoice_credit_memos|invoice_credit_memo|invoice_credit_memos|list get create delete|total_amount remaining_amount
accounting/invoice_payments|invoice_payment|invoice_payments|list get create update|total_amount
accounting/items|item|items|list get create update|
accounting/journal_entries|journal_entry|journal_entries|list get create|currency_rate
accounting/locations|location|locations|list|
accounting/payment_terms|payment_term|payment_terms|list get|
accounting/purchase_orders|purchase_order|purchase_orders|list get create|total_amount
accounting/sales_orders|sales_order|sales_orders|list get create|total_amount tax_amount
accounting/subsidiaries|subsidiary|subsidiaries|list get|
accounting/tax_rates|tax_rate|tax_rates|list get|total_tax_rate effective_tax_rate
accounting/vendors|vendor|vendors|list get create update|
customers|customer|customers|list get|
customer_groups|customer_group|customer_groups|list get|
orders|order|orders|list get create update|total_price total_tax total_shipping total_discount
payouts|payout|payouts|list|amount
products/categories|category|categories|list|
products|product|products|list get create update delete|
subscriptions|subscription|subscriptions|list|
transactions|transaction|transactions|list|amount fee
`;

const split = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

export const entities: readonly Entity[] = TABLE.trim()
	.split('\n')
	.map((line) => {
		const [path = '', name = '', listName = '', operations, amounts] = line.split('|');
		return {
			path: `/${path}`,
			name,
			listName,
			operations: new Set(split(operations)) as Entity['operations'],
			amounts: split(amounts),
		};
	});

export const entityAt = (path: string): Entity | undefined =>
	entities.find((entity) => entity.path === path);

/** @throws Error if there is no such entity */
export function requireEntity(path: string): Entity {
	const entity = entityAt(path);
	if (!entity) {
		const similar = entities.filter((one) => one.path.endsWith(path)).map((one) => one.path);
		throw new Error(`Unknown entity: ${path}. Similar: ${similar.join(', ') || 'none'}`);
	}
	return entity;
}
