// The connected customers that every new service starts with: three with data, and one whose
// initial download is in progress.

import type { ConnectionSetup } from './connections';

const id = (kind: number, number: number): string =>
	`00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;
const daysAgo = (days: number): string =>
	new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const invoice = (number: number, status: string, total: string, dueInDays = 30 - number) => ({
	id: id(1, number),
	document_number: `INV-${number}`,
	status,
	customer_id: id(2, number % 2),
	currency_code: 'EUR',
	issue_date: daysAgo(30 - dueInDays),
	due_date: daysAgo(-dueInDays),
	sub_total: total,
	tax_amount: '0.00',
	total_discount: '0.00',
	total_amount: total,
	amount_due: status === 'paid' ? '0.00' : total,
	memo: `Order ${1000 + number}`,
	line_items: [{ description: 'Books', quantity: 1 }],
});

const order = (number: number, payment: string, total: string) => ({
	id: id(3, number),
	name: `#${1000 + number}`,
	order_number: String(1000 + number),
	status: 'active',
	payment_status: payment,
	fulfillment_status: 'unfulfilled',
	iso_currency_code: 'EUR',
	total_price: total,
	total_tax: '0.00',
	total_shipping: '0.00',
	total_discount: '0.00',
	line_items: [{ title: 'Books', quantity: 1 }],
	customer: { email: `customer${number}@example.com` },
});

const item = (number: number, name: string, price: string) => ({
	id: id(11, number),
	name,
	code: `ITEM-${number}`,
	type: 'inventory',
	status: 'active',
	invoice_item: { description: name, unit_price: price },
});

export const companyInfo = {
	id: id(12, 1),
	name: 'North Books',
	legal_name: 'North Books GmbH',
	currency_code: 'EUR',
	addresses: [],
	created_at: `${daysAgo(400)}T08:00:00.000Z`,
	updated_at: `${daysAgo(1)}T08:00:00.000Z`,
};

const account = (number: number, name: string, type: string) => ({
	id: id(4, number),
	name,
	account_type: type,
	category: 'asset',
	status: 'active',
	currency_code: 'EUR',
	nominal_code: String(1000 + number),
	balance: '1250.00',
});

export const LOCAL_TOKENS = {
	north: 'tenfold-access-north',
	south: 'tenfold-access-south',
	waiting: 'tenfold-access-waiting',
	east: 'tenfold-access-east',
} as const;

/** IDs of records that the connections north and south have. */
export const LOCAL_IDS = {
	customer: id(2, 0),
	account: id(4, 1),
	otherAccount: id(4, 2),
	vendor: id(5, 1),
} as const;

const records = {
	'accounting/accounts': [
		account(1, 'Bank', 'bank'),
		account(2, 'Receivables', 'accounts_receivable'),
		account(3, 'Sales', 'income'),
	],
	'accounting/payment_terms': [
		{
			id: id(10, 1),
			term_name: 'Net 30',
			due_days: 30,
			discount_days: null,
			discount_percent: null,
		},
	],
	'accounting/customers': [
		{
			id: id(2, 0),
			customer_name: 'Ada Books',
			contact_name: 'Ada',
			email: 'ada@example.com',
			status: 'ACTIVE',
		},
		{
			id: id(2, 1),
			customer_name: 'Brook & Co',
			contact_name: 'Bo',
			email: 'bo@example.com',
			status: 'ACTIVE',
		},
	],
	'accounting/items': [item(1, 'Hardcover', '24.90'), item(2, 'Paperback', '12.50')],
	'accounting/vendors': [
		{
			id: id(5, 1),
			vendor_name: 'Paper Mill',
			contact_name: 'Pia',
			email: 'pia@example.com',
			status: 'active',
		},
	],
	'accounting/invoices': [
		invoice(1, 'paid', '125.50'),
		invoice(2, 'open', '80.00'),
		// The only overdue invoice. Its amount has more digits than a number can have.
		invoice(3, 'open', '12345678901234567.89', -15),
		invoice(4, 'draft', '20.10'),
	],
	'accounting/bills': [
		{
			id: id(6, 1),
			document_number: 'B-1',
			status: 'open',
			vendor_id: id(5, 1),
			currency_code: 'EUR',
			issue_date: daysAgo(3),
			total_amount: '45.00',
			amount_due: '45.00',
			line_items: [],
		},
	],
	'accounting/balance_sheets': [{ total_assets: '1000' }],
	orders: [order(1, 'paid', '125.50'), order(2, 'paid', '80.00'), order(5, 'pending', '33.30')],
	products: [
		{ id: id(7, 1), name: 'A book', description: 'To read', status: 'active', variants: [] },
	],
	transactions: [
		{
			id: id(8, 1),
			order_id: id(3, 1),
			type: 'sale',
			status: 'success',
			amount: '125.50',
			fee: '1.20',
			iso_currency_code: 'EUR',
		},
	],
	customers: [{ id: id(9, 1), first_name: 'Ada', last_name: 'Lane', email: 'ada@example.com' }],
};

/** Enough invoices for a second page, with totals as people know them. */
const demoInvoices = Array.from({ length: 60 }, (_, index) => {
	const number = 101 + index;
	const total = `${40 + ((index * 37) % 400)}.${index % 2 ? '50' : '00'}`;
	const status = ['open', 'paid', 'open', 'draft'][index % 4]!;
	return invoice(number, status, total, index % 8 === 2 ? -(3 + index) : 5 + index);
});

/** For demonstrations: the invoices of the first connection fill more than a page. */
export const demoConnections = (): ConnectionSetup[] =>
	seedConnections().map((setup) =>
		setup.token === LOCAL_TOKENS.north
			? {
					...setup,
					records: {
						...setup.records,
						'accounting/invoices': [
							...records['accounting/invoices'].map((one) =>
								one.document_number === 'INV-3'
									? { ...one, total_amount: '2400.00', sub_total: '2400.00', amount_due: '2400.00' }
									: one,
							),
							...demoInvoices,
						],
					},
				}
			: setup,
	);

export const seedConnections = (): ConnectionSetup[] => [
	{ token: LOCAL_TOKENS.north, id: id(0, 1), platform: 'SHOPIFY', records },
	{
		token: LOCAL_TOKENS.south,
		id: id(0, 2),
		platform: 'QUICKBOOKS',
		records: {
			'accounting/accounts': records['accounting/accounts'],
			'accounting/customers': records['accounting/customers'],
			'accounting/vendors': records['accounting/vendors'],
			'accounting/invoices': [{ ...invoice(9, 'open', '9.90'), id: id(1, 199) }],
		},
		unsupported: ['/orders', '/products'],
	},
	{
		token: LOCAL_TOKENS.waiting,
		id: id(0, 3),
		platform: 'XERO',
		records: { 'accounting/invoices': [{ ...invoice(7, 'open', '7.70'), id: id(1, 77) }] },
		isDownloading: true,
	},
	{
		token: LOCAL_TOKENS.east,
		id: id(0, 4),
		platform: 'WOOCOMMERCE',
		records: { orders: [{ ...order(9, 'paid', '19.90'), id: id(3, 99) }] },
	},
];
