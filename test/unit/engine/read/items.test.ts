import type { IExecuteFunctions, INodeParameters, ResourceMapperField } from 'n8n-workflow';
import {
	columns,
	date,
	type Operation,
	operation,
	PackError,
	secret,
	shapeOf,
	text,
} from '../../../../nodes/engine/describe';
import { ItemReader } from '../../../../nodes/engine/read/items';
import { fakeConnection, node } from '../kit';

const list = operation({
	name: 'Get Many',
	action: 'Get many notes',
	request: 'GET /notes',
	paging: { next: () => undefined },
	simplify: ['id'],
	fields: { title: text('Title', { required: true }), code: secret('Code') },
});

/** Items and parameters that were read, in order. */
let reads: string[];
beforeEach(() => (reads = []));

/** A reader of ten items. The title is an expression, which fails for item 3. */
function readerOf(
	values: Record<string, unknown> = {},
	agentOperation?: Operation,
	nodeParameters: INodeParameters = {},
	userOperation: Operation = list,
	typeVersion = 1,
): ItemReader {
	const parameters: INodeParameters = {
		title: '={{ $json.title }}',
		returnAll: false,
		limit: 7,
		...nodeParameters,
	};
	const context = {
		getInputData: () => Array.from({ length: 10 }, () => ({ json: {} })),
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, item: number, fallback: unknown) => {
			reads.push(`${item} ${name}`);
			const all: Record<string, unknown> = {
				...parameters,
				title: item === 3 ? '' : `Note ${item}`,
				...values,
			};
			return all[name] ?? fallback;
		},
	} as unknown as IExecuteFunctions;
	return new ItemReader({
		context,
		connection: { ...fakeConnection(() => null), node: { ...node, typeVersion, parameters } },
		operation: agentOperation ?? userOperation,
		isAgent: agentOperation !== undefined,
	});
}

test('the values of an item contain its fields, limit, Simplify and secrets', () => {
	expect(readerOf({ code: 'sk-1234' }).take(0)).toEqual({
		value: {
			input: { title: 'Note 0', code: 'sk-1234' },
			maxRows: 7,
			isSimplified: true,
			secrets: ['sk-1234'],
		},
	});
	expect(readerOf({ returnAll: true, simplify: false }).take(1)).toMatchObject({
		value: { maxRows: undefined, isSimplified: false },
	});
});

test('an invalid item does not affect the others, whichever of its values is invalid', () => {
	const errors = readerOf()
		.all()
		.map((values) => 'error' in values && values.error);
	expect(errors.filter(Boolean)).toHaveLength(1);
	expect(errors[3]).toBeInstanceOf(PackError);
	expect(errors[3]).toMatchObject({ message: 'Title is required' });
	expect(readerOf({ limit: 0 }).take(0)).toMatchObject({
		error: { message: 'Limit must be at least 1, got 0' },
	});
	expect(readerOf({ simplify: 'perhaps' }).take(0)).toMatchObject({
		error: { message: expect.stringContaining('Simplify must be true or false') as string },
	});
});

test('an item is read when it is taken, and each parameter of it once', () => {
	readerOf().take(5);
	expect([...new Set(reads.map((one) => one.split(' ')[0]))]).toEqual(['5']);
	expect(new Set(reads).size).toBe(reads.length);
});

test('an agent gets selected fields only of records with many fields', () => {
	const shape = shapeOf('a b c d e f g h i j k');
	const get = operation({ name: 'Get', action: 'Get a note', request: 'GET /notes', shape });
	const fieldsOf = (one: Operation) => readerOf({}, one, { outputFields: 'a, b.c' }).take(0);
	expect(fieldsOf(get)).toHaveProperty('value.outputFields', ['a', 'b.c']);
	expect(fieldsOf({ ...get, shape: shapeOf('a b') })).not.toHaveProperty('value.outputFields');
	expect(fieldsOf({ ...get, shape: undefined })).not.toHaveProperty('value.outputFields');
	expect(fieldsOf({ ...get, shape: undefined, simplify: Object.keys(shape) })).toHaveProperty(
		'value.outputFields',
	);
	expect(readerOf({ outputFields: 'a' }).take(0)).not.toHaveProperty('value.outputFields');
});

test('an agent cannot set fields that are hidden from agents, in any collection', () => {
	const hidden = { hideFromAgents: true } as const;
	const find = operation({
		name: 'Get',
		action: 'Get a note',
		request: 'GET /notes',
		fields: { title: text('Title'), token: text('Token', hidden) },
		options: { key: text('Key', hidden), code: text('Code') },
	});
	const values = { token: 'a', options: { key: 'b', code: 'c' } };
	expect(readerOf(values, find, values).take(0)).toHaveProperty('value.input', {
		title: 'Note 0',
		code: 'c',
	});
});

test.each([
	['irreversible', "can't be undone"],
	['locksOut', 'can lock others out'],
	['costs', 'costs money'],
] as const)(
	'an agent may use an operation that is %s only if the tool allows it',
	(effect, note) => {
		const remove = operation({
			name: 'Delete',
			action: 'Delete a note',
			request: 'DELETE /notes',
			effect,
		});
		// n8n evaluates this expression, although the parameter has `noDataExpression`.
		const chosenByModel = "={{ $fromAI('allow', '', 'boolean') }}";
		for (const allowIrreversible of [undefined, false, 'true', chosenByModel])
			expect(
				readerOf({ allowIrreversible: true }, remove, { allowIrreversible }).take(0),
			).toMatchObject({
				error: {
					message: `Delete is not available to AI agents, because it ${note}`,
					details: { hint: expect.stringContaining('Allow Irreversible Operations') as string },
				},
			});
		expect(readerOf({}, remove, { allowIrreversible: true }).take(0)).toHaveProperty('value');
	},
);

describe('fields that are not sent because they are empty', () => {
	const search = operation({
		name: 'Get Many',
		action: 'Get many notes',
		request: 'GET /notes',
		paging: { next: () => undefined },
		options: {
			after: date('After', { collection: 'filters' }),
			until: date('Until', { collection: 'filters' }),
			author: text('Author', { collection: 'filters' }),
		},
	});
	const unsent = (label: string) =>
		`${label} has no value. If you did not intend this, check the field.`;
	const hintsOf = (filters: INodeParameters, evaluated: INodeParameters): string[] => {
		const entries = Object.entries(evaluated).map(([name, value]) => [`filters.${name}`, value]);
		const values = { ...Object.fromEntries(entries), filters: evaluated } as INodeParameters;
		const items = readerOf(values, undefined, { filters }, search);
		items.take(0);
		return items.hints();
	};

	test.each<[string, INodeParameters, INodeParameters, string[]]>([
		[
			'expressions without a value',
			{ author: '={{ $json.autor }}', after: '={{ $json.after }}' },
			{ author: '', after: '2026-01-31' },
			['Author'],
		],
		['empty filters', { author: '' }, { author: '' }, ['Author']],
		[
			'empty dates',
			{ after: '', until: '2026-01-31' },
			{ after: '', until: '2026-01-31' },
			['After'],
		],
		['no values', { author: 'a' }, { author: 'a' }, []],
	])('of a list are %s', (_, filters, evaluated, labels) => {
		expect(hintsOf(filters, evaluated)).toEqual(labels.map(unsent));
	});

	test('do not include fields that are cleared, or that have a value from the credential', () => {
		const update = operation({
			name: 'Update',
			action: 'Update a note',
			request: 'PATCH /notes',
			fields: { title: text('Title'), memo: text('Memo', { clearable: true }) },
		});
		const expressions = { title: '={{ $json.titel }}', memo: '={{ $json.memo }}' };
		const all = readerOf({ title: '', memo: '' }, undefined, expressions, update);
		all.all();
		expect(all.hints()).toEqual([unsent('Title')]);
	});

	// For a saved workflow, n8n may have removed a typed date, which must not be cleared without a word.
	test('include dates that are cleared', () => {
		const update = operation({
			name: 'Update',
			action: 'Update a note',
			request: 'PATCH /notes',
			options: { due: date('Due Date', { clearable: true, collection: 'updateFields' }) },
		});
		const updateFields = { due: '' };
		const values = { updateFields, 'updateFields.due': '' } as INodeParameters;
		const items = readerOf(values, undefined, { updateFields }, update, 1.1);
		expect(items.all()[0]).toMatchObject({ value: { input: { due: null } } });
		expect(items.hints()).toEqual([
			'Due Date has no value, so the date is cleared. If you did not intend this, check the field.',
		]);
	});

	test('of an idempotency key are an error, because a repeated run would write again', () => {
		const create = operation({
			name: 'Create',
			action: 'Create a note',
			request: 'POST /notes',
			options: { key: text('Key', { rejectEmptyExpression: 'it could be written twice' }) },
		});
		const read = (entered: string, version: number) =>
			readerOf(
				{ options: { key: '' }, 'options.key': '' },
				undefined,
				{ options: { key: entered } },
				create,
				version,
			).take(0);
		expect(read('={{ $json.reference }}', 1.1)).toMatchObject({
			error: {
				message: 'The expression in Key has no value',
				details: {
					hint: 'No request was sent, because it could be written twice. Check the expression, or remove it.',
				},
			},
		});
		expect(read('={{ $json.reference }}', 1)).toHaveProperty('value');
		expect(read('', 1.1)).toHaveProperty('value');
	});

	test('are columns that the user added and whose date is empty or whose expression has no value', () => {
		const create = operation({
			name: 'Create',
			action: 'Create a note',
			request: 'POST /notes',
			fields: { note: columns('Note', { columnsMethod: 'noteColumns', columns: () => ({}) }) },
		});
		const column = (id: string, more: Partial<ResourceMapperField> = {}) => ({
			id,
			displayName: id.toUpperCase(),
			type: 'string',
			required: false,
			removed: false,
			...more,
		});
		const schema = [
			column('day', { type: 'dateTime' }),
			column('until', { type: 'dateTime', removed: true }),
			column('memo'),
			column('title'),
			column('number', { required: true }),
		];
		const mapper = (value: INodeParameters) => ({ mappingMode: 'defineBelow', value, schema });
		const expression = '={{ $json.text }}';
		const note = mapper({ memo: expression, title: expression, number: expression });
		const evaluated = mapper({ memo: null, title: 'a', number: '1' });
		const items = readerOf({ note: evaluated }, undefined, { note } as never, create);
		items.all();
		expect(items.hints()).toEqual([unsent('DAY'), unsent('MEMO')]);
	});
});
