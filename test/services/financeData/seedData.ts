// The connected customers that every new service starts with (connections.json): three with data, and
// one whose initial download is in progress.

import { withDates, type Fields } from '../kit/records';
import connections from './connections.json';
import type { ConnectionSetup } from './connections';
import demoInvoices from './demoInvoices.json';

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

/** For demonstrations: with the invoices of demoInvoices.json, which fill more than a page. */
export function demoConnections(): ConnectionSetup[] {
	const [north, ...others] = seedConnections();
	const path = 'accounting/invoices';
	const [paid, open, overdue, ...rest] = north!.records![path]!;
	const ofTotal = (invoice: Fields, total: string): Fields => ({
		...invoice,
		sub_total: total,
		total_amount: total,
		amount_due: invoice.status === 'paid' ? '0.00' : total,
	});
	const more = demoInvoices.map(({ number, status, dueIn, total }) => {
		const dates = withDates({ issue_date: `{${dueIn - 30}d}`, due_date: `{${dueIn}d}` });
		const names = { document_number: `INV-${number}`, memo: `Order ${1000 + number}` };
		const ids = { id: id(1, number), customer_id: id(2, number % 2) };
		return ofTotal({ ...open, ...ids, ...names, ...dates, status }, total);
	});
	const invoices = [paid!, open!, ofTotal(overdue!, '2400.00'), ...rest, ...more];
	return [{ ...north!, records: { ...north!.records, [path]: invoices } }, ...others];
}
