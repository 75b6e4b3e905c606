// The records that an accounting record refers to by ID. They belong to the same connection.

import type { Connection } from './connections';
import { requireEntity } from './entities';
import { badRequest } from './errors';

/** Paths of entities, by the end of the field that contains the ID. */
const REFERENCES: ReadonlyArray<readonly [RegExp, string]> = [
	[/account_id$/, 'accounts'],
	[/\.customer_id$/, 'customers'],
	[/\.vendor_id$/, 'vendors'],
	[/\.bill_credit_memo_id$/, 'bill_credit_memos'],
	[/\.invoice_credit_memo_id$/, 'invoice_credit_memos'],
	[/\.linked_bills\[\d+\]\.id$/, 'bills'],
	[/\.linked_invoices\[\d+\]\.id$/, 'invoices'],
	[/\.linked_purchase_orders\[\d+\]\.id$/, 'purchase_orders'],
];

/**
 * Rejects a record that refers to another record that does not exist in the connection. That the
 * message names the field is a guess: the specification says only that it says how to fix the input.
 * @param field path of the value, for example `invoice_payment.linked_invoices[0]`
 * @throws HttpError 400
 */
export function checkReferences(connection: Connection, value: unknown, field: string): void {
	if (Array.isArray(value))
		value.forEach((entry, index) => checkReferences(connection, entry, `${field}[${index}]`));
	else if (typeof value === 'object' && value !== null)
		for (const [name, nested] of Object.entries(value))
			checkReferences(connection, nested, `${field}.${name}`);
	else if (typeof value === 'string') checkReference(connection, value, field);
}

function checkReference(connection: Connection, id: string, field: string): void {
	const [, list] = REFERENCES.find(([pattern]) => pattern.test(field)) ?? [];
	if (list === undefined) return;
	const { path, name } = requireEntity(`/accounting/${list}`);
	if (!connection.records.get(path)?.has(id))
		throw badRequest(`${field}: The ${name} ${id} does not exist in this connection.`);
}
