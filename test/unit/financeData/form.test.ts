// What the form of the node offers, and what it marks as wrong.
import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import { methodsOf } from '../../../nodes/engine/form/lookups';
import { FinanceData } from '../../../nodes/FinanceData/FinanceData.node';
import { FinanceDataTrigger } from '../../../nodes/FinanceData/FinanceDataTrigger.node';
import { financeData } from '../../../nodes/FinanceData/service';

const { description } = new FinanceData();
const methods = methodsOf(financeData);

/** The form with a selected resource and operation. It has no credential and sends no request. */
const formWith = (parameters: Record<string, string>, typeVersion = 1) =>
	({
		getCurrentNodeParameter: (name: string) => parameters[name],
		getNode: () => ({ typeVersion }),
	}) as unknown as ILoadOptionsFunctions;

describe('the list of filter fields', () => {
	const listed = async (resource: string, filter?: string) =>
		(
			await methods.listSearch.searchField!.call(
				formWith({ resource, operation: 'getAll' }),
				filter,
			)
		).results;

	test('contains the fields of the selected resource with their types', async () => {
		expect(await listed('invoice')).toEqual(
			expect.arrayContaining([
				{ name: 'Total Amount · amount', value: 'total_amount' },
				{ name: 'Due Date · date', value: 'due_date' },
				{ name: 'Status · fixed value', value: 'status' },
				{ name: 'Memo · text', value: 'memo' },
			]),
		);
		expect(await listed('attachment')).toContainEqual({
			name: 'File Name · text',
			value: 'file_name',
		});
	});

	test.each(['due d', 'due_date', 'DUE'])('is searched for %s', async (filter) => {
		expect((await listed('invoice', filter)).map(({ value }) => value)).toContain('due_date');
		expect((await listed('invoice', filter)).length).toBeLessThan(3);
	});
});

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
	const shownIn = (typeVersion: number, parameters: INodeParameters): INodeParameters =>
		NodeHelpers.getNodeParameters(
			description.properties,
			{ resource: 'bill', operation: 'create', ...parameters },
			true,
			false,
			{ typeVersion },
			description,
		)!;
	const columnsIn = async (version: number) => {
		const form = formWith({ resource: 'bill', operation: 'create' }, version);
		const { fields } = await methods.resourceMapping.columnsRecord!.call(form);
		return fields.map(({ id }) => id);
	};
	const values = { accessToken: 't', options: { accessToken: 't' } };
	const locator = { __rl: true, mode: 'list', value: '' };

	test('1 has the access token in Options, and IDs of other records in Fields', async () => {
		const shown = shownIn(1, { ...values, vendorId: locator, additionalFields: {} });
		expect(shown).toMatchObject({ options: { accessToken: 't' } });
		for (const name of ['accessToken', 'vendorId', 'additionalFields'])
			expect(shown).not.toHaveProperty(name);
		expect(await columnsIn(1)).toEqual(
			expect.arrayContaining(['vendor_id', 'account_id', 'additional_fields.class_id']),
		);
	});

	test('1.1 has the access token first, and IDs of other records outside of Fields', async () => {
		const shown = shownIn(1.1, values);
		expect(Object.keys(shown).slice(0, 5)).toEqual([
			'resource',
			'operation',
			'accessToken',
			'specifyFields',
			'vendorId',
		]);
		expect(shown).toMatchObject({ accessToken: 't', options: {}, vendorId: locator });
		expect(shown.additionalFields).toEqual({});
		const columns = await columnsIn(1.1);
		expect(columns).toContain('issue_date');
		expect(columns.filter((name) => name.endsWith('_id'))).toEqual([]);
	});

	test('1.1 has no Additional Fields for a record as JSON', () => {
		expect(shownIn(1.1, { specifyFields: 'json' })).not.toHaveProperty('additionalFields');
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

test('the label and the description tell Conditions apart from Filters', () => {
	const conditions = description.properties.find(({ name }) => name === 'filterBy')!;
	expect(conditions.displayName).toBe('Conditions');
	expect((conditions.options as INodePropertyOptions[]).map(({ name }) => name)).toEqual([
		'As Text',
		'Build Here',
		'None',
	]);
	expect(conditions.description).toContain('use Filters');
});

/** Parameters inside the row of a list. */
const inRow = (properties: readonly INodeProperties[], name: string): INodeProperties[] => {
	const list = properties.find((property) => property.name === name)!;
	return (list.options as { values: INodeProperties[] }[])[0]!.values;
};

test.each(['bill', 'expense'])(
	'the references in the lines of a new %s have the labels of the records',
	(resource) => {
		const lists = description.properties.filter(
			({ name, displayOptions }) =>
				name === 'lineItems' &&
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes('create'),
		);
		expect(inRow(lists, 'lineItems').map(({ displayName }) => displayName)).toEqual(
			expect.arrayContaining(['Line Account', 'Tax Rate']),
		);
	},
);

describe('a new condition', () => {
	const conditionParameters = inRow(inRow(description.properties, 'conditionGroups'), 'conditions');
	test('offers the operators of dates and amounts before that of texts', () => {
		const operators = conditionParameters.find(({ name }) => name === 'operator')!;
		expect((operators.options as INodePropertyOptions[]).at(-1)!.value).toBe('startsWith');
	});

	const defaults = Object.fromEntries(
		conditionParameters.map(({ name, default: preset }) => [name, preset]),
	);

	/** The parameters that the editor marks in red. It checks each parameter of a row by its path. */
	const marked = (condition: INodeParameters): string[] => {
		const parameters: INodeParameters = {
			resource: 'invoice',
			operation: 'getAll',
			filterBy: 'conditions',
			conditionGroups: { rows: [{ match: 'and', conditions: { rows: [condition] } }] },
		};
		const node: INode = {
			id: '1',
			name: 'Finance Data',
			type: 'financeData',
			typeVersion: 1,
			position: [0, 0],
			parameters,
		};
		const path = 'conditionGroups.rows[0].conditions.rows[0]';
		return conditionParameters.flatMap((parameter) =>
			Object.keys(
				NodeHelpers.getParameterIssues(parameter, parameters, path, node, description).parameters ??
					{},
			),
		);
	};

	test('is shown as soon as conditions are built in the form', () => {
		const parametersWith = (filterBy: string, more: INodeParameters = {}) =>
			NodeHelpers.getNodeParameters(
				description.properties,
				{ resource: 'invoice', operation: 'getAll', filterBy, ...more },
				true,
				false,
				null,
				null,
			)!;
		expect(parametersWith('conditions').conditionGroups).toEqual({
			rows: [{ match: 'and', conditions: { rows: [defaults] } }],
		});
		expect(parametersWith('none')).not.toHaveProperty('conditionGroups');
		// Groups that the user has entered are kept, also those without a condition.
		const entered = { rows: [{ match: 'or', conditions: {} }] };
		expect(parametersWith('conditions', { conditionGroups: entered }).conditionGroups).toEqual(
			entered,
		);
	});

	test('only requires a field and a value', () => {
		expect(marked(defaults as INodeParameters)).toEqual(['field', 'value']);
		const field = { __rl: true as const, mode: 'list', value: 'status' };
		expect(marked({ ...defaults, field, value: 'paid' } as INodeParameters)).toEqual([]);
	});

	test('starts with the operator Is', () => {
		const { type, options } = conditionParameters.find(({ name }) => name === 'operator')!;
		expect([type, options]).toEqual([
			'options',
			expect.arrayContaining([{ name: 'Is', value: defaults.operator }]),
		]);
	});
});

test('the notice of the trigger says where to paste the URL, without terms of cryptography', () => {
	const { displayName } = new FinanceDataTrigger().description.properties.find(
		({ type }) => type === 'notice',
	)!;
	expect(displayName).toMatch(
		/^Paste the production URL .*href="https:\/\/dashboard\.rutterapi\.com"/,
	);
	expect(displayName).not.toMatch(/HMAC|Base64|sha256/i);
});
