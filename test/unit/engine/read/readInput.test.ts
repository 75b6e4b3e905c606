import fc from 'fast-check';
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
import {
	readConnectionFields,
	readInput,
	readRequestOptions,
	secretInputs,
} from '../../../../nodes/engine/read/readInput';
import { thrownError } from '../kit';

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

describe('a field that is left empty', () => {
	it.each([[undefined], [null], [''], [[]]])('is omitted if its value is %p', (value) => {
		expect(input({ title: value, tags: value, options: { note: value } })).toEqual({
			thingId: 't1',
			loud: false,
		});
	});

	it('is rejected with its label and a hint if it is required', () => {
		for (const value of [undefined, null, '', []]) {
			const error = thrownError(() => input({ thingId: value }));
			expect(error.message).toBe('Thing is required');
			expect(error.details).toEqual({
				field: 'Thing',
				hint: expect.stringContaining('expression'),
			});
		}
	});
});

describe('an option', () => {
	it('that is added but empty is sent only if the field is clearable', () => {
		expect(input({ options: { note: '', summary: '', labels: [] } })).toEqual({
			thingId: 't1',
			loud: false,
			summary: '',
			labels: [],
		});
		expect(input({ options: { summary: null } })).not.toHaveProperty('summary');
	});

	it('that is not added is omitted', () => {
		expect(input({ options: { note: 'n' } })).toEqual({ thingId: 't1', loud: false, note: 'n' });
		expect(input({ options: undefined })).toEqual(input({ options: null }));
	});

	it('that is a resource locator is read with the path options.<name>, so that n8n extracts its value', () => {
		expect(
			input({
				options: { parentId: { __rl: true, value: 'https://x/p9' } },
				'options.parentId': 'p9',
			}),
		).toHaveProperty('parentId', 'p9');
	});
});

describe('a field with a display condition', () => {
	it('is read only if the condition is met', () => {
		expect(input({ loud: true, volume: 3 })).toHaveProperty('volume', 3);
		const read = jest.fn(parametersFrom({ thingId: 't1', loud: false, volume: 99 }));
		expect(readInput(createThing, read)).not.toHaveProperty('volume');
		expect(read).not.toHaveBeenCalledWith('volume');
	});

	it('compares the condition with the converted value', () => {
		expect(input({ loud: 'true', volume: '3' })).toHaveProperty('volume', 3);
		const mode = operation({
			name: 'Do',
			action: 'Do it',
			request: 'POST /notes',
			fields: { mode: choice('Mode', ['json']), body: text('Body', { show: { mode: ['json'] } }) },
		});
		expect(readInput(mode, parametersFrom({ mode: 'JSON', body: 'b' }))).toEqual({
			mode: 'json',
			body: 'b',
		});
	});
});

describe('readInput', () => {
	it('validates fields and options', () => {
		expect(thrownError(() => input({ loud: true, volume: 10 })).message).toBe(
			'Volume must be at most 9, got 10',
		);
		expect(thrownError(() => input({ options: { note: {} } })).message).toMatch(
			/^Note must be text/,
		);
	});

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

	it('keeps the values false and zero, which do not count as empty', () => {
		expect(input({ loud: false, title: 0 })).toEqual({ thingId: 't1', loud: false, title: '0' });
	});

	it("applies the operation's check, and reports its error with the label of the field", () => {
		expect(input({ title: 'a', options: { note: 'b' } })).toMatchObject({ title: 'a', note: 'b' });
		const error = thrownError(() => input({ title: 'a', options: { note: 'a' } }));
		expect(error.message).toBe('Note must differ from the title');
		expect(error.details.field).toBe('Note');
	});

	it('returns every field that has a value, and no unknown parameter', () => {
		const names = ['thingId', 'title', 'tags'] as const;
		fc.assert(
			fc.property(
				fc.record({
					title: fc.string(),
					tags: fc.array(fc.string({ minLength: 1 })),
					unknown: fc.anything(),
				}),
				(values) => {
					const result = input(values);
					const set = names.filter((name) => name === 'thingId' || values[name].length > 0);
					expect(Object.keys(result).sort()).toEqual([...set, 'loud'].sort());
					if (values.title) expect(result.title).toBe(values.title);
				},
			),
		);
	});
});

describe('prepare', () => {
	const getThings = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /things',
		fields: { a: text('A') },
		options: { b: text('B') },
		prepare: ({ a, b }) => ({ joined: `${String(a)}-${String(b)}` }),
	});

	it('receives all fields after validation', () => {
		expect(readInput(getThings, parametersFrom({ a: 'x', options: { b: 'y' } }))).toEqual({
			joined: 'x-y',
		});
	});

	it("receives the credential's default for an option that is not set", () => {
		const defaults = { b: 'z' };
		expect(readInput(getThings, parametersFrom({ a: 'x' }), {}, defaults)).toEqual({
			joined: 'x-z',
		});
		expect(
			readInput(getThings, parametersFrom({ a: 'x', options: { b: 'y' } }), {}, defaults),
		).toEqual({ joined: 'x-y' });
	});
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

it('clearable options of any kind can be empty', () => {
	const update = operation({
		name: 'Update',
		action: 'Update',
		request: 'PATCH /notes',
		fields: {},
		options: {
			due: { kind: 'date', label: 'Due', clearable: true },
			size: { kind: 'choice', label: 'Size', clearable: true, choices: [] },
		},
	});
	expect(() => readInput(update, parametersFrom({ options: { due: '', size: '' } }))).not.toThrow();
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
	expect(
		readRequestOptions(fields, parametersFrom({ 'options.requestOptions': { timeout: '5' } })),
	).toEqual({ timeout: 5 });
	expect(readRequestOptions(fields, parametersFrom({}))).toEqual({});
	const failing = (name: string) => {
		if (name === 'options.requestOptions.agent') return null;
		throw new Error('not defined');
	};
	expect(thrownError(() => readRequestOptions(fields, failing)).message).toBe(
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

	it('are read without a credential', () => {
		const read = parametersFrom({ provider: 'other', baseUrl: 'https://x' });
		expect(readConnectionFields(fields, read, 'none')).toEqual({
			provider: 'other',
			baseUrl: 'https://x',
		});
		expect(readConnectionFields(fields, parametersFrom({ provider: 'one' }), 'none')).toEqual({
			provider: 'one',
		});
	});

	it('are ignored with a credential, and rejected if a required value is missing', () => {
		const read = parametersFrom({ provider: 'other', baseUrl: '' });
		expect(readConnectionFields(fields, read, 'token')).toEqual({});
		expect(readConnectionFields(undefined, read, 'none')).toEqual({});
		expect(thrownError(() => readConnectionFields(fields, read, 'none')).message).toBe(
			'Base URL is required',
		);
	});
});
