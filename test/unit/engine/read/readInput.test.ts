import {
	choice,
	flag,
	id,
	integer,
	list,
	operation,
	secret,
	text,
} from '../../../../nodes/engine/describe';
import { readInput, readRunSettings, secretInputs } from '../../../../nodes/engine/read/readInput';
import { exampleService, thrownError } from '../kit';

const parametersFrom =
	(values: Record<string, unknown>) =>
	(name: string, fallback: unknown = null): unknown =>
		name in values ? values[name] : fallback;

const createThing = operation({
	name: 'Do',
	action: 'Do it',
	request: 'POST /things/{thingId}',
	fields: {
		thingId: id('Thing'),
		title: text('Title'),
		tags: list('Tags'),
		loud: flag('Loud'),
		volume: integer('Volume', { maximum: 9, show: { loud: [true] } }),
	},
	options: {
		note: text('Note'),
		summary: text('Summary', { clearable: true }),
		labels: list('Labels', { clearable: true }),
		parentId: id('Parent'),
		reason: text('Reason', { show: { '/loud': [true] } }),
	},
	check: ({ title, note }) =>
		title !== undefined && title === note
			? { field: 'note', problem: 'must differ from the title' }
			: undefined,
});

const input = (values: Record<string, unknown>) =>
	readInput(createThing, parametersFrom({ thingId: 't1', loud: false, ...values }));

it('ignores a value in a collection that the form no longer shows', () => {
	const options = { reason: 'fire' };
	expect(input({ loud: true, options })).toMatchObject(options);
	expect(input({ loud: false, options })).toEqual({ thingId: 't1', loud: false });
});

it.each<[Record<string, unknown>, Record<string, unknown>]>([
	[{ title: null, tags: [], options: { note: undefined } }, {}],
	[{ title: '', tags: '', options: { note: '' } }, {}],
	[{ options: { summary: '', labels: [] } }, { summary: '', labels: [] }],
	[{ options: { summary: null } }, {}],
	[{ options: { note: 'n' } }, { note: 'n' }],
	[{ options: null }, {}],
	[{ title: 0, unknown: 1 }, { title: '0' }],
	// n8n extracts the value of a resource locator only if it is read with its path.
	[
		{ options: { parentId: { __rl: true, value: 'https://x/p9' } }, 'options.parentId': 'p9' },
		{ parentId: 'p9' },
	],
	[
		{ loud: true, volume: 3 },
		{ loud: true, volume: 3 },
	],
	[
		{ loud: 'true', volume: '3' },
		{ loud: true, volume: 3 },
	],
	[{ volume: 99 }, {}],
])('of the parameters %j, those with a value are sent', (values, sent) => {
	expect(input(values)).toEqual({ thingId: 't1', loud: false, ...sent });
});

it.each([undefined, null, '', []])('a required field cannot be %p', (thingId) => {
	const { message, details } = thrownError(() => input({ thingId }));
	expect(message).toBe('Thing is required');
	expect(details).toEqual({ field: 'Thing', hint: expect.stringContaining('expression') });
});

describe('readInput', () => {
	it('reports all problems together, each hint once', () => {
		const { message, details } = thrownError(() =>
			input({ thingId: '', loud: '{{ 1 }}', title: {}, options: { note: {}, parentId: {} } }),
		);
		expect(message).toBe(
			'Thing is required; Title must be text, got {}; Loud must be true or false, got "{{ 1 }}"; Note must be text, got {}; Parent is required',
		);
		expect(details).toMatchObject({
			field: 'Thing',
			hint: 'Fill in the field. If it contains an expression, check that the expression returns a value. To use an expression, switch the field from Fixed to Expression.',
		});
	});

	it("applies the operation's check, and reports its error with the label of the field", () => {
		expect(input({ title: 'a', options: { note: 'b' } })).toMatchObject({ title: 'a', note: 'b' });
		const error = thrownError(() => input({ title: 'a', options: { note: 'a' } }));
		expect(error.message).toBe('Note must differ from the title');
		expect(error.details.field).toBe('Note');
	});
});

it("prepare receives all fields after validation, and the credential's default for an unset option", () => {
	const getThings = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /things',
		fields: { a: text('A') },
		options: { b: text('B') },
		prepare: ({ a, b }) => ({ joined: `${String(a)}-${String(b)}` }),
	});
	const joined = (values: Record<string, unknown>) =>
		readInput(getThings, parametersFrom(values), {}, { b: 'z' }).joined;
	expect(joined({ a: 'x' })).toBe('x-z');
	expect(joined({ a: 'x', options: { b: 'y' } })).toBe('x-y');
});

it('a clearable field is sent even if it is empty', () => {
	const replace = operation({
		name: 'Replace Tags',
		action: 'Replace all tags',
		request: 'PUT /tags',
		fields: { tags: list('Tags', { required: true, clearable: true }) },
	});
	expect(readInput(replace, parametersFrom({ tags: '' }))).toEqual({ tags: [] });
	expect(() => readInput(replace, parametersFrom({}))).toThrow('Tags are required');
});

it('secretInputs returns the values of secret fields', () => {
	const get = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /notes',
		fields: { plain: text('Plain'), token: secret('Token') },
	});
	expect(secretInputs(get, { plain: 'a', token: 'hush' })).toEqual(['hush']);
});

it('optional fields are read from the collections of the form', () => {
	const update = operation({
		name: 'Update',
		action: 'Update it',
		collection: 'updateFields',
		request: 'PATCH /thing',
		options: {
			title: text('Title'),
			parentId: id('Parent'),
			force: flag('Force', { in: 'none' }),
			color: text('Color', { collection: 'additionalFields' }),
			maximum: integer('Maximum', { collection: 'requestOptions' }),
		},
	});
	const input = readInput(
		update,
		parametersFrom({
			updateFields: { title: 't', parentId: { __rl: true, value: 'https://x/p9' }, force: true },
			'updateFields.parentId': 'p9',
			additionalFields: { color: 'red', title: 'elsewhere' },
			options: { force: true, requestOptions: { maximum: 9 } },
			filters: { title: 'not read' },
		}),
	);
	expect(input).toEqual({ title: 't', parentId: 'p9', force: true, color: 'red' });
});

it('request options are read by their path, and an expression that fails names the option', () => {
	const fields = { timeout: integer('Timeout', { minimum: 1 }), agent: text('Agent') };
	const service = exampleService();
	expect(
		readRunSettings(
			service,
			parametersFrom({ 'options.requestOptions': { timeout: '5' } }),
			fields,
		),
	).toEqual({ timeout: 5 });
	expect(readRunSettings(service, parametersFrom({}), fields)).toEqual({});
	const failing = (name: string) => {
		if (name === 'options.requestOptions.agent') return null;
		throw new Error('not defined');
	};
	expect(thrownError(() => readRunSettings(service, failing, fields)).message).toBe(
		'Timeout could not be evaluated: not defined',
	);
});

describe('the fields that replace a credential', () => {
	const fields = {
		provider: choice('Provider', ['one', 'other'], {
			default: 'one',
			show: { authentication: ['none'] },
		}),
		baseUrl: text('Base URL', {
			required: true,
			show: { authentication: ['none'], provider: ['other'] },
		}),
	};

	const choices = ['none', 'token'].map((value) => ({ value, label: value }));
	const service = exampleService({ credentials: choices, connectionFields: fields });
	const read = (authentication: string, values: object) =>
		readRunSettings(service, parametersFrom({ authentication, ...values }));

	it('are read without a credential', () => {
		const authentication = 'none';
		const other = { provider: 'other', baseUrl: 'https://x' };
		expect(read('none', other)).toEqual({ authentication, ...other });
		expect(read('none', { provider: 'one' })).toEqual({ authentication, provider: 'one' });
	});

	it('are ignored with a credential, and rejected if a required value is missing', () => {
		const withoutUrl = { provider: 'other', baseUrl: '' };
		expect(read('token', withoutUrl)).toEqual({ authentication: 'token' });
		expect(thrownError(() => read('none', withoutUrl)).message).toBe('Base URL is required');
	});
});
