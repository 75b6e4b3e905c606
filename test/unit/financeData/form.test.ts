// What the form of the node offers, and what it marks as wrong.
import { type IDataObject, type ILoadOptionsFunctions } from 'n8n-workflow';
import { methodsOf } from '../../../nodes/engine/form/lookups';
import { financeData } from '../../../nodes/FinanceData/service';

const methods = methodsOf(financeData);

/** The form with a selected resource and operation. It has no credential and sends no request. */
const formWith = (parameters: Record<string, string>, typeVersion = 1) =>
	({
		getCurrentNodeParameter: (name: string) => parameters[name],
		getNode: () => ({ typeVersion }),
	}) as unknown as ILoadOptionsFunctions;

describe('the fields of a record', () => {
	const columnsOf = async (resource: string, operation: string) => {
		const { fields } = await methods.resourceMapping.columnsRecord!.call(
			formWith({ resource, operation }),
		);
		return Object.fromEntries(fields.map((field) => [field.id, field]));
	};

	test('depend on the selected resource and operation', async () => {
		expect(await columnsOf('invoice', 'create')).toMatchObject({
			customer_id: { displayName: 'Customer ID', required: true, type: 'string', removed: false },
			issue_date: { type: 'dateTime', required: true },
			memo: { required: false, removed: true },
			line_items: { type: 'string', displayName: 'Line Items (JSON)', removed: true },
			additional_fields: { type: 'string', displayName: 'Additional Fields (JSON)' },
		});
		expect(await columnsOf('order', 'create')).toMatchObject({
			'customer.email': { displayName: 'Customer Email', required: false, removed: false },
			'customer.first_name': { removed: true },
			'shipping_address.city': { displayName: 'Shipping Address City', removed: true },
		});
		// An optional date that the form shows is rejected if it stays empty.
		for (const [resource, name] of [
			['expense', 'transaction_date'],
			['purchaseOrder', 'txn_date'],
			['bill', 'due_date'],
		] as const)
			expect((await columnsOf(resource, 'create'))[name]).toMatchObject({ removed: true });
		expect(await columnsOf('order', 'update')).toEqual({
			status: expect.objectContaining({
				type: 'options',
				options: [
					{ name: 'Active', value: 'active' },
					{ name: 'Archived', value: 'archived' },
					{ name: 'Cancelled', value: 'cancelled' },
					{ name: 'Unknown', value: 'unknown' },
				],
			}),
		});
		expect(await columnsOf('bill', 'update')).toMatchObject({
			memo: { required: false, removed: true },
			line_items: { removed: true },
		});
	});
});

describe('a node of version', () => {
	const columnsIn = async (version: number) => {
		const form = formWith({ resource: 'bill', operation: 'create' }, version);
		const { fields } = await methods.resourceMapping.columnsRecord!.call(form);
		return fields.map(({ id }) => id);
	};

	test('1 has IDs of other records in Fields, and later versions outside of them', async () => {
		expect(await columnsIn(1)).toEqual(
			expect.arrayContaining(['vendor_id', 'account_id', 'additional_fields.class_id']),
		);
		const columns = await columnsIn(1.1);
		expect(columns).toContain('issue_date');
		expect(columns.filter((name) => name.endsWith('_id'))).toEqual([]);
	});
});

describe('a record in the form', () => {
	const { prepare } = financeData.resources.expense!.operations.create!;
	const context = { zone: 'Europe/Berlin', credential: {} };
	const entered = (more: IDataObject): unknown =>
		prepare!(
			{
				specifyFields: 'form',
				record: {
					account_id: 'a-1',
					currency_code: 'EUR',
					expense_type: 'expense',
					memo: null,
					...(more.record as IDataObject),
				},
				...(more.lineItems ? { lineItems: more.lineItems } : {}),
			},
			context,
		).data;
	const expense = { account_id: 'a-1', currency_code: 'EUR', expense_type: 'expense' };

	test('can have several lines without JSON', () => {
		expect(
			entered({
				lineItems: [
					{ account_id: 'a-2', total_amount: '12.50', description: 'Taxi', class_id: '' },
					{ account_id: 'a-3', total_amount: '7' },
				],
			}),
		).toEqual({
			...expense,
			line_items: [
				{ account_id: 'a-2', total_amount: 12.5, description: 'Taxi' },
				{ account_id: 'a-3', total_amount: 7 },
			],
		});
	});

	test('can have the lines and objects as JSON', () => {
		const line_items = [{ account_id: 'a-2', total_amount: 1 }];
		expect(
			entered({
				record: {
					line_items: JSON.stringify(line_items),
					additional_fields: '{"reference_number": "R-1"}',
				},
			}),
		).toEqual({ ...expense, line_items, additional_fields: { reference_number: 'R-1' } });
	});

	test('has the fields of its objects', () => {
		expect(
			entered({
				lineItems: [{ account_id: 'a-2', total_amount: '1' }],
				record: { 'additional_fields.reference_number': 'R-1' },
			}),
		).toMatchObject({ additional_fields: { reference_number: 'R-1' } });
	});

	test('cannot have the same value as JSON and in fields', () => {
		const lineItems = [{ account_id: 'a-2', total_amount: '1' }];
		expect(() => entered({ lineItems, record: { line_items: '[]' } })).toThrow(
			'Line Items are entered both as JSON and in fields',
		);
		expect(() =>
			entered({
				lineItems,
				record: { additional_fields: '{}', 'additional_fields.reference_number': 'R-1' },
			}),
		).toThrow('Additional Fields are entered both as JSON and in fields');
	});

	test('names the JSON that cannot be read', () => {
		expect(() => entered({ record: { line_items: '[{' } })).toThrow(
			'Line Items are not valid JSON',
		);
		expect(() => entered({ record: { line_items: '5' } })).toThrow('Line Items must be a JSON');
	});
});
