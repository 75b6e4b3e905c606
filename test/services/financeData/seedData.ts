// The connected customers that every new service starts with: three with data, and one whose
// initial download is in progress. Records without dates are in records.json.

import type { ConnectionSetup } from './connections';
import undated from './records.json';

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

const bill = {
	id: id(6, 1),
	document_number: 'B-1',
	status: 'open',
	vendor_id: id(5, 1),
	currency_code: 'EUR',
	issue_date: daysAgo(3),
	total_amount: '45.00',
	amount_due: '45.00',
	line_items: [],
};

/** @param overdue the amount of the only overdue invoice */
const northRecords = (overdue: string) => ({
	...undated,
	'accounting/invoices': [
		invoice(1, 'paid', '125.50'),
		invoice(2, 'open', '80.00'),
		invoice(3, 'open', overdue, -15),
		invoice(4, 'draft', '20.10'),
	],
	'accounting/bills': [bill],
	orders: [order(1, 'paid', '125.50'), order(2, 'paid', '80.00'), order(5, 'pending', '33.30')],
});

/** Enough invoices for a second page, with totals as people know them. */
const demoInvoices = Array.from({ length: 60 }, (_, index) => {
	const total = `${40 + ((index * 37) % 400)}.${index % 2 ? '50' : '00'}`;
	const status = ['open', 'paid', 'open', 'draft'][index % 4]!;
	return invoice(101 + index, status, total, index % 8 === 2 ? -(3 + index) : 5 + index);
});

/** For demonstrations: the invoices of the first connection fill more than a page. */
export function demoConnections(): ConnectionSetup[] {
	const [north, ...others] = seedConnections();
	const records = northRecords('2400.00');
	records['accounting/invoices'].push(...demoInvoices);
	return [{ ...north!, records }, ...others];
}

export const seedConnections = (): ConnectionSetup[] => [
	{
		token: LOCAL_TOKENS.north,
		id: id(0, 1),
		platform: 'SHOPIFY',
		// More digits than a number can have.
		records: northRecords('12345678901234567.89'),
	},
	{
		token: LOCAL_TOKENS.south,
		id: id(0, 2),
		platform: 'QUICKBOOKS',
		records: {
			'accounting/accounts': undated['accounting/accounts'],
			'accounting/customers': undated['accounting/customers'],
			'accounting/vendors': undated['accounting/vendors'],
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
