import type { INodeProperties } from 'n8n-workflow';
import {
	choice,
	columns,
	date,
	decimal,
	type Field,
	file,
	flag,
	id,
	integer,
	json,
	list,
	operation,
	resource,
	rows,
	secret,
	several,
	text,
} from '../../../../nodes/engine/describe';
import { lookupName, parameterOf, upperFirst } from '../../../../nodes/engine/form/parameter';
import {
	credentialsOf,
	parametersOf,
	propertiesOf,
} from '../../../../nodes/engine/form/properties';
import { placeholdersOf } from '../../../../nodes/engine/request/path';
import { scratch } from '../kit';

const editor = (field: Field, optional = false): Partial<INodeProperties> => {
	const { name, displayName, ...rest } = parameterOf('it', field, optional);
	expect({ name, displayName }).toEqual({ name: 'it', displayName: field.label });
	return rest;
};
const values = ({ options }: Partial<INodeProperties>) =>
	(options as { value: string }[]).map(({ value }) => value);

describe('a field in the form', () => {
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
		['flag', flag('It', { default: true }), { type: 'boolean', default: true }],
		['list', list('It'), { type: 'string', default: '' }],
		['JSON', json('It', { default: '{}' }), { type: 'json', default: '{}' }],
		['date', date('It'), { type: 'dateTime', default: '' }],
		[
			'file',
			file('It'),
			{ type: 'string', default: '', displayOptions: { hide: { '@tool': [true] } } },
		],
	])('of kind %s has the editor of its kind', (_, field, made) =>
		expect(editor(field)).toEqual(made),
	);

	it('carries its words and conditions along', () => {
		const field = text('It', {
			required: true,
			description: 'd',
			placeholder: 'p',
			hint: 'h',
			show: { loud: [true] },
			hideFromAgents: true,
		});
		expect(editor(field)).toMatchObject({
			required: true,
			description: 'd',
			placeholder: 'p',
			hint: 'h',
			displayOptions: { show: { loud: [true] }, hide: { '@tool': [true] } },
		});
	});

	it('that is a choice can be left unset, unless it is required, has a default or is optional anyway', () => {
		expect(editor(choice('It', ['b', 'a']))).toMatchObject({ type: 'options', default: '' });
		expect(values(editor(choice('It', ['b', 'a'])))).toEqual(['', 'a', 'b']);
		expect(editor(choice('It', ['b', 'a'], { required: true }))).toMatchObject({ default: 'a' });
		expect(editor(choice('It', ['b', 'a'], { default: 'b' }))).toMatchObject({ default: 'b' });
		for (const made of [
			editor(choice('It', ['b', 'a'], { required: true })),
			editor(choice('It', ['b', 'a'], { default: 'b' })),
			editor(choice('It', ['b', 'a']), true),
		]) {
			expect(values(made)).toEqual(['a', 'b']);
		}
		expect(editor(several('It', ['b', 'a']))).toMatchObject({ type: 'multiOptions', default: [] });
	});

	it('that is an id is a locator, with a search and a pasted address where there are such', () => {
		const plain = editor(id('Big Thing', { placeholder: 'e.g. 1' }));
		expect(plain).toMatchObject({
			type: 'resourceLocator',
			required: true,
			default: { mode: 'id', value: '' },
		});
		expect(plain).not.toHaveProperty('placeholder');
		expect(plain.modes!.map(({ name }) => name)).toEqual(['id']);
		const full = editor(
			id('Big Thing', {
				urlPattern: '/things/(\\w+)',
				lookup: { request: 'GET /things', row: () => ({ name: '', value: '' }) },
			}),
		);
		expect(full.default).toEqual({ mode: 'list', value: '' });
		expect(full.modes!.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
		expect(full.modes![0]!.typeOptions).toEqual({
			searchListMethod: 'searchBigThing',
			searchable: true,
		});
		expect(full.modes![2]).toMatchObject({
			extractValue: { type: 'regex', regex: '/things/(\\w+)' },
		});
	});

	it('that is built up row by row has the fields of a row', () => {
		const made = editor(
			rows('Part', { row: { size: integer('Size', { minimum: 1 }), note: text('Note') } }),
		);
		expect(made).toMatchObject({
			type: 'fixedCollection',
			default: {},
			typeOptions: { multipleValues: true },
		});
		const [group] = made.options as { name: string; values: INodeProperties[] }[];
		expect([group!.name, group!.values.map(({ name, type }) => `${name}: ${type}`)]).toEqual([
			'rows',
			['size: number', 'note: string'],
		]);
	});

	it('that is a mapper is read anew when what its request names changes', () => {
		const made = editor(columns('It', { wire: 'model', columnsFrom: 'GET /models/{modelId}' }));
		expect(made).toMatchObject({
			type: 'resourceMapper',
			typeOptions: {
				loadOptionsDependsOn: ['modelId.value'],
				resourceMapper: { resourceMapperMethod: 'columnsModel' },
			},
		});
	});
});

describe('an operation in the form', () => {
	const listed = operation({
		name: 'Get Many',
		action: 'Get many things',
		request: 'GET /things/{groupId}',
		fields: { groupId: id('Group') },
		options: { zebra: text('Zebra'), amber: text('Amber') },
		paging: { next: () => undefined },
		simplify: ['id'],
		agents: false,
	});

	it('has its fields first, then pages, Simplify and the options', () => {
		expect(parametersOf(listed).map(({ name }) => name)).toEqual([
			'groupId',
			'returnAll',
			'limit',
			'simplify',
			'options',
		]);
		expect(
			parametersOf({ ...listed, paging: undefined, simplify: undefined }).map(({ name }) => name),
		).toEqual(['groupId', 'options']);
	});

	it('offers how a run behaves beside its own options, by alphabet', () => {
		const labels = (parametersOf(listed).at(-1)!.options as INodeProperties[]).map(
			({ displayName }) => displayName,
		);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		expect(labels).toEqual(
			expect.arrayContaining([
				'Amber',
				'Zebra',
				'Items at Once',
				'Requests per Second',
				'Batch Pause (Ms)',
				'Timeout (Ms)',
			]),
		);
	});

	it('asks first how to log in, where there are several ways', () => {
		const ways = [
			{ value: 'key', label: 'Key', type: 'keyApi' },
			{ value: 'anyone', label: 'Anyone' },
		];
		const [first, second] = propertiesOf(scratch({ credentials: ways }));
		expect(first).toMatchObject({
			name: 'authentication',
			default: 'key',
			options: [
				{ name: 'Anyone', value: 'anyone' },
				{ name: 'Key', value: 'key' },
			],
		});
		expect(second!.name).toBe('resource');
		expect(credentialsOf({ credentials: ways })).toEqual([
			{ name: 'keyApi', required: true, displayOptions: { show: { authentication: ['key'] } } },
		]);
		expect(credentialsOf(scratch())).toEqual([{ name: 'scratchApi', required: true }]);
	});

	it('is chosen by resource and name, and hidden from agents where it says so', () => {
		const get = operation({
			name: 'Get',
			action: 'Get a thing',
			description: 'All of it',
			request: 'GET /thing',
		});
		const [resources, operations] = propertiesOf(
			scratch({
				default: 'thing',
				resources: {
					thing: resource('Thing', { default: 'get', operations: { getAll: listed, get } }),
				},
			}),
		);
		expect(resources).toMatchObject({
			name: 'resource',
			default: 'thing',
			options: [{ name: 'Thing', value: 'thing' }],
		});
		expect(operations).toMatchObject({
			name: 'operation',
			default: 'get',
			displayOptions: { show: { resource: ['thing'] } },
		});
		expect(operations!.options).toEqual([
			{ name: 'Get', value: 'get', description: 'All of it', action: 'Get a thing' },
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many things',
				action: 'Get many things',
				displayOptions: { hide: { '@tool': [true] } },
			},
		]);
	});
});

it('names are made of request lines and labels', () => {
	expect(placeholdersOf('GET /a/{one}/b/{twoThree}?c={four}')).toEqual(['one', 'twoThree', 'four']);
	expect(lookupName({ label: 'File (Draft) No. 2' })).toBe('searchFileDraftNo2');
	expect([upperFirst('model'), upperFirst('')]).toEqual(['Model', '']);
});
