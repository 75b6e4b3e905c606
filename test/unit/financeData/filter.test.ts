import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { parse } from 'yaml';
import { entities, fieldKinds } from '../../../nodes/FinanceData/entities';
import { buildFilter, type GroupInput } from '../../../nodes/FinanceData/filter/build';
import { formatFilter, type FieldKind } from '../../../nodes/FinanceData/filter/language';
import { toTitleCase } from '../../../nodes/engine/describe';
import { parseFilter } from '../../../nodes/FinanceData/filter/parse';

interface FilterError {
	readonly filter: string;
	readonly position: number;
	readonly message: string;
}

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

test.each([
	['memo = "a"', undefined],
	['memo="a"AND  total\n>=-1.50', 'memo = "a" AND total >= -1.50'],
	['( memo ~ "a" OR memo = "b" OR (name = "c") )', 'memo ~ "a" OR memo = "b" OR name = "c"'],
	[
		'(memo = "a" AND total < 5) OR (fee = 1 AND (status = "x" OR due_date > "2026-01-31"))',
		undefined,
	],
	['memo = " say (AND) \\ ü "', undefined],
])('%j is parsed and formatted', (text, formatted = text) => {
	const result = parseFilter(text, kindOf);
	expect('filter' in result && formatFilter(result.filter)).toBe(formatted);
});

describe('any input of parseFilter', () => {
	const expression = fc.oneof(
		fc.string({
			unit: fc.constantFrom(...'memo,total,",(,),=,~,<,>,AND,OR,1,.5,-,“,!,😀, ,\n'.split(',')),
		}),
		fc.string({ unit: 'binary' }),
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

	test.each([
		...(parse(
			readFileSync(join(__dirname, 'filterErrors.yaml'), 'utf8'),
		) as readonly FilterError[]),
		{
			filter: `${'('.repeat(60)}memo = "a"${')'.repeat(60)}`,
			position: 50,
			message: 'parentheses can be nested at most 50 levels deep',
		},
	])('$filter has an error at $position', ({ filter, position, message }) => {
		expect(parseFilter(filter, kindOf)).toEqual({ error: { position, message } });
	});

	test.each([
		'20260131T080000Z',
		'2026-01-31T08:00:00+01',
		'2026-01-31T08',
		'2026-W05-6',
		'2026-01',
		'2026-01-31T08:00:00,5Z',
	])('accepts the ISO 8601 date %s', (text) => {
		expect(DateTime.fromISO(text).isValid).toBe(true);
		expect(parseFilter(`created_at >= "${text}"`, kindOf)).toEqual({
			filter: { field: 'created_at', operator: '>=', value: { text } },
		});
	});

	test.each([
		' 2026-01-31',
		'1769846400',
		'20260231',
		'2025-W53-1',
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
	test('combines the conditions of a group, and the groups', () => {
		const [a, b, c] = ['a', 'b', 'c'].map((value) => ({ field: 'memo', operator: 'is', value }));
		const built = (join: string, ...groups: GroupInput[]) => {
			const result = buildFilter(groups, join as 'and', kindOf);
			return 'filter' in result && result.filter && formatFilter(result.filter);
		};
		const groups = [
			{ match: 'and', conditions: [a!, b!] },
			{ conditions: [] },
			{ conditions: [c!] },
		];
		expect(built('or', ...(groups as GroupInput[]))).toBe(
			'(memo = "a" AND memo = "b") OR memo = "c"',
		);
		expect(built('and', { match: 'or', conditions: [a!, b!] } as GroupInput)).toBe(
			'memo = "a" OR memo = "b"',
		);
		expect(built('and')).toBeUndefined();
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

	test.each(
		Object.entries({
			'memo | is | say "hi"':
				'a value cannot contain a double quote, because the filter language cannot escape it',
			'status | startsWith | p':
				'Word Starts With only works with text, but Status is a fixed value. Use Is',
			'vendor_id | is | Acme':
				'Vendor ID requires an ID, got "Acme". To find the ID by a name, use Get Many of Vendor',
			'total | startsWith | 5':
				'Word Starts With only works with text, but Total is an amount. Use Is, Is Less Than, Is at Most, Is Greater Than or Is at Least',
			'memo | atLeast | 5':
				'Is at Least only works with numbers and dates, but Memo is text. Use Is or Word Starts With',
			'total | is | many': '"many" is not a number. Enter a number such as 1234 or 1234.50',
			'due_date | lessThan | soon':
				'Due Date must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got "soon"',
			'fee | is | 1.000': '"1.000" could mean 1000 or 1: enter 1000 or 1.00',
			'total | greaterThan |  1.000': '" 1.000" could mean 1000 or 1: enter 1000 or 1.00',
			'unknown | lessThan | soon':
				'Is Less Than requires a number or a date such as 2026-01-31, got "soon"',
			'a b | is | x': '"a b" is not a valid field name',
			'OR | is | x': '"OR" is not a valid field name',
		}),
	)('rejects %s', (condition, message) => {
		const [field = '', operator, value = ''] = condition.split(' | ');
		const row = { field, operator, value };
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
