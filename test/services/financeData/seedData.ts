// The connected customers that every new service starts with (connections.json): three with data, and
// one whose initial download is in progress.

import { withDates, type Fields } from '../kit/records';
import connections from './connections.json';
import type { ConnectionSetup } from './connections';

const id = (kind: number, number: number): string =>
	`00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

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

export const seedConnections = (): ConnectionSetup[] => withDates(connections) as ConnectionSetup[];

/**
 * For demonstrations: the invoices of the first connection fill more than a page, with totals as people
 * know them.
 */
export function demoConnections(): ConnectionSetup[] {
	const [north, ...others] = seedConnections();
	const name = 'accounting/invoices';
	const [paid, open, overdue, ...rest] = north!.records![name]!;
	const ofTotal = (invoice: Fields, total: string): Fields => ({
		...invoice,
		sub_total: total,
		total_amount: total,
		amount_due: invoice.status === 'paid' ? '0.00' : total,
	});
	const more = Array.from({ length: 60 }, (_, index) => {
		const number = 101 + index;
		const dueIn = index % 8 === 2 ? -(3 + index) : 5 + index;
		const invoice = {
			...open,
			id: id(1, number),
			document_number: `INV-${number}`,
			status: ['open', 'paid', 'open', 'draft'][index % 4]!,
			customer_id: id(2, number % 2),
			memo: `Order ${1000 + number}`,
			...withDates({ issue_date: `{${dueIn - 30}d}`, due_date: `{${dueIn}d}` }),
		};
		return ofTotal(invoice, `${40 + ((index * 37) % 400)}.${index % 2 ? '50' : '00'}`);
	});
	const invoices = [paid!, open!, ofTotal(overdue!, '2400.00'), ...rest, ...more];
	return [{ ...north!, records: { ...north!.records, [name]: invoices } }, ...others];
}
