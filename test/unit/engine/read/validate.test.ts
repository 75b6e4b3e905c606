import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	choice,
	choices,
	type Field,
	id,
	numbered,
	rows,
	text,
} from '../../../../nodes/engine/describe';
import { validate } from '../../../../nodes/engine/read/validate';
import { field, thrownError } from '../kit';

const errorFor = (...parameters: Parameters<typeof validate>): string =>
	thrownError(() => validate(...parameters)).message;

describe('a number', () => {
	it.each([[5], ['5'], [' 5 '], ['5.0']])('can be given as %p', (value) => {
		expect(validate(field('integer'), value)).toBe(5);
		expect(validate(field('number'), value)).toBe(5);
	});

	it.each([['five'], [''], [' '], [true], [null], [{}], [[5]], [NaN], [Infinity], ['1e999']])(
		'cannot be %p; the error contains the label',
		(value) => {
			expect(errorFor(field('integer'), value)).toMatch(/^Color Depth must be a number/);
			expect(errorFor(field('number'), value)).toMatch(/^Color Depth must be a number/);
		},
	);

	it.each([[1.5], ['1.5'], [2 ** 53]])('cannot be %p if the field is an integer', (value) => {
		expect(errorFor(field('integer'), value)).toMatch(/^Color Depth must be an integer, got /);
		expect(validate(field('number'), value)).toBe(Number(value));
	});

	it('with more digits than a number can keep is rejected, because the service would get another one', () => {
		const tooLong = '12345678901234567.89';
		expect(errorFor(field('number'), tooLong)).toBe(
			`Color Depth has more digits than a number can keep, got "${tooLong}"`,
		);
		expect(errorFor(field('integer'), '9007199254740993')).toContain('must be an integer');
		expect(validate(field('number'), '0.1000000000000000')).toBe(0.1);
		expect(validate(field('number'), '123456789012.345')).toBe(123456789012.345);
		expect(validate(field('number'), '1e300')).toBe(1e300);
	});

	it('must be in its range; the error contains the limit and the value', () => {
		fc.assert(
			fc.property(fc.integer(), fc.nat(1000), fc.integer(), (minimum, width, value) => {
				const maximum = minimum + width;
				const bounded = field('integer', { minimum, maximum });
				if (value < minimum)
					expect(errorFor(bounded, value)).toBe(
						`Color Depth must be at least ${minimum}, got ${value}`,
					);
				else if (value > maximum)
					expect(errorFor(bounded, value)).toBe(
						`Color Depth must be at most ${maximum}, got ${value}`,
					);
				else expect(validate(bounded, value)).toBe(value);
				for (const limit of [minimum, maximum])
					expect(validate(bounded, String(limit))).toBe(limit);
				for (const outside of [minimum - 1, maximum + 1])
					expect(errorFor(bounded, outside)).toContain('must be at');
			}),
		);
	});
});

describe('a flag', () => {
	it.each([[true], ['true'], ['TRUE'], [1], ['1'], ['yes']])('is true for %p', (value) =>
		expect(validate(field('flag'), value)).toBe(true),
	);
	it.each([[false], ['false'], ['False'], [0], ['0'], ['no']])('is false for %p', (value) =>
		expect(validate(field('flag'), value)).toBe(false),
	);
	it.each([['maybe'], [2], [''], [{}], ['trueish'], ['untrue']])('cannot be %p', (value) => {
		expect(errorFor(field('flag'), value)).toMatch(/^Color Depth must be true or false, got /);
	});
});

describe('a choice', () => {
	const sizes = field('choice', { choices: choices(['Small', 'LARGE', 'large']) });

	it.each([
		['Small', 'Small'],
		['sMALL', 'Small'],
		['large', 'large'],
		['LARGE', 'LARGE'],
		['Large', 'LARGE'],
	])("ignores case: %p is sent in the service's spelling, %p", (value, sent) => {
		expect(validate(sizes, value)).toBe(sent);
	});

	it('can be given as a number if the choice is a numeric string', () =>
		expect(validate(field('choice', { choices: choices(['100']) }), 100)).toBe('100'));

	it.each([['medium'], [''], [{}]])('cannot be %p; the error lists the choices', (value) => {
		expect(errorFor(sizes, value)).toMatch(/^Color Depth must be one of Small, LARGE, large, got /);
	});

	it('of several values can be a list, JSON or comma-separated, and each value is checked', () => {
		const several = field('choices', { choices: sizes.choices });
		for (const value of [['small', 'large'], '["small", "large"]', 'small, large'])
			expect(validate(several, value)).toEqual(['Small', 'large']);
		expect(errorFor(several, 'small,medium')).toMatch(/^Color Depth must be one of .*"medium"$/);
	});
});

describe('a list', () => {
	it.each([[['a', 'b c']], ['a,b c'], [' a , b c ,'], ['["a", "b c"]'], [' ["a","b c"]']])(
		'can be given as %p',
		(value) => {
			expect(validate(field('list'), value)).toEqual(['a', 'b c']);
		},
	);

	it('can be a single value, and converts numbers and booleans to text unless itemKind is value', () => {
		expect(validate(field('list'), 7)).toEqual(['7']);
		expect(validate(field('list'), [1, true])).toEqual(['1', 'true']);
		expect(validate(field('list', { itemKind: 'value' }), [1, true, 'a'])).toEqual([1, true, 'a']);
	});

	it('must have at least the minimum and at most the maximum number of entries', () => {
		const pair = field('list', { minimum: 2, maximum: 3 });
		expect(validate(pair, 'a,b,c')).toHaveLength(3);
		expect(errorFor(pair, 'a')).toBe('Color Depth must have at least 2 entries, got 1');
		expect(errorFor(pair, 'a,b,c,d')).toBe('Color Depth must have at most 3 entries, got 4');
	});

	it('cannot contain objects or be invalid JSON', () => {
		expect(errorFor(field('list'), [{ a: 1 }])).toMatch(/^Color Depth must be text, got \{"a":1\}/);
		expect(errorFor(field('list'), '["a"')).toMatch(/^Color Depth is not valid JSON: /);
	});

	it.each([[' '], ['\t\n'], [','], ['[]']])(
		'that is required cannot be %j, which contains no entry',
		(value) => {
			for (const kind of ['list', 'choices'] as const) {
				expect(errorFor(field(kind, { required: true }), value)).toBe('Color Depth is required');
				expect(validate(field(kind), value)).toEqual([]);
				expect(validate(field(kind, { required: true, clearable: true }), value)).toEqual([]);
			}
		},
	);

	it('cannot have missing entries', () => {
		const sparse: unknown[] = [];
		sparse[1] = 'a';
		expect(errorFor(field('list'), sparse)).toBe('Color Depth must be text');
		expect(errorFor(field('choices', { choices: [] }), new Array(1))).toMatch(
			/^Color Depth must be one of/,
		);
		expect(errorFor(field('rows', { row: {} }), new Array(1))).toMatch(
			/^Color Depth must contain objects, but entry 1 is/,
		);
	});

	it('of rows cannot be an object with other keys, whose values would be lost', () => {
		expect(validate(field('rows', { row: {} }), {})).toEqual([]);
		expect(errorFor(field('rows', { row: {} }), { 'notes.md': { content: 'x' } })).toMatch(
			/^Color Depth must be a list/,
		);
	});

	it('keeps unsafe integers that are given as JSON', () =>
		expect(validate(field('list'), '[9007199254740993]')).toEqual(['9007199254740993']));
});

describe('a text', () => {
	it('can be a number, a boolean or a Luxon DateTime', () => {
		expect(validate(field('text'), 5)).toBe('5');
		expect(validate(field('text'), false)).toBe('false');
		expect(
			validate(field('text'), DateTime.fromISO('2026-01-31T08:00:00.000Z', { zone: 'utc' })),
		).toBe('2026-01-31T08:00:00.000Z');
	});

	it.each([[{}], [['a']], [null], [undefined], [DateTime.invalid('never')]])(
		'cannot be %p',
		(value) => {
			expect(errorFor(field('text'), value)).toMatch(/^Color Depth must be text/);
		},
	);

	it('counts characters rather than UTF-16 code units', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(30), (value, maxLength) => {
				const { length } = [...value];
				if (length <= maxLength) expect(validate(field('text', { maxLength }), value)).toBe(value);
				else
					expect(errorFor(field('text', { maxLength }), value)).toBe(
						`Color Depth must be at most ${maxLength} characters long, got ${length}`,
					);
			}),
		);
		expect(validate(field('text', { maxLength: 2 }), '😀😀')).toBe('😀😀');
	});

	it('must match the pattern; the error contains the description of valid values', () => {
		const country = field('text', { pattern: /^[A-Z]{2}$/, expected: 'a country code' });
		expect(validate(country, 'DE')).toBe('DE');
		expect(errorFor(country, 'Germany')).toBe('Color Depth must be a country code, got "Germany"');
	});

	it('is not quoted in the error if it is secret', () => {
		expect(errorFor(field('secret', { pattern: /^sk-/, expected: 'a key' }), 'hunter2')).toBe(
			'Color Depth must be a key',
		);
	});

	it('accepts every safe integer', () => {
		fc.assert(
			fc.property(
				fc.maxSafeInteger(),
				(number) => validate(text('Any'), number) === String(number),
			),
		);
	});
});

describe('an ID', () => {
	it.each([
		['abc'],
		[' abc '],
		[{ __rl: true, mode: 'id', value: 'abc' }],
		[{ __rl: true, mode: 'list', value: ' abc' }],
	])('can be given as %p', (value) => {
		expect(validate(field('id'), value)).toBe('abc');
	});

	it('is a string even if it is given as a number', () =>
		expect(validate(field('id'), { __rl: true, mode: 'list', value: 12 })).toBe('12'));

	it('cannot be an object other than a resource locator', () =>
		expect(errorFor(field('id'), { value: 'abc' })).toMatch(/^Color Depth must be text, got /));

	it('cannot be a number that has lost digits', () => {
		expect(errorFor(field('id'), 9007199254740993)).toContain('Color Depth');
		expect(() => validate(id('Effort'), 2_700_000_000_000_000_001)).toThrow(
			'Effort is too large for a number',
		);
		expect(validate(id('Effort'), '2700000000000000001')).toBe('2700000000000000001');
	});

	it('that is a number has only digits, and the error says that it is not the `id`', () => {
		const number = id('Issue Number', numbered);
		expect(validate(number, ' 8 ')).toBe('8');
		for (const value of ['I_kwDOA', '#8', '8.5', '-8', true])
			expect(() => validate(number, value)).toThrow(
				'Issue Number must be a whole number (the number, not the `id`), got ',
			);
	});

	it('cannot be blank if it is required', () =>
		expect(errorFor(field('id', { required: true }), '  ')).toContain('Color Depth'));
});

describe('JSON', () => {
	it.each([
		['{"a":1}', { a: 1 }],
		[{ a: 1 }, { a: 1 }],
	])('can be given as %p', (value, parsed) => {
		expect(validate(field('json'), value)).toEqual(parsed);
	});

	it.each([['{"a":'], ['hello'], ['']])(
		"cannot be %p; the error contains the parser's message",
		(value) => {
			expect(errorFor(field('json'), value)).toMatch(/^Color Depth is not valid JSON: \S/);
		},
	);

	it.each([['5'], ['"a"'], ['null'], [5], [true]])(
		'cannot be %p, which is neither an object nor an array',
		(value) => {
			expect(errorFor(field('json'), value)).toMatch(/^Color Depth must be a JSON object, got /);
			expect(errorFor(field('json', { acceptsList: true }), value)).toMatch(
				/^Color Depth must be a JSON object or array, got /,
			);
		},
	);

	it.each([[[{ a: 1 }]], ['[{"a": 1}]'], [[]]])(
		'can be the list %p only if it may be one',
		(value) => {
			expect(errorFor(field('json'), value)).toMatch(/^Color Depth must be a JSON object, got /);
			expect(validate(field('json', { acceptsList: true }), value)).toHaveLength(
				value.length > 0 ? 1 : 0,
			);
		},
	);

	it('keeps unsafe integers', () =>
		expect(validate(field('json'), '{"id":9007199254740993}')).toEqual({ id: 9007199254740993n }));
});

describe('a resource mapper', () => {
	it.each([
		[{ mappingMode: 'defineBelow', value: { n: 1 } }, { n: 1 }],
		[{ mappingMode: 'defineBelow', value: null }, {}],
		[{ n: 1 }, { n: 1 }],
		['{"n": 1}', { n: 1 }],
		[{ value: 3 }, { value: 3 }],
	])('can be given as %p', (value, parsed) =>
		expect(validate(field('columns'), value)).toEqual(parsed),
	);

	it('cannot be text that is not JSON', () =>
		expect(errorFor(field('columns'), 'n=1')).toMatch(/^Color Depth is not valid JSON/));
});

describe('a list of rows', () => {
	const parts = field('rows', {
		minimum: 1,
		maximum: 2,
		row: {
			size: { kind: 'integer', label: 'Size', required: true, maximum: 9 },
			note: { kind: 'text', label: 'Note' },
		},
	});

	it.each([
		[{ rows: [{ size: '3', note: 'n' }] }],
		[[{ size: 3, note: 'n' }]],
		['[{"size": 3, "note": "n"}]'],
		[[{ size: 3, note: 'n', unknown: 1 }]],
	])('can be given as %j', (value) => {
		expect(validate(parts, value)).toEqual([{ size: 3, note: 'n' }]);
	});

	it('omits unset fields from a row, and can be empty without a minimum', () => {
		expect(validate(parts, [{ size: 0, note: '' }])).toEqual([{ size: 0 }]);
		expect(validate(field('rows', { row: {} }), {})).toEqual([]);
		for (const empty of [{}, { rows: [] }, [], '[]'])
			expect(() => validate(field('rows', { row: {}, required: true }), empty)).toThrow(
				'Color Depth is required',
			);
	});

	it.each([
		[[{ size: 3 }, { size: 10 }], 'Color Depth 2: Size must be at most 9, got 10'],
		[[{ note: 'n' }], 'Color Depth 1: Size is required'],
		[[{ size: 3 }, 7], 'Color Depth must contain objects, but entry 2 is 7'],
		[{ rows: 'many' }, 'Color Depth must be a list, got {"rows":"many"}'],
		[{}, 'Color Depth must have at least 1 entries, got 0'],
		[[{ size: 1 }, { size: 1 }, { size: 1 }], 'Color Depth must have at most 2 entries, got 3'],
		['many', 'Color Depth is not valid JSON'],
	])('cannot be %j: %s', (value, message) => expect(errorFor(parts, value)).toContain(message));

	it('reports the problems of all rows together', () => {
		expect(errorFor(parts, [{ size: 10, note: {} }, { note: 'n' }])).toBe(
			'Color Depth 1: Size must be at most 9, got 10; Color Depth 1: Note must be text, got {}; Color Depth 2: Size is required',
		);
		const flags = field('rows', {
			row: { on: { kind: 'flag', label: 'On' }, off: { kind: 'flag', label: 'Off' } },
		});
		const wrong = Array.from({ length: 4 }, () => ({ on: 'x', off: 'y' }));
		expect(errorFor(flags, wrong)).toMatch(/3: On must be true or false, got "x"; 3 more$/);
	});

	it('names the row by its first text if a required field is missing', () => {
		const row = {
			match: choice('Match', ['all']),
			field: text('Field'),
			value: text('Value', { required: true }),
		};
		expect(errorFor(rows('Condition', { row }), [{ match: 'all', field: 'due_date' }])).toBe(
			'Condition 1: Value is required (Field: "due_date")',
		);
		expect(errorFor(rows('Condition', { row }), [{ match: 'all' }])).toBe(
			'Condition 1: Value is required',
		);
	});

	describe('with display conditions', () => {
		const conditional: Field = rows('Row', {
			row: {
				kind: choice('Kind', ['text', 'number'], { default: 'text' }),
				word: text('Word', { required: true, show: { kind: ['text'] } }),
				amount: text('Amount', { show: { kind: ['number'] } }),
			},
		});

		it('contains only the fields that are shown', () => {
			expect(validate(conditional, [{ kind: 'number', word: 'left over', amount: '1' }])).toEqual([
				{ kind: 'number', amount: '1' },
			]);
		});

		it('uses the default of a choice that is missing', () => {
			expect(validate(conditional, [{ word: 'a', amount: '1' }])).toEqual([
				{ kind: 'text', word: 'a' },
			]);
			expect(() => validate(conditional, [{ amount: '1' }])).toThrow('Row 1: Word is required');
		});
	});
});

describe('a value that cannot be sent', () => {
	const cyclic: Record<string, unknown> = {};
	cyclic.self = cyclic;

	it.each([
		['json', cyclic, 'cannot be converted to JSON'],
		['json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'cannot be converted to JSON'],
		['value', () => 1, 'must be text, a number, or JSON'],
		['text', NaN, 'must be text, got NaN'],
		['id', Infinity, 'must be text, got Infinity'],
		['choice', Object.create(null), 'must be one of a'],
		['flag', Symbol('s'), 'must be true or false'],
	] as const)(
		'is rejected in a %s field, and the error contains the label: %p',
		(kind, value, message) => {
			const check = () =>
				validate({ kind, label: 'Field', choices: [{ name: 'A', value: 'a' }] }, value);
			expect(check).toThrow(message);
			expect(check).toThrow(/^Field /);
		},
	);
});

describe('the rule of a field', () => {
	it('is applied to the value after conversion', () => {
		const rule = jest.fn((value: unknown) =>
			(value as number) % 2 === 0 ? undefined : 'must be even',
		);
		expect(validate(field('integer', { rule }), '4')).toBe(4);
		expect(rule).toHaveBeenCalledWith(4);
		const error = thrownError(() => validate(field('integer', { rule }), '3'));
		expect(error.message).toBe('Color Depth must be even');
		expect(error.details.field).toBe('Color Depth');
	});
});

describe('a JSON value from an expression', () => {
	it.each([
		[{ a: NaN }, 'contains NaN in "a"'],
		[[Infinity], 'contains Infinity in "0"'],
		[{ a: { b: () => 1 } }, 'contains a function in "b"'],
		[[Symbol('a')], 'contains a symbol in "0"'],
		[{ a: new Map([['b', 1]]) }, 'contains a Map in "a"'],
		[new Set(['a']), 'contains a Set'],
		[{ a: new Error('failed') }, 'contains an Error in "a"'],
		[{ a: /a/ }, 'contains a RegExp in "a"'],
		[{ a: new Date(NaN) }, 'contains an invalid date in "a"'],
		[{ a: 'Invalid DateTime' }, 'contains an invalid date in "a"'],
	])('is rejected if JSON cannot represent it: %p', (value, problem) => {
		for (const kind of ['json', 'value', 'columns'] as const)
			expect(errorFor(field(kind), value)).toBe(
				`Color Depth ${problem}, which cannot be converted to JSON`,
			);
	});

	it.each([[NaN], [Infinity]])('with a mapped column that is %p names the column', (value) => {
		const mapped = { mappingMode: 'defineBelow', value: { revenueMicros: value } };
		expect(errorFor(field('columns'), mapped)).toBe(
			`Revenue Micros must be a number, got ${value}`,
		);
	});

	it.each([[{ toJSON: () => undefined }], [{ toJSON: () => null }], [new Date(0)]])(
		'is rejected if its JSON is neither an object nor an array: %p',
		(value) => expect(errorFor(field('json'), value)).toMatch(/^Color Depth (must|cannot) be/),
	);

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

it('a field cannot contain "Invalid DateTime", the text of an invalid Luxon date', () => {
	for (const kind of ['text', 'id', 'secret', 'value'] as const)
		expect(errorFor(field(kind), 'Invalid DateTime')).toBe('Color Depth is an invalid date');
	expect(validate(field('text'), 'Invalid DateTime: yes')).toBe('Invalid DateTime: yes');
});

it.each([['text'], [[1]], [{ mappingMode: 'defineBelow', value: 'text' }]])(
	'columns must be an object, not %j',
	(value) => expect(errorFor(field('columns'), value)).toMatch(/^Color Depth (must be|is not)/),
);
