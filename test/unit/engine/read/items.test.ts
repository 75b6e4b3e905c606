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
	chunkSize = 1,
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
		chunkSize,
	});
}

const itemsRead = (): string[] => [...new Set(reads.map((one) => one.split(' ')[0]!))];

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

test('items are read in chunks, and each item once', () => {
	const reader = readerOf({}, 4);
	reader.take(0);
	expect(Number(itemsRead().at(-1))).toBeLessThan(4);
	for (let item = 1; item < 10; item++) reader.take(item);
	expect(itemsRead()).toEqual(Array.from({ length: 10 }, (_, item) => String(item)));
	expect(new Set(reads).size).toBe(reads.length);
});

test('an item that is processed alone is read when it starts', () => {
	readerOf().take(5);
	expect(itemsRead()).toEqual(['5']);
});

test('a parameter without an expression is read once', () => {
	readerOf().all();
	expect(reads.filter((one) => one.endsWith(' limit'))).toHaveLength(1);
	expect(reads.filter((one) => one.endsWith(' title'))).toHaveLength(10);
});

test('an agent gets selected fields only of records with many fields', () => {
	const shape = shapeOf('a b c d e f g h i j k');
	const get = operation({ name: 'Get', action: 'Get a note', request: 'GET /notes', shape });
	const fieldsOf = (one: Operation) => readerOf({}, 1, one, { outputFields: 'a, b.c' }).take(0);
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
	expect(readerOf(values, 1, find, values).take(0)).toHaveProperty('value.input', {
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
				readerOf({ allowIrreversible: true }, 1, remove, { allowIrreversible }).take(0),
			).toMatchObject({
				error: {
					message: `Delete is not available to AI agents, because it ${note}`,
					details: { hint: expect.stringContaining('Allow Irreversible Operations') as string },
				},
			});
		expect(readerOf({}, 1, remove, { allowIrreversible: true }).take(0)).toHaveProperty('value');
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
	const emptyFilter = 'Author is empty, so it does not filter the result.';
	const emptyDate = (label: string) =>
		expect.stringContaining(`${label} is empty, so it is not sent. n8n removes`) as string;
	const unsent = (label: string) =>
		`The expression in ${label} has no value, so ${label} is not sent. If you did not intend this, check the expression.`;
	const reader = (
		filters: INodeParameters,
		evaluated: INodeParameters,
		one: Operation = search,
	) => {
		const values = Object.fromEntries(
			Object.entries(evaluated).map(([name, value]) => [`filters.${name}`, value]),
		);
		return readerOf({ ...values, filters: evaluated }, 1, undefined, { filters }, one);
	};

	test('are those of a list whose expression has no value in any item', () => {
		const expressions = { author: '={{ $json.autor }}', after: '={{ $json.after }}' };
		const evaluated = { author: '', after: '2026-01-31' };
		const read = (filters: INodeParameters, one?: Operation) => {
			const items = reader(filters, evaluated, one);
			items.take(0);
			return items;
		};
		expect(read(expressions).hints()).toEqual([unsent('Author')]);
		expect(read({ author: '' }).hints()).toEqual([emptyFilter]);
		// Of ten items, the others may have a value.
		const single = read(expressions, { ...search, paging: undefined });
		expect(single.hints()).toEqual([]);
		single.all();
		expect(single.hints()).toEqual([unsent('Author')]);
	});

	test('do not include fields that are cleared, or that have a value from the credential', () => {
		const update = operation({
			name: 'Update',
			action: 'Update a note',
			request: 'PATCH /notes',
			fields: { title: text('Title'), memo: text('Memo', { clearable: true }) },
		});
		const expressions = { title: '={{ $json.titel }}', memo: '={{ $json.memo }}' };
		const all = readerOf({ title: '', memo: '' }, 1, undefined, expressions, update);
		all.all();
		expect(all.hints()).toEqual([unsent('Title')]);
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
				1,
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

	test('are dates that were added and are empty, which n8n does with dates it cannot read', () => {
		expect(reader({ after: '', until: '2026-01-31' }, {}).hints()).toEqual([emptyDate('After')]);
		expect(reader({ after: '={{ $json.after }}' }, { after: '' }).hints()).toEqual([]);
	});

	test('are filters that were added and left empty, which return more than the user expects', () => {
		expect(reader({ author: '' }, { author: '' }).hints()).toEqual([emptyFilter]);
		expect(reader({ author: '={{ $json.author }}' }, { author: '' }).hints()).toEqual([]);
		expect(reader({ author: 'a' }, { author: 'a' }).hints()).toEqual([]);
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
		const items = readerOf({ note: evaluated }, 1, undefined, { note } as never, create);
		items.all();
		expect(items.hints()).toEqual([emptyDate('DAY'), unsent('MEMO')]);
	});
});
