import { recordLabel } from '../../../nodes/FinanceData/recordLabel';

const id = '00000000-0000-0000-0000-000000000000';

describe('the label of a record in a list', () => {
	it.each([
		[
			'an invoice',
			{
				document_number: 'INV-1',
				customer_name: 'Ada Books',
				issue_date: '2026-01-31T00:00:00Z',
				total_amount: '125.50',
				currency_code: 'EUR',
			},
			'INV-1 · Ada Books · 125.50 EUR · 2026-01-31',
		],
		['a paid invoice', { document_number: 'INV-1', status: 'paid' }, 'INV-1 · paid'],
		[
			'an invoice without customer, date and currency',
			{ document_number: 'INV-1', customer_id: id, total_amount: 0 },
			'INV-1 · 0',
		],
		[
			'a bill payment',
			{ vendor_id: id, transaction_date: '2026-01-31', total_amount: '45.00', memo: 'rent' },
			'rent · 45.00 · 2026-01-31',
		],
		['a customer', { first_name: 'Ada', last_name: null }, 'Ada'],
		['a file', { file_name: 'receipt.pdf' }, 'receipt.pdf'],
		[
			'an expense with one line',
			{
				vendor: { name: 'Paper Mill' },
				transaction_date: '2026-01-31',
				currency_code: 'EUR',
				line_items: [{ description: 'Taxi', total_amount: '12.50' }],
			},
			'Taxi · Paper Mill · 12.50 EUR · 2026-01-31',
		],
		[
			'an expense with several lines',
			{
				line_items: [{ total_amount: 0.1 }, { total_amount: '0.2' }],
				transaction_date: '2026-01-31',
			},
			'0.3 · 2026-01-31',
		],
		[
			'a journal entry whose debits and credits add up to zero',
			{ memo: 'Accruals', line_items: [{ total_amount: 5 }, { total_amount: -5 }] },
			'Accruals',
		],
		[
			'a payment with a long memo, so that the amount stays visible',
			{ memo: 'Rent of the office in the first quarter', total_amount: '45.00' },
			'Rent of the office in the fir… · 45.00',
		],
		['a record without any of these fields', { status: 'open' }, id],
	])('contains what %s has', (_, record, label) => {
		expect(recordLabel({ id, ...record })).toBe(label);
	});
});
