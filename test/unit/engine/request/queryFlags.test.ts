import fc from 'fast-check';
import {
	choice,
	type Field,
	flag,
	operation,
	rows,
	secret,
	text,
} from '../../../../nodes/engine/describe';
import { parseJson } from '../../../../nodes/engine/input/parseJson';
import { readInput, secretInputs } from '../../../../nodes/engine/input/readInput';
import { validate } from '../../../../nodes/engine/input/validate';
import { buildRequest } from '../../../../nodes/engine/request/buildRequest';
import { fillPath } from '../../../../nodes/engine/request/path';
import { decideRetry } from '../../../../nodes/engine/transport/retry';

const readFrom = (values: Record<string, unknown>) => (name: string, fallback?: unknown) =>
	values[name] ?? fallback;

describe('a switch that sends a text of its own', () => {
	const fields = {
		raw: flag('Raw', { wire: 'expand', queryFlag: 'raw_data' }),
		lines: flag('Lines', { wire: 'expand', queryFlag: 'lines' }),
	};

	test.each([
		[{}, {}],
		[{ raw: false }, {}],
		[{ raw: true }, { expand: 'raw_data' }],
		[{ raw: true, lines: true }, { expand: 'raw_data,lines' }],
	])('%j becomes %j', (input, query) => {
		expect(buildRequest('GET /things', fields, input).query).toEqual(query);
	});
});

describe('fields that become another one', () => {
	const both = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /things',
		fields: { a: text('A') },
		options: { b: text('B') },
		prepare: ({ a, b }) => ({ joined: `${String(a)}-${String(b)}` }),
	});

	test('are prepared when all of them have been checked', () => {
		expect(readInput(both, readFrom({ a: 'x', options: { b: 'y' } }))).toEqual({ joined: 'x-y' });
	});

	test('and an option takes the default of the credential where it is left unset', () => {
		expect(readInput(both, readFrom({ a: 'x' }), { defaults: { b: 'z' } })).toEqual({
			joined: 'x-z',
		});
		expect(
			readInput(both, readFrom({ a: 'x', options: { b: 'y' } }), { defaults: { b: 'z' } }),
		).toEqual({ joined: 'x-y' });
	});
});

test('what was given in a secret field counts as a secret', () => {
	const spec = operation({
		name: 'Get',
		action: 'Get',
		fields: { plain: text('Plain'), token: secret('Token') },
	});
	expect(secretInputs(spec, { plain: 'a', token: 'hush' })).toEqual(['hush']);
});

describe('rows whose cells wait for each other', () => {
	const field: Field = rows('Row', {
		row: {
			kind: choice('Kind', ['text', 'number'], { default: 'text' }),
			word: text('Word', { required: true, show: { kind: ['text'] } }),
			amount: text('Amount', { show: { kind: ['number'] } }),
		},
	});

	test('read only those that are shown', () => {
		expect(validate(field, [{ kind: 'number', word: 'left over', amount: '1' }])).toEqual([
			{ kind: 'number', amount: '1' },
		]);
	});

	test('take the default of a choice that is not given', () => {
		expect(validate(field, [{ word: 'a', amount: '1' }])).toEqual([{ kind: 'text', word: 'a' }]);
		expect(() => validate(field, [{ amount: '1' }])).toThrow('Row 1: Word is required');
	});
});

describe('amounts of money', () => {
	test('keep every digit where the service asks for that', () => {
		expect(
			parseJson(
				'{"a":12345678901234567.89,"b":0.1,"c":"1.50","d":-99999999999999.99,"e":12345678901234.50}',
				[],
				true,
			),
		).toEqual({
			a: '12345678901234567.89',
			b: 0.1,
			c: '1.50',
			d: '-99999999999999.99',
			e: 12345678901234.5,
		});
		expect(parseJson('{"a":12345678901234567.89}')).toEqual({ a: 12345678901234567.89 });
	});

	test('are a number exactly where a number holds them', () => {
		fc.assert(
			fc.property(
				fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
				fc.integer({ min: 1, max: 6 }),
				(digits, places) => {
					const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
					const token = `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
					const [value] = parseJson(`[${token}]`, [], true) as [string | number];
					const canonical = (decimal: string) => decimal.replace(/\.?0+$/, '').replace(/^-0$/, '0');
					expect(canonical(String(value).includes('.') ? String(value) : `${value}.0`)).toBe(
						canonical(token),
					);
				},
			),
			{ numRuns: 2000 },
		);
	});
});

test('a state that passes is waited for where the request may go again', () => {
	const patience = { attempts: 3, backOffMs: 1, maximumWaitMs: 10 };
	const known = { message: 'M', hint: 'H', temporary: true };
	expect(decideRetry({ status: 550, known }, 'keyed', 1, patience)).toHaveProperty('retryInMs');
	expect(decideRetry({ status: 550, known }, 'never', 1, patience)).toEqual({ stop: 'final' });
	expect(decideRetry({ status: 550 }, 'safe', 1, patience)).toEqual({ stop: 'final' });
});

test('a value behind the question mark may hold anything, one in the path may not', () => {
	expect(fillPath('/things/{a}?token={b}', (name) => ({ a: 'x y', b: 'a/../b&c' })[name])).toBe(
		'/things/x%20y?token=a%2F..%2Fb%26c',
	);
	expect(() => fillPath('/things/{a}?token={b}', (name) => ({ a: 'a/b', b: 'c' })[name])).toThrow(
		'cannot be used in a URL path',
	);
});
