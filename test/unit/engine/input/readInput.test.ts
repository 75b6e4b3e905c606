import fc from 'fast-check';
import {
	allFieldsOf,
	choice,
	flag,
	id,
	integer,
	list,
	operation,
	text,
} from '../../../../nodes/engine/describe';
import { readInput } from '../../../../nodes/engine/input/readInput';
import { refusal } from '../kit';

const reader =
	(values: Record<string, unknown>) =>
	(name: string, fallback: unknown = null): unknown =>
		name in values ? values[name] : fallback;

const sample = operation({
	name: 'Do',
	action: 'Do it',
	request: 'POST /things/{thingId}',
	fields: {
		thingId: id('Thing'),
		title: text('Title'),
		tags: list('Tags', { clearable: true }),
		loud: flag('Loud'),
		volume: integer('Volume', { maximum: 9, show: { loud: [true] } }),
	},
	options: {
		note: text('Note'),
		summary: text('Summary', { clearable: true }),
		labels: list('Labels', { clearable: true }),
		parentId: id('Parent'),
	},
	check: ({ title, note }) =>
		title !== undefined && title === note
			? { field: 'note', problem: 'must differ from the title' }
			: undefined,
});

const input = (values: Record<string, unknown>) =>
	readInput(sample, reader({ thingId: 't1', loud: false, ...values }));

describe('a field that is left unset', () => {
	it.each([[undefined], [null], [''], [[]]])('as %p is absent, so that it is not sent', (value) => {
		expect(input({ title: value, tags: value, options: { note: value } })).toEqual({
			thingId: 't1',
			loud: false,
		});
	});

	it('and required is refused by its label, and tells where to look', () => {
		for (const value of [undefined, null, '', []]) {
			const refused = refusal(() => input({ thingId: value }));
			expect(refused.message).toBe('Thing is required');
			expect(refused.details).toEqual({
				field: 'Thing',
				hint: expect.stringContaining('expression'),
			});
		}
	});

	it('is told apart from false and zero, which are sent', () => {
		expect(input({ loud: false, title: 0 })).toEqual({ thingId: 't1', loud: false, title: '0' });
	});
});

describe('an option', () => {
	it('that was added and left empty is sent only where it clears something', () => {
		expect(input({ options: { note: '', summary: '', labels: [] } })).toEqual({
			thingId: 't1',
			loud: false,
			summary: '',
			labels: [],
		});
		expect(input({ options: { summary: null } })).not.toHaveProperty('summary');
	});

	it('that was not added is absent, whatever the others are', () => {
		expect(input({ options: { note: 'n' } })).toEqual({ thingId: 't1', loud: false, note: 'n' });
		expect(input({ options: undefined })).toEqual(input({ options: null }));
	});

	it('that is a locator is read by its own path, where n8n resolves it', () => {
		expect(
			input({
				options: { parentId: { __rl: true, value: 'https://x/p9' } },
				'options.parentId': 'p9',
			}),
		).toHaveProperty('parentId', 'p9');
	});
});

describe('a field that is shown beside another value only', () => {
	it('is read there, and not read elsewhere', () => {
		expect(input({ loud: true, volume: 3 })).toHaveProperty('volume', 3);
		const read = jest.fn(reader({ thingId: 't1', loud: false, volume: 99 }));
		expect(readInput(sample, read)).not.toHaveProperty('volume');
		expect(read).not.toHaveBeenCalledWith('volume');
	});

	it('is matched after the value was brought into its type', () => {
		expect(input({ loud: 'true', volume: '3' })).toHaveProperty('volume', 3);
		const mode = operation({
			name: 'Do',
			action: 'Do it',
			fields: { mode: choice('Mode', ['json']), body: text('Body', { show: { mode: ['json'] } }) },
		});
		expect(readInput(mode, reader({ mode: 'JSON', body: 'b' }))).toEqual({
			mode: 'json',
			body: 'b',
		});
	});
});

describe('what is read', () => {
	it('has passed its check, fields and options alike', () => {
		expect(refusal(() => input({ loud: true, volume: 10 })).message).toBe(
			'Volume must be at most 9, got 10',
		);
		expect(refusal(() => input({ options: { note: {} } })).message).toMatch(/^Note must be text/);
	});

	it('has passed the rules over several fields, which name the field by its label', () => {
		expect(input({ title: 'a', options: { note: 'b' } })).toMatchObject({ title: 'a', note: 'b' });
		const refused = refusal(() => input({ title: 'a', options: { note: 'a' } }));
		expect(refused.message).toBe('Note must differ from the title');
		expect(refused.details.field).toBe('Note');
	});

	it('is every set field and nothing else', () => {
		const names = ['thingId', 'title', 'tags'] as const;
		fc.assert(
			fc.property(
				fc.record({
					title: fc.string(),
					tags: fc.array(fc.string({ minLength: 1 })),
					unasked: fc.anything(),
				}),
				(values) => {
					const made = input(values);
					const set = names.filter((name) => name === 'thingId' || values[name].length > 0);
					expect(Object.keys(made).sort()).toEqual([...set, 'loud'].sort());
					if (values.title) expect(made.title).toBe(values.title);
				},
			),
		);
	});
});

it('an operation lists its fields before its options', () => {
	expect(Object.keys(allFieldsOf(sample))).toEqual([
		'thingId',
		'title',
		'tags',
		'loud',
		'volume',
		'note',
		'summary',
		'labels',
		'parentId',
	]);
});
