import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	filterFromConditions,
	findFilterProblem,
	listOperators,
	scalarOperators,
	type Condition,
} from '../../../nodes/DocumentSearch/filter';

const name = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const scalars = fc.array(scalar, { maxLength: 4 });
const operators = fc.oneof(
	fc.dictionary(fc.constantFrom(...scalarOperators), scalar, { minKeys: 1, maxKeys: 3 }),
	fc.dictionary(fc.constantFrom(...listOperators), scalars, { minKeys: 1 }),
);
/** Valid filters with shallow nesting. The maximum depth has its own test. */
const valid = fc.letrec<{ filter: object; flat: object }>((tie) => ({
	flat: fc.dictionary(name, fc.oneof(scalar, operators), { minKeys: 1, maxKeys: 3 }),
	filter: fc.oneof(
		{ maxDepth: 2 },
		tie('flat'),
		fc.dictionary(
			fc.constantFrom('$and', '$or'),
			fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
			{ minKeys: 1 },
		),
	),
})).filter;
const nested = (levels: number, innermost: object): object =>
	levels === 0 ? innermost : { $and: [nested(levels - 1, innermost)] };

describe('findFilterProblem', () => {
	test('accepts every filter that follows the specification', () => {
		fc.assert(fc.property(valid, (filter) => findFilterProblem(filter) === undefined));
	});

	test('accepts up to ten levels of nesting', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 25 }),
				fc.constantFrom('$and', '$or'),
				(levels, operator) => {
					const filter = { [operator]: [{ year: 1 }, nested(levels, { year: 2 })] };
					expect(findFilterProblem(filter) === undefined).toBe(levels + 1 <= 10);
				},
			),
		);
	});

	test.each([
		[
			{ year: [2020] },
			'is invalid at year: a list requires an operator, such as {"year": {"$in": [...]}}',
		],
		[
			{ metadata: { author: 'Ada' } },
			'is invalid at metadata.author: use the field name alone, not nested under metadata or custom_metadata',
		],
		[
			{ 'custom_metadata.author': 'Ada' },
			'is invalid at custom_metadata.author: use the field name alone: author',
		],
		[{ year: { $in: 2020 } }, 'is invalid at year.$in: expected a list of values'],
		[{ year: { $in: [2020, [2021]] } }, 'is invalid at year.$in: expected a list of values'],
		[{ year: { $gt: [2020] } }, 'is invalid at year.$gt: expected a single value, got [2020]'],
		[
			{ year: { $near: 2020 } },
			'is invalid at year.$near: unknown operator, expected one of $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $and, $or',
		],
		[
			{ year: { $and: [] } },
			'is invalid at year.$and: $and combines filters and cannot be used inside a field',
		],
		[
			{ $eq: 3 },
			'is invalid at $eq: an operator belongs inside a field, such as {"year": {"$gte": 2020}}',
		],
		[{ $and: {} }, 'is invalid at $and: expected a non-empty list of filters'],
		[
			{ $or: [{ a: 1 }, { $and: [{ b: [] }] }] },
			'is invalid at $or[1].$and[0].b: a list requires an operator, such as {"b": {"$in": [...]}}',
		],
		[{ year: {} }, 'is invalid at year: the field has no operator'],
		[{}, 'is empty, so the search would be unfiltered'],
		[{ $or: [{ a: 1 }, {}] }, 'is invalid at $or[1]: the filter is empty'],
		[{ tenant: undefined }, 'is invalid at tenant: the field has no value'],
		['year > 2020', 'is invalid: expected an object of field names and values, got "year > 2020"'],
	])('reports the position and the fix for %j', (filter, problem) => {
		expect(findFilterProblem(filter)).toBe(problem);
	});
});

describe('filterFromConditions', () => {
	const condition: fc.Arbitrary<Condition> = fc.oneof(
		fc.record({
			field: name,
			operator: fc.constantFrom(...scalarOperators),
			valueType: fc.constant('text'),
			value: fc.string({ minLength: 1 }),
		}),
		fc.record({
			field: name,
			operator: fc.constantFrom(...listOperators),
			valueType: fc.constant('number'),
			values: fc.array(fc.integer().map(String), { minLength: 1 }),
		}),
	);

	test('creates valid filters that contain every condition', () => {
		fc.assert(
			fc.property(
				fc.array(condition, { minLength: 1, maxLength: 8 }),
				fc.constantFrom('all', 'any'),
				(conditions, match) => {
					const filter = filterFromConditions(conditions, match)!;
					expect(findFilterProblem(filter)).toBeUndefined();
					const parts =
						conditions.length === 1
							? [filter]
							: (filter[match === 'any' ? '$or' : '$and'] as object[]);
					expect(parts.map((part) => Object.keys(part)[0])).toEqual(
						conditions.map(({ field }) => field),
					);
				},
			),
		);
	});

	test('returns undefined if there are no conditions', () => {
		expect(filterFromConditions([], 'all')).toBeUndefined();
	});

	test('values of type As Given keep the type that an expression returns', () => {
		const filterOf = (value: unknown, operator = '$eq') =>
			filterFromConditions(
				[{ field: 'year', operator, valueType: 'text', value, values: [value, '2025'] }],
				'all',
			);
		expect(filterOf(2024)).toEqual({ year: { $eq: 2024 } });
		expect(filterOf('2024')).toEqual({ year: { $eq: '2024' } });
		expect(filterOf(false)).toEqual({ year: { $eq: false } });
		expect(filterOf(2024, '$in')).toEqual({ year: { $in: [2024, '2025'] } });
		expect(filterOf(DateTime.fromISO('2026-01-31T00:00:00Z', { zone: 'utc' }))).toEqual({
			year: { $eq: '2026-01-31T00:00:00.000Z' },
		});
		expect(() => filterOf({ a: 1 })).toThrow(
			'Conditions 1: Value must be text, a number, true or false, got {"a":1}',
		);
		expect(() => filterOf(2 ** 60)).toThrow(/^Conditions 1: Value is too large for a number/);
	});

	test('a list without values is rejected, because it would not filter', () => {
		for (const operator of listOperators)
			expect(() => filterFromConditions([{ field: 'a', operator, values: [] }], 'all')).toThrow(
				'Conditions 1: Values are required',
			);
	});

	test('converts values to their type, and rejects values that cannot be converted', () => {
		const year = { field: 'year', operator: '$gte', valueType: 'number' };
		expect(filterFromConditions([{ ...year, value: '2020' }], 'all')).toEqual({
			year: { $gte: 2020 },
		});
		expect(
			filterFromConditions(
				[{ field: 'final', operator: '$eq', valueType: 'boolean', value: 'TRUE' }],
				'all',
			),
		).toEqual({ final: { $eq: true } });
		expect(
			filterFromConditions(
				[{ field: 'code', operator: '$in', valueType: 'text', values: ['007'] }],
				'all',
			),
		).toEqual({ code: { $in: ['007'] } });
		expect(() => filterFromConditions([{ ...year, value: 'last' }], 'all')).toThrow(
			'Conditions 1: Value must be a number, got "last"',
		);
		expect(() =>
			filterFromConditions(
				[{ field: 'a', operator: '$eq', valueType: 'boolean', value: 'maybe' }],
				'all',
			),
		).toThrow('Conditions 1: Value must be true or false, got "maybe"');
	});
});
