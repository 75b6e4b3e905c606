import { DateTime } from 'luxon';
import {
	choice,
	choices,
	type Field,
	type Kind,
	numbered,
	rows,
	text,
} from '../../../../nodes/engine/describe';
import { validate } from '../../../../nodes/engine/read/validate';
import { field, thrownError } from '../kit';

const errorFor = (...parameters: Parameters<typeof validate>): string =>
	thrownError(() => validate(...parameters)).message;

const sizes = { choices: choices(['Small', 'LARGE', 'large']) };
const parts: Partial<Field> = {
	minimum: 1,
	maximum: 2,
	row: {
		size: { kind: 'integer', label: 'Size', required: true, maximum: 9 },
		note: { kind: 'text', label: 'Note' },
	},
};

describe('a value', () => {
	it.each<[Kind, Partial<Field>, unknown, unknown[]]>([
		['integer', {}, 5, [5, '5', ' 5 ', '5.0']],
		['integer', { minimum: 5, maximum: 5 }, 5, [5]],
		['number', {}, 2 ** 53, [2 ** 53]],
		['number', {}, 0.1, ['0.1000000000000000']],
		['number', {}, 123456789012.345, ['123456789012.345']],
		['number', {}, 1e300, ['1e300']],
		['flag', {}, true, [true, 'TRUE', 1, '1', 'yes']],
		['flag', {}, false, [false, 'False', 0, '0', 'no']],
		['choice', sizes, 'Small', ['Small', 'sMALL']],
		['choice', sizes, 'LARGE', ['LARGE', 'Large']],
		['choice', sizes, 'large', ['large']],
		['choice', { choices: choices(['100']) }, '100', [100]],
		[
			'choices',
			sizes,
			['Small', 'large'],
			[['small', 'large'], '["small", "large"]', 'small, large'],
		],
		['list', {}, ['a', 'b c'], [['a', 'b c'], ' a , b c ,', ' ["a","b c"]']],
		['list', {}, ['7'], [7]],
		['list', {}, ['1', 'true'], [[1, true]]],
		['list', { itemKind: 'value' }, [1, true, 'a'], [[1, true, 'a']]],
		['list', {}, ['9007199254740993'], ['[9007199254740993]']],
		['list', { minimum: 2, maximum: 3 }, ['a', 'b', 'c'], ['a,b,c']],
		['list', {}, [], [' ', '\t\n', ',', '[]']],
		['list', { required: true, clearable: true }, [], [',']],
		['text', {}, '5', [5]],
		['text', {}, 'false', [false]],
		['text', {}, '9007199254740991', [Number.MAX_SAFE_INTEGER]],
		['text', {}, '1970-01-01T00:00:00.000Z', [DateTime.fromMillis(0, { zone: 'utc' })]],
		['text', {}, 'Invalid DateTime: yes', ['Invalid DateTime: yes']],
		['text', { maxLength: 2 }, '😀😀', ['😀😀']],
		['id', {}, 'abc', [' abc ', { __rl: true, mode: 'list', value: ' abc' }]],
		['id', {}, '12', [{ __rl: true, mode: 'list', value: 12 }]],
		['id', {}, '2700000000000000001', ['2700000000000000001']],
		['id', numbered, '8', [' 8 ']],
		['json', {}, { a: 1 }, ['{"a":1}', { a: 1 }]],
		['json', {}, { id: 9007199254740993n }, ['{"id":9007199254740993}']],
		['json', { acceptsList: true }, [{ a: 1 }], [[{ a: 1 }], '[{"a": 1}]']],
		['columns', {}, { n: 1 }, [{ mappingMode: 'defineBelow', value: { n: 1 } }, '{"n": 1}']],
		['columns', {}, {}, [{ mappingMode: 'defineBelow', value: null }]],
		['columns', {}, { value: 3 }, [{ value: 3 }]],
		['rows', { row: {} }, [], [{}]],
		['rows', parts, [{ size: 0 }], [[{ size: 0, note: '' }]]],
		[
			'rows',
			parts,
			[{ size: 3, note: 'n' }],
			[
				{ rows: [{ size: '3', note: 'n' }] },
				'[{"size": 3, "note": "n"}]',
				[{ size: 3, note: 'n', unknown: 1 }],
			],
		],
	])('of a field of kind %s with %j is %p', (kind, more, expected, values) => {
		for (const value of values) expect(validate(field(kind, more), value)).toEqual(expected);
	});

	const cyclic: Record<string, unknown> = {};
	cyclic.self = cyclic;
	const sparse = new Array<unknown>(1);

	it.each<[Kind, Partial<Field>, string, unknown[]]>([
		['number', {}, 'must be a number', ['five', '', ' ', true, null, {}, [5], NaN, '1e999']],
		['integer', {}, 'must be a whole number, got ', [1.5, '1.5', 2 ** 53, '9007199254740993']],
		['number', {}, 'has more digits than a number can keep', ['12345678901234567.89']],
		['integer', { minimum: 2 }, 'must be at least 2, got 1', [1, '1']],
		['integer', { maximum: 2 }, 'must be at most 2, got 3', [3]],
		['flag', {}, 'must be true or false, got ', ['maybe', 2, '', {}, 'trueish', 'untrue']],
		['choice', sizes, 'must be one of Small, LARGE, large, got ', ['medium', '', {}]],
		['choices', sizes, 'must be one of Small, LARGE, large, got "medium"', ['small,medium']],
		['choices', sizes, 'must be one of', [sparse]],
		['list', { minimum: 2 }, 'must have at least 2 entries, got 1', ['a']],
		['list', { maximum: 1 }, 'must have at most 1 entries, got 2', ['a,b']],
		['list', {}, 'must be text, got {"a":1}', [[{ a: 1 }]]],
		['list', {}, 'must be text', [sparse]],
		['list', {}, 'is not valid JSON: ', ['["a"']],
		['list', { required: true }, 'is required', [' ', ',', '[]']],
		['text', {}, 'must be text', [{}, ['a'], null, undefined, 1e21]],
		['text', { maxLength: 2 }, 'must be at most 2 characters long, got 3', ['😀😀😀']],
		['text', { pattern: /^[A-Z]$/, expected: 'a letter' }, 'must be a letter, got "x"', ['x']],
		['secret', { pattern: /^sk-/, expected: 'a key' }, 'must be a key', ['hunter2']],
		['id', {}, 'must be text, got ', [{ value: 'abc' }]],
		['id', {}, 'is an integer whose last digits were rounded', [2_700_000_000_000_000_001]],
		[
			'id',
			numbered,
			'must be a whole number (the number, not the `id`), got ',
			['#8', '8.5', true],
		],
		['id', {}, 'is required', ['  ']],
		['json', {}, 'is not valid JSON: ', ['{"a":', 'hello', '']],
		['json', {}, 'must be a JSON object, got ', ['5', 'null', 5, [{ a: 1 }], '[]']],
		['json', { acceptsList: true }, 'must be a JSON object or array, got ', ['"a"', true]],
		['json', {}, 'cannot be converted to JSON', [cyclic, `${'['.repeat(2e4)}${']'.repeat(2e4)}`]],
		['json', {}, 'must be a JSON object', [{ toJSON: () => null }, new Date(0)]],
		['columns', {}, 'is not valid JSON', ['n=1']],
		['columns', {}, 'must be', [[1], { mappingMode: 'defineBelow', value: 'text' }]],
		['rows', { row: {} }, 'must be a list', [{ 'notes.md': { content: 'x' } }, { rows: 'many' }]],
		['rows', { row: {} }, 'must contain objects, but entry 1 is', [sparse, [7]]],
		['rows', { row: {}, required: true }, 'is required', [{}, { rows: [] }, '[]']],
		['rows', parts, 'must have at least 1 entries, got 0', [{}]],
		['rows', parts, '2: Size must be at most 9, got 10', [[{ size: 3 }, { size: 10 }]]],
		['rows', parts, '1: Size is required', [[{ note: 'n' }]]],
		['value', {}, 'is a function', [() => 1]],
		['text', {}, 'is NaN', [NaN]],
		['id', {}, 'is Infinity', [Infinity]],
		['choice', sizes, 'must be one of', [Object.create(null)]],
		['flag', {}, 'must be true or false', [Symbol('s')]],
		['text', {}, 'is an invalid date', ['Invalid DateTime', DateTime.invalid('never')]],
		['value', {}, 'is an invalid date', ['Invalid DateTime']],
	])('of a field of kind %s with %j is an error: %s', (kind, more, message, values) => {
		for (const value of values)
			expect(errorFor(field(kind, more), value)).toContain(`Color Depth ${message}`);
	});
});

describe('a list of rows', () => {
	it('reports the problems of all rows together', () => {
		expect(errorFor(field('rows', parts), [{ size: 10, note: {} }, { note: 'n' }])).toBe(
			'Color Depth 1: Size must be at most 9, got 10; Color Depth 1: Note must be text, got {}; Color Depth 2: Size is required',
		);
		const flags = field('rows', {
			row: { on: { kind: 'flag', label: 'On' }, off: { kind: 'flag', label: 'Off' } },
		});
		const wrong = Array.from({ length: 4 }, () => ({ on: 'x', off: 'y' }));
		expect(errorFor(flags, wrong)).toMatch(/3: On must be true or false, got "x"; 3 more$/);
	});

	it('contains only the fields that are shown, and the defaults of choices', () => {
		const conditional = rows('Row', {
			row: {
				kind: choice('Kind', ['text', 'number'], { default: 'text' }),
				word: text('Word', { required: true, show: { kind: ['text'] } }),
				amount: text('Amount', { show: { kind: ['number'] } }),
			},
		});
		expect(validate(conditional, [{ kind: 'number', word: 'left over', amount: '1' }])).toEqual([
			{ kind: 'number', amount: '1' },
		]);
		expect(validate(conditional, [{ word: 'a', amount: '1' }])).toEqual([
			{ kind: 'text', word: 'a' },
		]);
		expect(() => validate(conditional, [{ amount: '1' }])).toThrow('Row 1: Word is required');
	});
});

it('the rule of a field is applied to the value after conversion', () => {
	const even = field('integer', {
		rule: (value) => ((value as number) % 2 === 0 ? undefined : 'must be even'),
	});
	expect(validate(even, '4')).toBe(4);
	const { message, details } = thrownError(() => validate(even, '3'));
	expect([message, details.field]).toEqual(['Color Depth must be even', 'Color Depth']);
});

describe('a JSON value from an expression', () => {
	it.each([
		[{ a: NaN }, 'contains NaN in "a"'],
		[[Infinity], 'contains Infinity in "0"'],
		[{ a: { b: () => 1 } }, 'contains a function in "b"'],
		[{ a: new Map([['b', 1]]) }, 'contains a Map in "a"'],
		[new Set(['a']), 'contains a Set'],
		[{ a: new Error('failed') }, 'contains an Error in "a"'],
		[{ a: new Date(NaN) }, 'contains an invalid date in "a"'],
		[{ a: 'Invalid DateTime' }, 'contains an invalid date in "a"'],
	])('is rejected if JSON cannot represent it: %p', (value, problem) => {
		for (const kind of ['json', 'value', 'columns'] as const)
			expect(errorFor(field(kind), value)).toBe(
				`Color Depth ${problem}, which cannot be converted to JSON`,
			);
	});

	it('is sent as it was validated, even if it changes later', () => {
		const value = { at: new Date(0), list: [undefined, null], left: undefined };
		const validated = validate(field('json'), value);
		value.list.push(null);
		expect(validated).toEqual({ at: '1970-01-01T00:00:00.000Z', list: [null, null] });
	});

	it('keeps the key __proto__ without changing a prototype', () => {
		const value = JSON.parse('{"__proto__":{"polluted":true}}') as object;
		expect(JSON.stringify(validate(field('json'), value))).toBe(JSON.stringify(value));
		expect({}).not.toHaveProperty('polluted');
	});
});
