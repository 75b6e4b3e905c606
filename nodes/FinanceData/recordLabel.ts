/** Labels of records in dropdown lists. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, toText } from '../engine/describe';

/** The parts of a label. A label contains the first value of each part that the record has. */
const labelParts: readonly ((row: IDataObject) => readonly unknown[])[] = [
	(row) => [
		row.document_number,
		row.order_number,
		row.file_name,
		row.name,
		row.term_name,
		row.customer_name,
		row.vendor_name,
		personName(row),
	],
	(row) => [row.nominal_code, row.code],
	(row) => [
		row.customer_name,
		row.vendor_name,
		...partyNames(row.customer),
		...partyNames(row.vendor),
		row.email,
		row.contact_name,
	],
	datesOf,
	(row) =>
		[row.total_amount, row.total_price, row.amount].map((amount) => withCurrency(amount, row)),
];

/**
 * What tells a record apart from others: number or name, customer or vendor, date, and amount with
 * currency. Parts that the record does not have are left out.
 */
export function recordLabel(row: IDataObject): string {
	const parts: string[] = [];
	for (const valuesOf of labelParts) {
		const value = valuesOf(row)
			.map(toText)
			.find((text) => text !== '' && !parts.includes(text));
		if (value !== undefined) parts.push(value);
	}
	// A date alone does not tell records apart.
	const isDateOnly = parts.length === 0 || (parts.length === 1 && datesOf(row).includes(parts[0]!));
	return (isDateOnly ? [toText(row.memo) || toText(row.id), ...parts] : parts).join(' · ');
}

const personName = ({ first_name: first, last_name: last }: IDataObject): string =>
	[first, last].map(toText).filter(Boolean).join(' ');

/** Names in an embedded customer or vendor. */
const partyNames = (party: unknown): unknown[] =>
	isObject(party) ? [party.name, personName(party), party.email] : [];

function datesOf(row: IDataObject): string[] {
	return [row.issue_date, row.transaction_date, row.txn_date, row.created_at].map(dayOf);
}

/** The date without the time. */
const dayOf = (date: unknown): string => toText(date).slice(0, 10);

const withCurrency = (
	amount: unknown,
	{ currency_code: currency, iso_currency_code: isoCurrency }: IDataObject,
): string =>
	toText(amount) === ''
		? ''
		: [amount, currency ?? isoCurrency].map(toText).filter(Boolean).join(' ');
