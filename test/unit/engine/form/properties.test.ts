import type { INodeProperties, INodePropertyRegexValidation } from 'n8n-workflow';
import {
	choice,
	columns,
	date,
	decimal,
	type Field,
	file,
	fileSizeOption,
	flag,
	id,
	integer,
	json,
	list,
	numbered,
	operation,
	type Providers,
	resource,
	rows,
	secret,
	several,
	text,
} from '../../../../nodes/engine/describe';
import { parameterOf } from '../../../../nodes/engine/form/parameter';
import { parametersOf, propertiesOf } from '../../../../nodes/engine/form/properties';
import { exampleService } from '../kit';

/** The form parameter of a field, without its name and label. */
const parameterFor = (field: Field, optional = false): Partial<INodeProperties> => {
	const { name, displayName, ...rest } = parameterOf('it', field, optional);
	expect({ name, displayName }).toEqual({ name: 'it', displayName: field.label });
	return rest;
};
const innerLabels = ({ options }: INodeProperties) =>
	(options as INodeProperties[]).map(({ displayName }) => displayName);
const valuesOf = ({ options }: Partial<INodeProperties>) =>
	(options as { value: string }[]).map(({ value }) => value);

describe('the form parameter of a field', () => {
	it.each<[string, Field, Partial<INodeProperties>]>([
		['text', text('It'), { type: 'string', default: '' }],
		[
			'long text',
			text('It', { lines: 4, default: 'x' }),
			{ type: 'string', default: 'x', typeOptions: { rows: 4 } },
		],
		['secret', secret('It'), { type: 'string', default: '', typeOptions: { password: true } }],
		[
			'integer',
			integer('It', { minimum: 1, maximum: 9 }),
			{ type: 'number', default: 1, typeOptions: { minValue: 1, maxValue: 9, numberPrecision: 0 } },
		],
		['number', decimal('It', { default: 0.5 }), { type: 'number', default: 0.5, typeOptions: {} }],
		[
			'required number without a default',
			decimal('It', { required: true, minimum: -90 }),
			{ type: 'string', default: '', required: true },
		],
		['flag', flag('It', { default: true }), { type: 'boolean', default: true }],
		['list', list('It'), { type: 'string', default: '' }],
		['JSON', json('It', { default: '{}' }), { type: 'json', default: '{}' }],
		[
			'date',
			date('It'),
			{ type: 'dateTime', default: '', placeholder: 'e.g. 2026-01-31 00:00:00' },
		],
		[
			'file',
			file('It'),
			{ type: 'string', default: '', displayOptions: { hide: { '@tool': [true] } } },
		],
	])('has the type and settings of the kind %s', (_, field, expected) =>
		expect(parameterFor(field)).toEqual(expected),
	);

	it('includes texts and display conditions of the field', () => {
		const field = text('It', {
			required: true,
			description: 'd',
			placeholder: 'p',
			hint: 'h',
			show: { loud: [true] },
			hideFromAgents: true,
		});
		expect(parameterFor(field)).toMatchObject({
			required: true,
			description: 'd',
			placeholder: 'p',
			hint: 'h',
			displayOptions: { show: { loud: [true] }, hide: { '@tool': [true] } },
		});
	});

	it('of a choice field offers an empty choice, unless the field is required, has a default or is part of a collection', () => {
		expect(parameterFor(choice('It', ['b', 'a']))).toMatchObject({ type: 'options', default: '' });
		expect(valuesOf(parameterFor(choice('It', ['b', 'a'])))).toEqual(['', 'a', 'b']);
		// Sorted by name, but the first declared choice is selected.
		for (const parameter of [
			parameterFor(choice('It', ['b', 'a'], { required: true })),
			parameterFor(choice('It', ['b', 'a']), true),
		])
			expect(parameter).toMatchObject({ default: 'b' });
		expect(parameterFor(choice('It', ['b', 'a'], { default: 'b' }))).toMatchObject({
			default: 'b',
		});
		for (const parameter of [
			parameterFor(choice('It', ['b', 'a'], { required: true })),
			parameterFor(choice('It', ['b', 'a'], { default: 'b' })),
			parameterFor(choice('It', ['b', 'a']), true),
		]) {
			expect(valuesOf(parameter)).toEqual(['a', 'b']);
		}
		expect(parameterFor(several('It', ['b', 'a']))).toMatchObject({
			type: 'multiOptions',
			default: [],
		});
	});

	it('of kind ID is a resource locator with the modes that the field supports', () => {
		const minimal = parameterFor(id('Big Thing', { placeholder: 'e.g. 1' }));
		expect(minimal).toMatchObject({
			type: 'resourceLocator',
			required: true,
			default: { mode: 'id', value: '' },
		});
		expect(minimal).not.toHaveProperty('placeholder');
		expect(minimal.modes!.map(({ name }) => name)).toEqual(['id']);
		const full = parameterFor(
			id('Big Thing', {
				urlPattern: '/things/(\\w+)',
				listMethod: 'searchThing',
				lookup: { request: 'GET /things', row: () => ({ name: '', value: '' }) },
			}),
		);
		expect(full.default).toEqual({ mode: 'list', value: '' });
		expect(full.modes!.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
		const listAddedLater = parameterFor(
			id('Big Thing', {
				inputFirst: true,
				listMethod: 'searchThing',
				lookup: { request: 'GET /things', row: () => ({ name: '', value: '' }) },
			}),
		);
		expect(listAddedLater.default).toEqual({ mode: 'id', value: '' });
		expect(listAddedLater.modes!.map(({ name }) => name)).toEqual(['list', 'id']);
		expect(full.modes![0]!.typeOptions).toEqual({
			searchListMethod: 'searchThing',
			searchable: true,
		});
		expect(full.modes![2]).toMatchObject({
			extractValue: { type: 'regex', regex: '/things/(\\w+)' },
		});
	});

	it('with a name instead of an ID has the mode By Name, because n8n labels the mode id By ID', () => {
		const { default: value, modes } = parameterFor(id('Owner', { byName: true }));
		expect(value).toEqual({ mode: 'name', value: '' });
		expect(modes!.map(({ name, displayName }) => [name, displayName])).toEqual([
			['name', 'By Name'],
		]);
	});

	it('with a number and a URL accepts the URL in the mode for the number, too', () => {
		const [mode] = parameterFor(
			id('Issue Number', { ...numbered, urlPattern: '/issues/([0-9]+)' }),
		).modes!;
		const { regex } = (mode!.validation![0] as INodePropertyRegexValidation).properties;
		const accepted = ['8', ' https://x.example/a/b/issues/8#c1 ', 'https://x.example/a/b', 'x8'];
		expect(accepted.filter((text) => new RegExp(`^${regex}$`).test(text))).toEqual(
			accepted.slice(0, 2),
		);
	});

	it('with a number that is not its `id` says so, and the editor accepts only digits', () => {
		const [mode] = parameterFor(id('Issue Number', numbered)).modes!;
		const { regex } = (mode!.validation![0] as INodePropertyRegexValidation).properties;
		const accepted = ['8', ' 42 ', '', '#8', 'I_kwDOA', '=8.5', '1120'].filter((text) =>
			new RegExp(`^${regex}$`).test(text),
		);
		expect(accepted).toEqual(['8', ' 42 ', '1120']);
		expect(mode).toMatchObject({
			name: 'id',
			placeholder: 'e.g. 8',
			hint: 'Enter the number in the URL, not the id',
		});
	});

	it('of kind rows is a fixed collection with the fields of one row', () => {
		const parameter = parameterFor(
			rows('Part', { row: { size: integer('Size', { minimum: 1 }), note: text('Note') } }),
		);
		expect(parameter).toMatchObject({
			type: 'fixedCollection',
			default: {},
			typeOptions: { multipleValues: true },
		});
		const [group] = parameter.options as { name: string; values: INodeProperties[] }[];
		expect([group!.name, group!.values.map(({ name, type }) => `${name}: ${type}`)]).toEqual([
			'rows',
			['size: number', 'note: string'],
		]);
	});

	it('of kind columns is a resource mapper that reloads when a parameter in its request changes', () => {
		const parameter = parameterFor(
			columns('It', {
				columnsMethod: 'columnsModel',
				columns: () => ({}),
				columnsFrom: 'GET /models/{modelId}',
			}),
		);
		expect(parameter).toMatchObject({
			type: 'resourceMapper',
			typeOptions: {
				loadOptionsDependsOn: ['modelId.value', 'operation'],
				resourceMapper: { resourceMapperMethod: 'columnsModel' },
			},
		});
	});

	it('of kind columns without a request reloads when the resource or the operation changes', () => {
		expect(
			parameterFor(columns('It', { columnsMethod: 'columnsRecord', columns: () => ({}) })),
		).toMatchObject({
			typeOptions: { loadOptionsDependsOn: ['resource', 'operation'] },
		});
	});

	it('of kind id with entries has a list that is searched', () => {
		const { modes, default: preset } = parameterFor(
			id('It', {
				byName: true,
				listMethod: 'searchIt',
				entries: () => [{ name: 'One', value: 'one' }],
			}),
		);
		expect(modes).toMatchObject([
			{ displayName: 'From List', typeOptions: { searchListMethod: 'searchIt', searchable: true } },
			{ displayName: 'By Name' },
		]);
		expect(preset).toEqual({ mode: 'list', value: '' });
	});
});

describe('the form of an operation', () => {
	const getMany = operation({
		name: 'Get Many',
		action: 'Get many things',
		request: 'GET /things/{groupId}',
		fields: { groupId: id('Group') },
		options: { zebra: text('Zebra'), amber: text('Amber') },
		paging: { next: () => undefined },
		simplify: ['id'],
		agents: false,
	});

	it.each([
		['filters', 'Filters', 'Add filter'],
		['additionalFields', 'Additional Fields', 'Add field'],
		['updateFields', 'Update Fields', 'Add field'],
		['options', 'Options', 'Add option'],
	] as const)('has the collection %s, sorted by label', (key, displayName, placeholder) => {
		const collection = parametersOf({ ...getMany, collection: key }).find(
			(parameter) => parameter.name === key,
		)!;
		expect(collection).toMatchObject({ type: 'collection', displayName, placeholder, default: {} });
		expect(innerLabels(collection).slice(0, 2)).toEqual(['Amber', 'Zebra']);
	});

	it('ends with Request Options in Options, in the order of their description, hidden from agents', () => {
		const download = { ...getMany, options: { ...getMany.options, ...fileSizeOption } };
		const shared = { agent: text('Agent', { hideFromAgents: true }) };
		const options = parametersOf(download, shared).at(-1)!;
		expect(innerLabels(options)).toEqual(['Request Options']);
		const [nested] = options.options as INodeProperties[];
		expect(nested).toMatchObject({
			name: 'requestOptions',
			type: 'collection',
			default: {},
			displayOptions: { hide: { '@tool': [true] } },
		});
		expect(innerLabels(nested!)).toEqual([
			'Items at Once',
			'Requests per Second',
			'Timeout (Milliseconds)',
			'Attempts',
			'Maximum Retry Wait (Milliseconds)',
			'Items per Batch',
			'Batch Pause (Milliseconds)',
			'Maximum Memory (MB)',
			'Maximum File Size (MB)',
			'Agent',
		]);
	});
});

describe('an operation that a provider has removed', () => {
	const missingIn = { small: { since: '2020', reason: 'Why.', instead: 'What.' } };
	const small = { key: 'small', label: 'Small', fixed: {} };
	const choiceWith = (list: Providers['list']) => {
		const get = operation({ action: 'Get a note', request: 'GET /note', missingIn });
		const resources = { note: resource('Note', { default: 'get', operations: { get } }) };
		const all = propertiesOf(exampleService({ resources, providers: { list, parts: {} } }));
		return all.find(({ name }) => name === 'operation')!.options![0];
	};

	it('stays in the form, and its description says so', () => {
		const offered = choiceWith([small, { key: 'other', label: 'Other', fixed: {} }]);
		expect(offered).toMatchObject({ description: 'Get a note (removed by Small in 2020)' });
		expect(offered).not.toHaveProperty('displayOptions');
	});

	it('is hidden from AI agents if no other provider is left', () => {
		expect(choiceWith([small])).toMatchObject({ displayOptions: { hide: { '@tool': [true] } } });
	});
});
