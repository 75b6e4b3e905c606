/** Labels of records in dropdown lists. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, toText } from '../engine/describe';

/** n8n cuts off long entries, so a memo must leave room for the amount and the date. */
const maxMemoLength = 30;

/** The parts of a label. A label contains the first value of each part that the record has. */
const labelParts: readonly ((row: IDataObject) => readonly unknown[])[] = [
	(row) => [
		row.document_number,
		row.order_number,
		row.file_name,
		...namesOf(row),
		...[row.memo, ...linesOf(row).map(({ description }) => description)].map(shorten),
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
	amountsOf,
	({ status }) => [status === 'paid' ? status : ''],
];

/**
 * The label of a record: its number, name or memo, its customer or vendor, its amount with the
 * currency, whether it is paid, and its date. Missing parts are left out. The date is last, because
 * n8n cuts off long entries.
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
	if (parts.length === 0) parts.push(toText(row.id));
	return [...parts, dateOf(row)].filter(Boolean).join(' · ');
}

const namesOf = (row: IDataObject): unknown[] => [
	row.name,
	row.term_name,
	row.customer_name,
	row.vendor_name,
	personName(row),
];

const personName = ({ first_name: first, last_name: last }: IDataObject): string =>
	[first, last].map(toText).filter(Boolean).join(' ');

/** Names in an embedded customer or vendor. */
const partyNames = (party: unknown): unknown[] =>
	isObject(party) ? [party.name, personName(party), party.email] : [];

const shorten = (value: unknown): string => {
	const text = toText(value);
	return text.length > maxMemoLength ? `${text.slice(0, maxMemoLength - 1).trimEnd()}…` : text;
};

const linesOf = ({ line_items: lines }: IDataObject): IDataObject[] =>
	Array.isArray(lines) ? (lines as unknown[]).filter(isObject) : [];

/** The amount of a record without a total, such as an expense. Debits and credits add up to 0. */
function totalOfLines(row: IDataObject): unknown {
	const amounts = linesOf(row).map(({ total_amount: amount }) => amount);
	if (amounts.length <= 1) return amounts[0];
	const total = amounts.reduce((sum: number, amount) => sum + Number(amount), 0);
	return Math.round(total * 100) / 100 || undefined;
}

/**
 * The date without the time. Only an order is dated by its creation. For other records, that is when
 * they were entered.
 */
const dateOf = (row: IDataObject): string =>
	[row.issue_date, row.transaction_date, row.txn_date, 'order_number' in row ? row.created_at : '']
		.map((date) => toText(date).slice(0, 10))
		.find(Boolean) ?? '';

function amountsOf(row: IDataObject): string[] {
	return [row.total_amount, row.total_price, row.amount, totalOfLines(row)].map((amount) =>
		withCurrency(amount, row),
	);
}

const withCurrency = (
	amount: unknown,
	{ currency_code: currency, iso_currency_code: isoCurrency }: IDataObject,
): string =>
	toText(amount) === ''
		? ''
		: [amount, currency ?? isoCurrency].map(toText).filter(Boolean).join(' ');
