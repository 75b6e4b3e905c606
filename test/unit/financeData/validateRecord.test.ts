import { validateRecord } from '../../../nodes/FinanceData/validateRecord';
import { exampleRecord } from '../../../nodes/FinanceData/exampleRecord';
import {
	type WritableField,
	writableFields,
	type Write,
} from '../../../nodes/FinanceData/writableFields';

const validateAs = (write: Write, values: object): unknown =>
	validateRecord(writableFields[write], values as never, 'Europe/Berlin');
const invoice = exampleRecord(writableFields['invoice.create']);
const withInvoice = (values: object): unknown =>
	validateAs('invoice.create', { ...invoice, ...values });

const writes = Object.entries(writableFields) as [Write, readonly WritableField[]][];

describe('writable fields', () => {
	test.each(writes)('%s has unique names', (_, fields) => {
		const checkNames = (all: readonly WritableField[]): void => {
			const names = all.map(({ name }) => name);
			expect(names).toEqual([...new Set(names)]);
			expect(names.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
			for (const { fields: inner = [] } of all) checkNames(inner);
		};
		checkNames(fields);
	});

	test.each(writes)('the example of %s is valid and is not changed', (write, fields) => {
		const example = exampleRecord(fields);
		expect(Object.keys(example).length).toBeGreaterThan(0);
		expect(validateAs(write, example)).toEqual(example);
	});
});

describe('validateRecord', () => {
	test('reports the wrong amounts of all lines together', () => {
		const line_items = ['1.500', '1,50'].map((total_amount) => ({ item: {}, total_amount }));
		expect(() => withInvoice({ line_items, currency_code: 'euro' })).toThrow(
			'Currency Code must be a three-letter currency code such as USD, got "euro"; Line Items 1: Total Amount could mean 1500 or 1.5: enter 1500 or 1.50, got "1.500"; Line Items 2: Total Amount must be a number with a decimal point, such as 1.50, got "1,50"',
		);
	});

	test('rejects an amount whose point may separate thousands, but not a quantity or a unit amount', () => {
		const withItem = (item: object): unknown =>
			withInvoice({ line_items: [{ item: {}, ...item }] });
		expect(() => withItem({ total_amount: '1.500' })).toThrow(
			'Line Items 1: Total Amount could mean 1500 or 1.5: enter 1500 or 1.50, got "1.500"',
		);
		for (const clear of [
			{ total_amount: 1.125 },
			{ total_amount: 1, quantity: '1.500' },
			{ total_amount: 1, unit_amount: '1.459' },
		])
			expect(() => withItem(clear)).not.toThrow();
	});

	test.each([
		['issue_date', '2026-01-31T00:00:00', '2026-01-31'],
		['issue_date', '2026-01-31T23:00:00+05:30', '2026-01-31'],
		['currency_code', 'EUR', 'EUR'],
		['memo', 5, '5'],
		['additional_fields', '{"custom": "x"}', { custom: 'x' }],
		['line_items', '[{"total_amount": "1", "item": {}}]', [{ total_amount: 1, item: {} }]],
		[
			'line_items',
			[{ total_amount: 1, item: {}, description: null, custom: [1] }],
			[{ total_amount: 1, item: {}, description: null, custom: [1] }],
		],
	])('converts %s: %j', (name, value, expected) => {
		expect(withInvoice({ [name]: value })).toEqual({ ...invoice, [name]: expected });
	});

	test('a time without an offset is in the time zone of the workflow', () => {
		const payment = exampleRecord(writableFields['invoicePayment.create']);
		const linked = { id: 'i', amount: 1, allocated_at: '2026-01-31T08:00' };
		expect(
			validateAs('invoicePayment.create', { ...payment, linked_invoices: [linked] }),
		).toMatchObject({ linked_invoices: [{ allocated_at: '2026-01-31T07:00:00.000Z' }] });
	});

	test.each([100, '100.00'])(
		'an amount that is text in some versions is sent as entered: %j',
		(amount) => {
			const lines = [
				{
					description: 'd',
					total_amount: amount,
					item: { id: 'i', quantity: 1, unit_amount: amount },
				},
			];
			const memo = {
				...exampleRecord(writableFields['invoiceCreditMemo.create']),
				line_items: lines,
			};
			expect(validateAs('invoiceCreditMemo.create', memo)).toEqual(memo);
		},
	);

	test('empty fields are left out', () => {
		expect(withInvoice({ memo: '', document_number: null })).toEqual(invoice);
	});

	test.each(
		Object.entries({
			'{"customer_id":""}': 'Customer is required',
			'{"currency_code":"euro"}':
				'Currency Code must be a three-letter currency code such as USD, got "euro"',
			'{"issue_date":"soon"}':
				'Issue Date must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got "soon"',
			'{"line_items":"many"}': 'Line Items are not valid JSON',
			'{"line_items":{"total_amount":1}}': 'Line Items must be a list of objects',
			'{"line_items":[5]}': 'Line Items 1 must be a JSON object or array, got 5',
			'{"line_items":[{"item":{}}]}': 'Line Items 1: Total Amount is required',
			'{"line_items":[{"total_amount":1}]}':
				'Line Items 1: Item is required. Fill in Item, Item Quantity, Item Unit Amount',
			'{"line_items":[{"total_amount":"1500,00"}]}':
				'Line Items 1: Total Amount must be a number with a decimal point, such as 1500.00, got "1500,00"',
			'{"line_items":[{"total_amount":"1.000,50"}]}':
				'Line Items 1: Total Amount must be a number with a decimal point, such as 1000.50, got "1.000,50"',
			'{"line_items":[{"total_amount":"1,000"}]}':
				'Line Items 1: Total Amount must be a number with a decimal point, such as 12.5, got "1,000"',
			'{"line_items":[{"total_amount":1,"item":{"quantity":"two"}}]}':
				'Line Items 1: Item Quantity must be a number, got "two"',
			'{"additional_fields":[]}': 'Additional Fields must be an object',
			'{"vendor_id":"v"}':
				'Fields: vendor_id does not belong to this operation. Remove it, or set Specify Fields to Using JSON',
		}),
	)('rejects %s', (values, message) => {
		expect(() => withInvoice(JSON.parse(values) as object)).toThrow(message);
	});

	test('rejects an update without fields, and a status that does not exist', () => {
		expect(() => validateAs('invoice.update', { memo: null, due_date: '' })).toThrow(
			'Fields must have a value',
		);
		expect(() => validateAs('order.update', { status: 'lost' })).toThrow(
			'Status must be one of active, archived, cancelled, unknown, got "lost"',
		);
	});
});
