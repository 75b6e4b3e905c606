import fc from 'fast-check';
import { DateTime } from 'luxon';
import { entities, fieldKinds } from '../../../nodes/FinanceData/entities';
import {
	buildFilter,
	formOperators,
	type GroupInput,
} from '../../../nodes/FinanceData/filter/build';
import { filterableFields, filterKinds } from '../../../nodes/FinanceData/filter/filterableFields';
import {
	formatFilter,
	type Condition,
	type FieldKind,
	type Filter,
	type Operator,
} from '../../../nodes/FinanceData/filter/language';
import { toTitleCase } from '../../../nodes/engine/describe';
import { parseFilter } from '../../../nodes/FinanceData/filter/parse';

const kinds: Readonly<Record<string, FieldKind>> = {
	memo: 'text',
	name: 'text',
	status: 'fixed',
	vendor_id: 'fixed',
	customer_id: 'fixed',
	total: 'amount',
	fee: 'amount',
	created_at: 'time',
	due_date: 'time',
};
const kindOf = (field: string): FieldKind | undefined => kinds[field];
const fieldsOf = (kind: FieldKind) =>
	fc.constantFrom(...Object.keys(kinds).filter((name) => kinds[name] === kind));

const words = fc.string({
	unit: fc.constantFrom('a', 'B', 'c', ' ', '(', ')', '=', 'AND', 'ü', '\\', "'", '<', '1', '漢'),
	maxLength: 8,
});
const number = fc
	.tuple(fc.integer({ min: -99, max: 99 }), fc.option(fc.integer({ min: 0, max: 99 })))
	.map(([whole, part]) => (part === null ? `${whole}` : `${whole}.${part}`));
const time = fc
	.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
	// Midnight is sent as a day, see the test below.
	.filter((date) => Math.floor(date.getTime() / 1000) % 3600 !== 0)
	.chain((date) =>
		fc.constantFrom(
			date.toISOString(),
			date.toISOString().slice(0, 10),
			date.toISOString().replace(/\.\d+Z$/, '+02:00'),
		),
	);
const comparisons = fc.constantFrom<Operator>('=', '<', '<=', '>', '>=');

const condition: fc.Arbitrary<Condition> = fc.oneof(
	fc.record({
		field: fieldsOf('text'),
		operator: fc.constantFrom<Operator>('=', '~'),
		value: words.map((text) => ({ text })),
	}),
	fc.record({
		field: fc.constant('status'),
		operator: fc.constant<Operator>('='),
		value: words.map((text) => ({ text: text.trim() })),
	}),
	fc.record({
		field: fc.constant('vendor_id'),
		operator: fc.constant<Operator>('='),
		value: fc.uuid().map((text) => ({ text })),
	}),
	fc.record({
		field: fieldsOf('amount'),
		operator: comparisons,
		value: number.map((digits) => ({ number: digits })),
	}),
	fc.record({
		field: fieldsOf('time'),
		operator: comparisons,
		value: time.map((text) => ({ text })),
	}),
);

/** Random valid filters: conditions, and nested groups of at least two parts. */
const { filter } = fc.letrec<{ filter: Filter; group: Filter }>((tie) => ({
	filter: fc.oneof({ maxDepth: 3, withCrossShrink: true }, condition, tie('group')),
	group: fc
		.tuple(fc.array(tie('filter'), { minLength: 2, maxLength: 4 }), fc.boolean())
		.map(([parts, all]) => (all ? { all: parts } : { any: parts })),
}));

/** Formats a filter with random whitespace and unnecessary parentheses. */
const formatLoosely = (root: Filter, random: () => number): string => {
	const space = () => [' ', '  ', '\n', '\t '][Math.floor(random() * 4)]!;
	const optionalSpace = () => (random() < 0.3 ? '' : space());
	const format = (one: Filter): string => {
		if ('field' in one)
			return `${one.field}${optionalSpace()}${one.operator}${optionalSpace()}${'number' in one.value ? one.value.number : `"${one.value.text}"`}`;
		const [parts, connector] = 'all' in one ? [one.all, 'AND'] : [one.any, 'OR'];
		return parts
			.map((part) =>
				'field' in part && random() < 0.7
					? format(part)
					: `(${optionalSpace()}${format(part)}${optionalSpace()})`,
			)
			.join(`${space()}${connector}${space()}`);
	};
	return random() < 0.2 ? `( ${format(root)} )` : format(root);
};

const random = fc.integer().map((seed) => {
	let state = seed >>> 0;
	return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
});

describe('formatFilter and parseFilter', () => {
	test('parsing a formatted filter returns the same filter', () => {
		fc.assert(
			fc.property(filter, (one) =>
				expect(parseFilter(formatFilter(one), kindOf)).toEqual({ filter: one }),
			),
			{ numRuns: 5000 },
		);
	});

	test('whitespace and unnecessary parentheses do not change the filter', () => {
		fc.assert(
			fc.property(filter, random, (one, draw) => {
				const result = parseFilter(formatLoosely(one, draw), kindOf);
				expect(result).toHaveProperty('filter');
				if ('filter' in result) expect(formatFilter(result.filter)).toBe(formatFilter(one));
			}),
			{ numRuns: 3000 },
		);
	});
});

describe('any input of parseFilter', () => {
	const expression = fc.oneof(
		fc.string({
			unit: fc.constantFrom(
				'memo',
				'total',
				' ',
				'"',
				'(',
				')',
				'=',
				'~',
				'<',
				'>',
				'AND',
				'OR',
				'1',
				'.5',
				'-',
				'“',
				'\n',
				'!',
				'😀',
			),
		}),
		fc.string({ unit: 'binary' }),
		fc
			.tuple(filter, fc.nat(), fc.constantFrom('', '"', '(', ')', ' AND ', '~', 'x'))
			.map(([one, at, extra]) => {
				const text = formatFilter(one);
				const position = at % text.length;
				return text.slice(0, position) + extra + text.slice(position + (extra === '' ? 1 : 0));
			}),
	);

	test('returns a filter that is the same after formatting and parsing, or an error with a position in the expression', () => {
		fc.assert(
			fc.property(expression, (text) => {
				const result = parseFilter(text, kindOf);
				if ('filter' in result)
					expect(parseFilter(formatFilter(result.filter), kindOf)).toEqual(result);
				else {
					expect(result.error.position).toBeGreaterThanOrEqual(0);
					expect(result.error.position).toBeLessThanOrEqual(text.length);
					expect(result.error.message).not.toMatch(/undefined|\[object/);
				}
			}),
			{ numRuns: 10_000 },
		);
	});

	test('mixing AND and OR without parentheses is an error at the second connector', () => {
		fc.assert(
			fc.property(
				fc.array(condition, { minLength: 3, maxLength: 6 }),
				fc.nat(),
				fc.boolean(),
				(parts, seed, startsWithAnd) => {
					const texts = parts.map(formatFilter);
					const change = 1 + (seed % (parts.length - 2 || 1));
					const connectors = texts
						.slice(1)
						.map((_, index) => (index < change === startsWithAnd ? ' AND ' : ' OR '));
					if (new Set(connectors).size < 2) return;
					const text = texts.reduce((all, part, index) => all + connectors[index - 1]! + part);
					const position =
						texts.slice(0, change + 1).join('').length +
						connectors.slice(0, change).join('').length +
						1;
					expect(parseFilter(text, kindOf)).toEqual({
						error: {
							position,
							message: 'AND and OR have equal precedence. Put one of them in parentheses',
						},
					});
				},
			),
		);
	});

	test.each([
		['', 0, 'expected a field name, got the end of the expression'],
		['status', 6, 'expected one of = ~ < <= > >= after status, got the end of the expression'],
		['status =', 8, 'expected a value, got the end of the expression'],
		['status = paid', 9, 'paid is not a number. Put text and dates in double quotes'],
		["status = 'paid'", 9, 'text must be in straight double quotes ("), got \''],
		['status = “paid”', 9, 'text must be in straight double quotes ("), got “'],
		['status = "paid', 9, 'this double quote is not closed'],
		['(status = "paid"', 0, 'this parenthesis is not closed'],
		['status = "paid")', 15, 'this parenthesis has no opening parenthesis'],
		['status = "paid" memo = "x"', 16, 'AND or OR is missing before memo'],
		['status = "paid" and memo = "x"', 16, 'write AND in uppercase'],
		['status = "paid" AND', 19, 'expected a field name, got the end of the expression'],
		['status != "paid"', 7, 'the filter language has no "not"'],
		['status == "paid"', 8, 'expected a value, got ='],
		['status ~ "pa"', 7, '~ only works with text, but status is a fixed value. Use ='],
		[
			'created_at ~ "2026"',
			11,
			'~ only works with text, but created_at is a date. Use =, <, <=, > or >=',
		],
		['vendor_id ~ "a"', 10, '~ only works with text, but vendor_id is an ID. Use ='],
		[
			'vendor_id = "Brook & Co"',
			12,
			'vendor_id requires an ID, got "Brook & Co". To find the ID by a name, use Get Many of Vendor',
		],
		[
			'customer_id = "Brook"',
			14,
			'customer_id requires an ID, got "Brook". To find the ID by a name, use Get Many of Accounting Customer',
		],
		['memo < "a"', 5, '< only works with numbers and dates, but memo is text. Use = or ~'],
		['memo = 1', 7, 'memo is text. Put the value in double quotes'],
		['total > "5"', 8, 'total is an amount. Enter the number without quotes'],
		[
			'created_at > "yesterday"',
			13,
			'created_at must be a date such as 2026-01-31 or the expression {{ $today.minus({ days: 1 }) }}, got "yesterday"',
		],
		[
			'created_at > "2026-02-30"',
			13,
			'created_at must be a date that exists in the calendar, got "2026-02-30"',
		],
		[
			'made_up > "5"',
			10,
			'made_up must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got "5". Enter numbers without quotes',
		],
		['AND = "x"', 0, 'expected a field name, got AND'],
		[
			`${'('.repeat(60)}memo = "a"${')'.repeat(60)}`,
			50,
			'parentheses can be nested at most 50 levels deep',
		],
	])('%j has an error at %i', (text, position, message) => {
		expect(parseFilter(text, kindOf)).toEqual({ error: { position, message } });
	});

	test.each([
		'20260131T080000Z',
		'20260131T0800+0100',
		'20260131',
		'2026-01-31T08:00:00+01',
		'2026-01-31T08',
		'2026-01-31T08Z',
		'2026-01-31T24:00:00Z',
		'2026-W05-6',
		'2026W056',
		'2026-W05',
		'2026-01',
		'2026-031',
		'2026-01-31T08:00:00,5Z',
	])('accepts the ISO 8601 date %s', (text) => {
		expect(DateTime.fromISO(text).isValid).toBe(true);
		expect(parseFilter(`created_at >= "${text}"`, kindOf)).toEqual({
			filter: { field: 'created_at', operator: '>=', value: { text } },
		});
	});

	test.each([
		' 2026-01-31',
		'2026-01-31 08:00',
		'1769846400',
		'2026-02-31T10:00',
		'20260231',
		'2025-W53-1',
		'2025-W53',
		'2026-13',
		'2026-366',
		'2026-01-31T08:00+24',
		'2026-01-31T25',
	])('rejects the date %s', (text) => {
		expect(parseFilter(`created_at >= "${text}"`, kindOf)).toMatchObject({
			error: {
				position: 14,
				message: expect.stringContaining('created_at must be a date'),
			},
		});
	});

	test('amounts are text before version 2024-04-30', () => {
		const kindsOf = (version: string) => fieldKinds(entities.invoice, version);
		for (const version of ['2023-02-07', '2023-03-14']) {
			expect(parseFilter('total_amount = "5.00"', kindsOf(version))).toHaveProperty('filter');
			expect(parseFilter('total_amount > 5', kindsOf(version))).toMatchObject({
				error: { position: 13, message: expect.stringContaining('total_amount is text') },
			});
			expect(parseFilter('total_amount = 5', kindsOf(version))).toMatchObject({
				error: { message: 'total_amount is text. Put the value in double quotes' },
			});
			expect(parseFilter('issue_date > "2026-01-31"', kindsOf(version))).toHaveProperty('filter');
		}
		for (const version of ['2024-04-30', '2024-08-31', '2027-01-01']) {
			expect(parseFilter('total_amount > 5', kindsOf(version))).toHaveProperty('filter');
			expect(parseFilter('total_amount = "5.00"', kindsOf(version))).toMatchObject({
				error: { message: 'total_amount is an amount. Enter the number without quotes' },
			});
		}
	});

	test('unknown fields are not restricted to a type', () => {
		for (const text of [
			'made_up = "x"',
			'made_up ~ "x"',
			'made_up > 5',
			'made_up >= "2026-01-31"',
			'a.b_c = 1',
		])
			expect(parseFilter(text, kindOf)).toHaveProperty('filter');
	});
});

describe('buildFilter', () => {
	const operatorNames = Object.fromEntries(
		Object.entries(formOperators).map(([name, { symbol }]) => [symbol, name]),
	) as Record<Operator, string>;
	const formRow = condition.map((one) => ({
		one,
		row: {
			field: one.field,
			operator: operatorNames[one.operator],
			value: 'number' in one.value ? one.value.number : one.value.text,
		},
	}));
	const group = fc.record({
		match: fc.constantFrom('and', 'or'),
		conditions: fc.array(formRow, { maxLength: 4 }),
	});

	test('returns the filter that the form describes', () => {
		fc.assert(
			fc.property(
				fc.array(group, { maxLength: 4 }),
				fc.constantFrom('and', 'or'),
				(groups, join) => {
					const result = buildFilter(
						groups.map(({ match, conditions }): GroupInput => ({
							match,
							conditions: conditions.map(({ row }) => row),
						})),
						join,
						kindOf,
					);
					const joinFilters = (parts: Filter[], how: string): Filter =>
						parts.length === 1 ? parts[0]! : how === 'and' ? { all: parts } : { any: parts };
					const parts = groups
						.filter(({ conditions }) => conditions.length > 0)
						.map(({ match, conditions }) =>
							joinFilters(
								conditions.map(({ one }) => one),
								match,
							),
						);
					const expected = parts.length === 0 ? undefined : joinFilters(parts, join);
					expect(result).toEqual({ filter: expected });
					if (expected)
						expect(parseFilter(formatFilter(expected), kindOf)).toEqual({ filter: expected });
				},
			),
			{ numRuns: 3000 },
		);
	});

	test.each([
		['is', '5', 'made_up = "5"'],
		['is', '2026-01-31', 'made_up = "2026-01-31"'],
		['startsWith', '5', 'made_up ~ "5"'],
		['lessThan', '5.50', 'made_up < 5.50'],
		['atMost', ' -5 ', 'made_up <= -5'],
		['greaterThan', '2026-01-31', 'made_up > "2026-01-31"'],
		['atLeast', '2026-01-31T08:00', 'made_up >= "2026-01-31T07:00:00.000Z"'],
	])('the value decides the type of an unknown field: %s %s', (operator, value, expression) => {
		const result = buildFilter(
			[{ conditions: [{ field: 'made_up', operator, value }] }],
			'and',
			kindOf,
			'Europe/Berlin',
		);
		expect('filter' in result && formatFilter(result.filter!)).toBe(expression);
	});

	test.each(['platform_id', 'gateway_account_id'])(
		'an ID of a platform in %s may be any text',
		(field) => {
			const conditions = [{ field, value: 'Main account' }];
			expect(buildFilter([{ conditions }], 'and', () => 'fixed')).toHaveProperty('filter');
		},
	);

	test('spaces around an ID are removed, and those in text are kept', () => {
		const conditions = [
			{ field: 'vendor_id', value: ' 7f3a-1 ' },
			{ field: 'memo', value: ' a ' },
		];
		expect(buildFilter([{ conditions }], 'and', kindOf)).toEqual({
			filter: {
				all: [
					{ field: 'vendor_id', operator: '=', value: { text: '7f3a-1' } },
					{ field: 'memo', operator: '=', value: { text: ' a ' } },
				],
			},
		});
	});

	test('a condition from an expression may omit the operator', () => {
		expect(buildFilter([{ conditions: [{ field: 'memo', value: 'a' }] }], 'and', kindOf)).toEqual({
			filter: { field: 'memo', operator: '=', value: { text: 'a' } },
		});
	});

	test.each([
		[
			{ field: 'memo', operator: 'is', value: 'say "hi"' },
			'a value cannot contain a double quote, because the filter language cannot escape it',
		],
		[
			{ field: 'status', operator: 'startsWith', value: 'p' },
			'Word Starts With only works with text, but Status is a fixed value. Use Is',
		],
		[
			{ field: 'vendor_id', operator: 'is', value: 'Acme' },
			'Vendor ID requires an ID, got "Acme". To find the ID by a name, use Get Many of Vendor',
		],
		[
			{ field: 'total', operator: 'startsWith', value: '5' },
			'Word Starts With only works with text, but Total is an amount. Use Is, Is Less Than, Is at Most, Is Greater Than or Is at Least',
		],
		[
			{ field: 'memo', operator: 'atLeast', value: '5' },
			'Is at Least only works with numbers and dates, but Memo is text. Use Is or Word Starts With',
		],
		[
			{ field: 'total', operator: 'is', value: 'many' },
			'"many" is not a number. Enter a number such as 1234 or 1234.50',
		],
		[
			{ field: 'due_date', operator: 'lessThan', value: 'soon' },
			'Due Date must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got "soon"',
		],
		[
			{ field: 'fee', operator: 'is', value: '1.000' },
			'"1.000" could mean 1000 or 1: enter 1000 or 1.00',
		],
		[
			{ field: 'total', operator: 'greaterThan', value: ' 1.000' },
			'" 1.000" could mean 1000 or 1: enter 1000 or 1.00',
		],
		[
			{ field: 'unknown', operator: 'lessThan', value: 'soon' },
			'Is Less Than requires a number or a date such as 2026-01-31, got "soon"',
		],
		[{ field: 'a b', operator: 'is', value: 'x' }, '"a b" is not a valid field name'],
		[{ field: 'OR', operator: 'is', value: 'x' }, '"OR" is not a valid field name'],
	])('rejects %j', (row, message) => {
		expect(
			buildFilter([{ conditions: [{ field: 'memo', value: 'a' }, row] }], 'and', kindOf),
		).toEqual({
			error: `Condition Group 1, Condition 2, Field ${kindOf(row.field) ? toTitleCase(row.field) : row.field}: ${message}`,
		});
	});
});

test.each([
	// n8n's $today, in New York and in Berlin.
	['due_date', '2026-11-26T00:00:00.000-05:00', 'due_date < "2026-11-26"'],
	['due_date', '2026-11-26T00:00:00.000+01:00', 'due_date < "2026-11-26"'],
	['due_date', '2026-11-26T00:00', 'due_date < "2026-11-26"'],
	['due_date', '2026-11-26T08:00:00.000-05:00', 'due_date < "2026-11-26T08:00:00.000-05:00"'],
	['updated_at', '2026-11-26T00:00:00.000-05:00', 'updated_at < "2026-11-26T00:00:00.000-05:00"'],
])('a day is compared with %s as a date without a time zone: %s', (field, value, expression) => {
	const result = buildFilter(
		[{ conditions: [{ field, operator: 'lessThan', value }] }],
		'and',
		() => 'time',
		'America/New_York',
	);
	expect('filter' in result && formatFilter(result.filter!)).toBe(expression);
});

describe('filterableFields', () => {
	test('lists the fields of a resource with their types', () => {
		const kindsOf = (resource: string) =>
			Object.fromEntries(filterableFields(resource).map(({ name, kind }) => [name, kind]));
		expect(kindsOf('invoice')).toMatchObject({
			customer_id: 'fixed',
			due_date: 'time',
			memo: 'text',
			status: 'fixed',
			total_amount: 'amount',
		});
		expect(kindsOf('class')).toMatchObject({ name: 'text', status: 'fixed' });
		expect(filterableFields('other')).toEqual([]);
	});

	test('a listed amount is compared as a number', () => {
		expect(filterKinds('balanceSheet', '2024-08-31')('total_assets')).toBe('amount');
		expect(filterKinds('balanceSheet', '2023-03-14')('total_assets')).toBe('text');
	});
});
