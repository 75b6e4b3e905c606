import fc from 'fast-check';
import { built, type BuiltGroup } from '../../../nodes/FinanceData/filter/build';
import type {
	Condition,
	FieldKind,
	Filter,
	Operator,
} from '../../../nodes/FinanceData/filter/language';
import { parsed } from '../../../nodes/FinanceData/filter/parse';
import { printed } from '../../../nodes/FinanceData/filter/print';
import { filterFor } from '../../services/financeData/filter';

const kinds: Readonly<Record<string, FieldKind>> = {
	memo: 'text',
	name: 'text',
	status: 'fixed',
	vendor_id: 'fixed',
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
	.chain((date) =>
		fc.constantFrom(
			date.toISOString(),
			date.toISOString().slice(0, 10),
			date.toISOString().replace(/\.\d+Z$/, '+02:00'),
		),
	);
const orders = fc.constantFrom<Operator>('=', '<', '<=', '>', '>=');

const condition: fc.Arbitrary<Condition> = fc.oneof(
	fc.record({
		field: fieldsOf('text'),
		operator: fc.constantFrom<Operator>('=', '~'),
		value: words.map((text) => ({ text })),
	}),
	fc.record({
		field: fieldsOf('fixed'),
		operator: fc.constant<Operator>('='),
		value: words.map((text) => ({ text })),
	}),
	fc.record({
		field: fieldsOf('amount'),
		operator: orders,
		value: number.map((one) => ({ number: one })),
	}),
	fc.record({ field: fieldsOf('time'), operator: orders, value: time.map((text) => ({ text })) }),
);

/** Every filter there is: groups of at least two parts, of either connector, nested. */
const { filter } = fc.letrec<{ filter: Filter; group: Filter }>((tie) => ({
	filter: fc.oneof({ maxDepth: 3, withCrossShrink: true }, condition, tie('group')),
	group: fc
		.tuple(fc.array(tie('filter'), { minLength: 2, maxLength: 4 }), fc.boolean())
		.map(([parts, all]) => (all ? { all: parts } : { any: parts })),
}));

/** The same filter as people write it: other spaces, and parentheses that are not needed. */
const written = (of: Filter, random: () => number): string => {
	const space = () => [' ', '  ', '\n', '\t '][Math.floor(random() * 4)]!;
	const loose = () => (random() < 0.3 ? '' : space());
	const plain = (one: Filter): string => {
		if ('field' in one)
			return `${one.field}${loose()}${one.operator}${loose()}${'number' in one.value ? one.value.number : `"${one.value.text}"`}`;
		const [parts, connector] = 'all' in one ? [one.all, 'AND'] : [one.any, 'OR'];
		return parts
			.map((part) =>
				'field' in part && random() < 0.7 ? plain(part) : `(${loose()}${plain(part)}${loose()})`,
			)
			.join(`${space()}${connector}${space()}`);
	};
	return random() < 0.2 ? `( ${plain(of)} )` : plain(of);
};

const random = fc.integer().map((seed) => {
	let state = seed >>> 0;
	return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
});

describe('printing and reading', () => {
	test('every filter is read as what was printed', () => {
		fc.assert(
			fc.property(filter, (one) => expect(parsed(printed(one), kindOf)).toEqual({ filter: one })),
			{ numRuns: 5000 },
		);
	});

	test('however it is written: spaces and spare parentheses change nothing', () => {
		fc.assert(
			fc.property(filter, random, (one, draw) => {
				const result = parsed(written(one, draw), kindOf);
				expect(result).toHaveProperty('filter');
				if ('filter' in result) expect(printed(result.filter)).toBe(printed(one));
			}),
			{ numRuns: 3000 },
		);
	});

	test('the service understands it as it was meant', () => {
		const row = fc.record({
			memo: words,
			name: words,
			status: words,
			vendor_id: words,
			total: fc.integer({ min: -99, max: 99 }),
			fee: fc.double({ min: -9, max: 9, noNaN: true }),
			created_at: time.map((one) => new Date(one).toISOString()),
			due_date: time.map((one) => one.slice(0, 10)),
		});
		fc.assert(
			fc.property(filter, fc.array(row, { minLength: 1, maxLength: 5 }), (one, rows) => {
				const accepts = filterFor(printed(one), rows);
				expect(rows.map((each) => accepts(each))).toEqual(rows.map((each) => meant(one, each)));
			}),
			{ numRuns: 3000 },
		);
	});
});

/** The meaning of a filter, said a third time. */
function meant(one: Filter, row: Record<string, unknown>): boolean {
	if ('all' in one) return one.all.every((part) => meant(part, row));
	if ('any' in one) return one.any.some((part) => meant(part, row));
	const { field, operator, value } = one;
	const has = row[field];
	if ('text' in value && operator === '~')
		return String(has)
			.toLowerCase()
			.split(/\s+/)
			.some((word) => word.startsWith(value.text.toLowerCase()));
	const [left, right] =
		'number' in value
			? [Number(has), Number(value.number)]
			: kinds[field] === 'time'
				? [Date.parse(String(has)), Date.parse(value.text)]
				: [String(has), value.text];
	const compare = {
		'=': left === right,
		'<': left < right,
		'<=': left <= right,
		'>': left > right,
		'>=': left >= right,
	};
	return compare[operator as keyof typeof compare];
}

describe('whatever is typed', () => {
	const typed = fc.oneof(
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
				const text = printed(one);
				const place = at % text.length;
				return text.slice(0, place) + extra + text.slice(place + (extra === '' ? 1 : 0));
			}),
	);

	test('is either a filter that reads the same again, or a mistake at a place inside', () => {
		fc.assert(
			fc.property(typed, (text) => {
				const result = parsed(text, kindOf);
				if ('filter' in result) expect(parsed(printed(result.filter), kindOf)).toEqual(result);
				else {
					expect(result.mistake.at).toBeGreaterThanOrEqual(0);
					expect(result.mistake.at).toBeLessThanOrEqual(text.length);
					expect(result.mistake.message).not.toMatch(/undefined|\[object/);
				}
			}),
			{ numRuns: 10_000 },
		);
	});

	test('AND and OR in one row are refused where the second one stands', () => {
		fc.assert(
			fc.property(
				fc.array(condition, { minLength: 3, maxLength: 6 }),
				fc.nat(),
				fc.boolean(),
				(parts, turn, begins) => {
					const texts = parts.map(printed);
					const change = 1 + (turn % (parts.length - 2 || 1));
					const connectors = texts
						.slice(1)
						.map((_, index) => (index < change === begins ? ' AND ' : ' OR '));
					if (new Set(connectors).size < 2) return;
					const text = texts.reduce((all, part, index) => all + connectors[index - 1]! + part);
					const place =
						texts.slice(0, change + 1).join('').length +
						connectors.slice(0, change).join('').length +
						1;
					expect(parsed(text, kindOf)).toEqual({
						mistake: {
							at: place,
							message: 'AND and OR rank equal, so put one of the two in parentheses',
						},
					});
				},
			),
		);
	});

	test.each([
		['', 0, 'the name of a field is missing, but the expression ends'],
		['status', 6, 'after status must stand one of = ~ < <= > >=, but the expression ends'],
		['status =', 8, 'a value is missing, but the expression ends'],
		['status = paid', 9, 'paid is no number; texts and dates stand in double quotes'],
		["status = 'paid'", 9, 'texts stand in straight double quotes ("), not in \''],
		['status = “paid”', 9, 'texts stand in straight double quotes ("), not in “'],
		['status = "paid', 9, 'this double quote is never closed'],
		['(status = "paid"', 0, 'this parenthesis is never closed'],
		['status = "paid")', 15, 'this parenthesis closes nothing'],
		['status = "paid" memo = "x"', 16, 'AND or OR is missing before memo'],
		['status = "paid" and memo = "x"', 16, 'write AND in capitals'],
		['status = "paid" AND', 19, 'the name of a field is missing, but the expression ends'],
		['status != "paid"', 7, 'the language has no "not"'],
		['status == "paid"', 8, 'a value is missing, but there is ='],
		['status ~ "pa"', 7, '~ is for texts, and status is an ID or a value of a list: use ='],
		['created_at ~ "2026"', 11, '~ is for texts, and created_at is a date: use =, <, <=, > or >='],
		['vendor_id ~ "a"', 10, '~ is for texts, and vendor_id is an ID or a value of a list: use ='],
		['memo < "a"', 5, '< is for numbers and dates, and memo is a text: use = or ~'],
		['memo = 1', 7, 'memo is a text: put the value in double quotes'],
		['total > "5"', 8, 'total is an amount: write the number without quotes'],
		['created_at > "yesterday"', 13, 'a date is written as 2026-01-31 or 2026-01-31T08:00:00Z'],
		['created_at > "2026-02-30"', 13, 'a date is written as 2026-01-31 or 2026-01-31T08:00:00Z'],
		[
			'made_up > "5"',
			10,
			'a date is written as 2026-01-31 or 2026-01-31T08:00:00Z, and a number without quotes',
		],
		['AND = "x"', 0, 'the name of a field is missing, but there is AND'],
		[`${'('.repeat(60)}memo = "a"${')'.repeat(60)}`, 50, 'the parentheses are nested too deeply'],
	])('%j has its mistake at %i', (text, at, message) => {
		expect(parsed(text, kindOf)).toEqual({ mistake: { at, message } });
	});

	test('fields that nobody knows are taken as they are', () => {
		for (const text of [
			'made_up = "x"',
			'made_up ~ "x"',
			'made_up > 5',
			'made_up >= "2026-01-31"',
			'a.b_c = 1',
			'total = "5.00"',
		])
			expect(parsed(text, kindOf)).toHaveProperty('filter');
	});
});

describe('the builder', () => {
	const given = condition.map((one) => {
		const kind = { text: 'text', fixed: 'exact', amount: 'number', time: 'time' }[
			kinds[one.field]!
		];
		const value = 'number' in one.value ? one.value.number : one.value.text;
		return {
			one,
			row: {
				kind,
				field: one.field,
				value,
				...(kind === 'text' ? { textOperator: one.operator } : { orderOperator: one.operator }),
			},
		};
	});
	const group = fc.record({
		match: fc.constantFrom('and', 'or'),
		conditions: fc.array(given, { maxLength: 4 }),
	});

	test('makes what was put together, in parentheses where it has to be', () => {
		fc.assert(
			fc.property(
				fc.array(group, { maxLength: 4 }),
				fc.constantFrom('and', 'or'),
				(groups, join) => {
					const result = built(
						groups.map(({ match, conditions }): BuiltGroup => ({
							match,
							conditions: conditions.map(({ row }) => row),
						})),
						join,
						kindOf,
					);
					const joined = (parts: Filter[], how: string): Filter =>
						parts.length === 1 ? parts[0]! : how === 'and' ? { all: parts } : { any: parts };
					const parts = groups
						.filter(({ conditions }) => conditions.length > 0)
						.map(({ match, conditions }) =>
							joined(
								conditions.map(({ one }) => one),
								match,
							),
						);
					const wanted = parts.length === 0 ? undefined : joined(parts, join);
					expect(result).toEqual({ filter: wanted });
					if (wanted) expect(parsed(printed(wanted), kindOf)).toEqual({ filter: wanted });
				},
			),
			{ numRuns: 3000 },
		);
	});

	test.each([
		[
			{ kind: 'text', field: 'memo', value: 'say "hi"' },
			'a value cannot hold a double quote, as the language has no way to write one',
		],
		[
			{ kind: 'text', field: 'status', textOperator: '~', value: 'p' },
			'~ is for texts, and status is an ID or a value of a list: use =',
		],
		[{ kind: 'number', field: 'total', value: 'many' }, 'many is no number such as 12 or 12.50'],
		[{ kind: 'number', field: 'memo', value: '5' }, 'memo is a text: choose another kind'],
		[
			{ kind: 'time', field: 'unknown', value: 'soon' },
			'a date is written as 2026-01-31 or 2026-01-31T08:00:00Z',
		],
		[{ kind: 'text', field: 'a b', value: 'x' }, 'a b cannot be the name of a field'],
		[{ kind: 'text', field: 'OR', value: 'x' }, 'OR cannot be the name of a field'],
	])('refuses %j', (row, says) => {
		expect(
			built([{ conditions: [{ kind: 'text', field: 'memo', value: 'a' }, row] }], 'and', kindOf),
		).toEqual({ mistake: `group 1, condition 2: ${says}` });
	});
});
