// The entities of the service: paths, operations and fields, from the public documentation.

export interface Entity {
	path: string;
	/** Name of a single record in bodies and webhooks. */
	name: string;
	/** Name of the array in list responses. */
	listName: string;
	operations: ReadonlySet<'list' | 'get' | 'create' | 'update' | 'delete'>;
}

// path | name | list name | operations
const TABLE = `
accounting/accounts|account|accounts|list get create
accounting/balance_sheets|balance_sheet|balance_sheets|list
accounting/bills|bill|bills|list get create update delete
accounting/bill_credit_applications|bill_credit_application||create
accounting/bill_credit_memos|bill_credit_memo|bill_credit_memos|list get create delete
accounting/bill_payments|bill_payment|bill_payments|list get create update
accounting/classes|class|classes|list
accounting/currencies|currency|currencies|list
accounting/customers|customer|customers|list get create update
accounting/departments|department|departments|list
accounting/expenses|expense|expenses|list get create update
accounting/invoices|invoice|invoices|list get create update
accounting/invoice_credit_applications|invoice_credit_application||create
accounting/invoice_credit_memos|invoice_credit_memo|invoice_credit_memos|list get create delete
accounting/invoice_payments|invoice_payment|invoice_payments|list get create update
accounting/items|item|items|list get create update
accounting/journal_entries|journal_entry|journal_entries|list get create
accounting/locations|location|locations|list
accounting/payment_terms|payment_term|payment_terms|list get
accounting/purchase_orders|purchase_order|purchase_orders|list get create
accounting/sales_orders|sales_order|sales_orders|list get create
accounting/subsidiaries|subsidiary|subsidiaries|list get
accounting/tax_rates|tax_rate|tax_rates|list get
accounting/vendors|vendor|vendors|list get create update
customers|customer|customers|list get
customer_groups|customer_group|customer_groups|list get
orders|order|orders|list get create update
payouts|payout|payouts|list
products/categories|category|categories|list
products|product|products|list get create update delete
subscriptions|subscription|subscriptions|list
transactions|transaction|transactions|list
`;

export const entities: readonly Entity[] = TABLE.trim()
	.split('\n')
	.map((line) => {
		const [path = '', name = '', listName = '', operations = ''] = line.split('|');
		return {
			path: `/${path}`,
			name,
			listName,
			operations: new Set(operations.split(' ')) as Entity['operations'],
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
