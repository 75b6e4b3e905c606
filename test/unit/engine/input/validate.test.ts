import fc from 'fast-check';
import { DateTime } from 'luxon';
import { choices } from '../../../../nodes/engine/describe';
import { formatValue } from '../../../../nodes/engine/input/messages';
import { validate } from '../../../../nodes/engine/input/validate';
import { field, refusal } from '../kit';

const says = (...parameters: Parameters<typeof validate>): string =>
	refusal(() => validate(...parameters)).message;

describe('a number', () => {
	it.each([[5], ['5'], [' 5 '], ['5.0']])('is taken from %p', (value) => {
		expect(validate(field('integer'), value)).toBe(5);
		expect(validate(field('number'), value)).toBe(5);
	});

	it.each([['five'], [''], [' '], [true], [null], [{}], [[5]], [NaN], [Infinity], ['1e999']])(
		'is refused from %p, with the label of the field',
		(value) => {
			expect(says(field('integer'), value)).toMatch(/^Colour Depth must be a number/);
			expect(says(field('number'), value)).toMatch(/^Colour Depth must be a number/);
		},
	);

	it.each([[1.5], ['1.5'], [2 ** 53], ['9007199254740993']])(
		'that is whole is refused from %p, and says so',
		(value) => {
			expect(says(field('integer'), value)).toMatch(/^Colour Depth must be an integer, got /);
			expect(validate(field('number'), value)).toBe(Number(value));
		},
	);

	it('passes exactly within its range, and the refusal names the bound and the value', () => {
		fc.assert(
			fc.property(fc.integer(), fc.nat(1000), fc.integer(), (minimum, width, value) => {
				const maximum = minimum + width;
				const bounded = field('integer', { minimum, maximum });
				if (value < minimum)
					expect(says(bounded, value)).toBe(
						`Colour Depth must be at least ${minimum}, got ${value}`,
					);
				else if (value > maximum)
					expect(says(bounded, value)).toBe(
						`Colour Depth must be at most ${maximum}, got ${value}`,
					);
				else expect(validate(bounded, value)).toBe(value);
				for (const edge of [minimum, maximum]) expect(validate(bounded, String(edge))).toBe(edge);
				for (const beyond of [minimum - 1, maximum + 1])
					expect(says(bounded, beyond)).toContain('must be at');
			}),
		);
	});
});

describe('a flag', () => {
	it.each([[true], ['true'], ['TRUE'], [1], ['1'], ['yes']])('is true from %p', (value) =>
		expect(validate(field('flag'), value)).toBe(true),
	);
	it.each([[false], ['false'], ['False'], [0], ['0'], ['no']])('is false from %p', (value) =>
		expect(validate(field('flag'), value)).toBe(false),
	);
	it.each([['maybe'], [2], [''], [{}], ['trueish'], ['untrue']])('is refused from %p', (value) => {
		expect(says(field('flag'), value)).toMatch(/^Colour Depth must be true or false, got /);
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
	])('takes %p and sends the spelling of the service, %p', (value, sent) => {
		expect(validate(sizes, value)).toBe(sent);
	});

	it('takes a number where the service has it as text', () =>
		expect(validate(field('choice', { choices: choices(['100']) }), 100)).toBe('100'));

	it.each([['medium'], [''], [{}]])('is refused from %p, naming what there is', (value) => {
		expect(says(sizes, value)).toMatch(/^Colour Depth must be one of Small, LARGE, large, got /);
	});

	it('of which several may be made is checked one by one, from a list, JSON text or commas', () => {
		const several = field('choices', { choices: sizes.choices });
		for (const value of [['small', 'large'], '["small", "large"]', 'small, large'])
			expect(validate(several, value)).toEqual(['Small', 'large']);
		expect(says(several, 'small,medium')).toMatch(/^Colour Depth must be one of .*"medium"$/);
	});
});

describe('a list', () => {
	it.each([[['a', 'b c']], ['a,b c'], [' a , b c ,'], ['["a", "b c"]'], [' ["a","b c"]']])(
		'is taken from %p',
		(value) => {
			expect(validate(field('list'), value)).toEqual(['a', 'b c']);
		},
	);

	it('is made of a single value, and of numbers', () => {
		expect(validate(field('list'), 7)).toEqual(['7']);
		expect(validate(field('list'), [1, true])).toEqual(['1', 'true']);
	});

	it('keeps to its number of entries', () => {
		const pair = field('list', { minimum: 2, maximum: 3 });
		expect(validate(pair, 'a,b,c')).toHaveLength(3);
		expect(says(pair, 'a')).toBe('Colour Depth must have at least 2 entries, got 1');
		expect(says(pair, 'a,b,c,d')).toBe('Colour Depth must have at most 3 entries, got 4');
	});

	it('refuses an entry that is no text, and JSON text that is none', () => {
		expect(says(field('list'), [{ a: 1 }])).toMatch(/^Colour Depth must be text, got \{"a":1\}/);
		expect(says(field('list'), '["a"')).toMatch(/^Colour Depth is not valid JSON: /);
	});
});

describe('a text', () => {
	it('is taken from numbers, flags and dates of luxon', () => {
		expect(validate(field('text'), 5)).toBe('5');
		expect(validate(field('text'), false)).toBe('false');
		expect(
			validate(field('text'), DateTime.fromISO('2026-01-31T08:00:00.000Z', { zone: 'utc' })),
		).toBe('2026-01-31T08:00:00.000Z');
	});

	it.each([[{}], [['a']], [null], [undefined], [DateTime.invalid('never')]])(
		'is refused from %p',
		(value) => {
			expect(says(field('text'), value)).toMatch(/^Colour Depth must be text/);
		},
	);

	it('is measured in characters and not in their halves', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(30), (value, maxLength) => {
				const long = [...value].length;
				if (long <= maxLength) expect(validate(field('text', { maxLength }), value)).toBe(value);
				else
					expect(says(field('text', { maxLength }), value)).toBe(
						`Colour Depth must be at most ${maxLength} characters long, got ${long}`,
					);
			}),
		);
		expect(validate(field('text', { maxLength: 2 }), '😀😀')).toBe('😀😀');
	});

	it('keeps to its pattern, in the words of the field', () => {
		const country = field('text', { pattern: /^[A-Z]{2}$/, expected: 'a country code' });
		expect(validate(country, 'DE')).toBe('DE');
		expect(says(country, 'Germany')).toBe('Colour Depth must be a country code, got "Germany"');
	});

	it('that is secret is not repeated by its refusal', () => {
		expect(says(field('secret', { pattern: /^sk-/, expected: 'a key' }), 'hunter2')).toBe(
			'Colour Depth must be a key',
		);
	});
});

describe('an id', () => {
	it.each([
		['abc'],
		[' abc '],
		[{ __rl: true, mode: 'id', value: 'abc' }],
		[{ __rl: true, mode: 'list', value: ' abc' }],
	])('is taken from %p', (value) => {
		expect(validate(field('id'), value)).toBe('abc');
	});

	it('is a text, also where a number was given', () =>
		expect(validate(field('id'), { __rl: true, mode: 'list', value: 12 })).toBe('12'));

	it('is refused from an object that is no locator', () =>
		expect(says(field('id'), { value: 'abc' })).toMatch(/^Colour Depth must be text, got /));
});

describe('a rule of the field', () => {
	it('has the last word, about the value in its own type', () => {
		const rule = jest.fn((value: unknown) =>
			(value as number) % 2 === 0 ? undefined : 'must be even',
		);
		expect(validate(field('integer', { rule }), '4')).toBe(4);
		expect(rule).toHaveBeenCalledWith(4);
		const refused = refusal(() => validate(field('integer', { rule }), '3'));
		expect(refused.message).toBe('Colour Depth must be even');
		expect(refused.details.field).toBe('Colour Depth');
	});
});

describe('a value in a message', () => {
	it('is short whatever it is', () => {
		fc.assert(fc.property(fc.anything(), (value) => formatValue(value).length <= 60));
		expect(formatValue('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`);
		expect(formatValue('x'.repeat(59))).toBe(`"${'x'.repeat(56)}…`);
	});
});
