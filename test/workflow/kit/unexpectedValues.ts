/** Unexpected field values, as they may come from expressions, agents and attackers. */
import fc from 'fast-check';

/** Strings that could break out of a path segment, query, header, JSON string or host name. */
const injections = [
	'..',
	'.',
	'../admin',
	'..\\admin',
	'%2e%2e',
	'%2e%2e%2fadmin',
	'..%2fadmin',
	'.%2e',
	'a/b',
	'a//b',
	'//evil.example/x',
	'/etc',
	'a\\b',
	'a%2fb',
	'a%5cb',
	'a?b=c',
	'?b',
	'a#b',
	'#',
	'a&b=c',
	'a;b',
	'a@evil.example',
	'@evil.example',
	'.evil.example',
	':80',
	'http://evil.example/x',
	'a\r\nX-Injected: 1',
	'a\nb',
	'a\r',
	'\t',
	'\u0000',
	'a\u0000b',
	'\u007f',
	'\u0085',
	'a\u2028b',
	'\ufeff',
	' ',
	' a ',
	'+',
	'%',
	'%zz',
	'%00',
	'é',
	'😀',
	'\ud800',
	'a\udc00',
	'\u202egnp',
	'"',
	"'",
	'a\'b"c',
	'<b>',
	'${7*7}',
	'{{7*7}}',
	'{a}',
	'*',
	'null',
	'undefined',
	'true',
	'NaN',
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'-1',
	'0',
	'1e999',
	'9'.repeat(30),
	'[',
	'{',
	'[]',
	'{}',
	'{"a":',
	',',
	'a,b',
	'x'.repeat(5000),
];

const nested = (depth: number): unknown => {
	let value: unknown = 'deep';
	for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
	return value;
};
const nestedText = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values other than text. Each value is created on demand, because a node may modify its input. */
const otherValues: (() => unknown)[] = [
	() => ({}),
	() => ({ a: 1 }),
	() => [],
	() => ['a'],
	() => [null],
	() => [['a']],
	() => [{ a: 1 }],
	() => null,
	() => undefined,
	() => NaN,
	() => Infinity,
	() => -1,
	() => 0,
	() => -0,
	() => 1.5,
	() => 1e21,
	() => 2 ** 53,
	() => true,
	() => false,
	() => 10n,
	() => Symbol('s'),
	() => () => 1,
	() => new Date(0),
	() => new Date(NaN),
	() => new Map([['a', 1]]),
	() => new Set(['a']),
	() => Buffer.from('a'),
	() => Object.create(null) as object,
	() => ({ toString: 'not a function' }),
	() => ({ toJSON: 'not a function' }),
	() => ({ length: -1 }),
	() => ({ then: 1 }),
	() => cyclic(),
	() =>
		JSON.parse(
			'{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"a":1}',
		) as object,
	() => '{"__proto__":{"polluted":true},"a":1}',
	() => [JSON.parse('{"__proto__":{"polluted":true}}')],
	() => nested(50),
	() => nested(20_000),
	() => nestedText(50),
	() => nestedText(20_000),
	() => Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, index])),
	() => Array.from({ length: 2000 }, (_, index) => index),
];

function cyclic(): object {
	const object: Record<string, unknown> = { a: 1 };
	object.self = object;
	return object;
}

/** Generates functions that each create one unexpected value. */
export const unexpectedValue: fc.Arbitrary<() => unknown> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...injections).map((text) => () => text) },
	{ weight: 3, arbitrary: fc.constantFrom(...otherValues) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => () => text) },
	{
		weight: 1,
		arbitrary: fc.tuple(fc.constantFrom(...injections), fc.constantFrom(...injections)).map(
			([a, b]) =>
				() =>
					a + b,
		),
	},
	{ weight: 1, arbitrary: fc.json({ maxDepth: 4 }).map((text) => () => text) },
	{ weight: 1, arbitrary: fc.object({ maxDepth: 3 }).map((value) => () => value) },
);
