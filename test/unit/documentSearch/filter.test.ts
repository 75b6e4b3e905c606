import { DateTime } from 'luxon';
import {
	filterFromConditions,
	findFilterProblem,
	listOperators,
} from '../../../nodes/DocumentSearch/filter';

const nested = (levels: number, innermost: object): object =>
	levels === 0 ? innermost : { $and: [nested(levels - 1, innermost)] };

describe('findFilterProblem', () => {
	test.each([
		{ year: 2020, final: true, code: 'a' },
		{ year: { $gte: 2020, $lt: 2025 }, code: { $in: ['a', 7], $nin: [] } },
		{ $or: [{ year: 2020 }, { $and: [{ code: { $ne: 'a' } }, { final: { $eq: false } }] }] },
		nested(9, { year: 2 }),
	])('accepts %j', (filter) => expect(findFilterProblem(filter)).toBeUndefined());

	test('rejects more than ten levels of nesting', () =>
		expect(findFilterProblem({ $or: [{ year: 1 }, nested(10, { year: 2 })] })).toBeDefined());

	test.each(
		Object.entries({
			'{"year":[2020]}':
				'is invalid at year: a list requires an operator, such as {"year": {"$in": [...]}}',
			'{"metadata":{"author":"Ada"}}':
				'is invalid at metadata.author: use the field name alone, not nested under metadata or custom_metadata',
			'{"custom_metadata.author":"Ada"}':
				'is invalid at custom_metadata.author: use the field name alone: author',
			'{"year":{"$in":2020}}': 'is invalid at year.$in: expected a list of values',
			'{"year":{"$in":[2020,[2021]]}}': 'is invalid at year.$in: expected a list of values',
			'{"year":{"$gt":[2020]}}': 'is invalid at year.$gt: expected a single value, got [2020]',
			'{"year":{"$near":2020}}':
				'is invalid at year.$near: unknown operator, expected one of $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $and, $or',
			'{"year":{"$and":[]}}':
				'is invalid at year.$and: $and combines filters and cannot be used inside a field',
			'{"$eq":3}':
				'is invalid at $eq: an operator belongs inside a field, such as {"year": {"$gte": 2020}}',
			'{"$and":{}}': 'is invalid at $and: expected a non-empty list of filters',
			'{"$or":[{"a":1},{"$and":[{"b":[]}]}]}':
				'is invalid at $or[1].$and[0].b: a list requires an operator, such as {"b": {"$in": [...]}}',
			'{"year":{}}': 'is invalid at year: the field has no operator',
			'{}': 'is empty, so the search would be unfiltered',
			'{"$or":[{"a":1},{}]}': 'is invalid at $or[1]: the filter is empty',
			'"year > 2020"':
				'is invalid: expected an object of field names and values, got "year > 2020"',
		}),
	)('reports the position and the fix for %s', (filter, problem) => {
		expect(findFilterProblem(JSON.parse(filter))).toBe(problem);
	});

	test('a field without a value is reported', () =>
		expect(findFilterProblem({ tenant: undefined })).toBe(
			'is invalid at tenant: the field has no value',
		));
});

describe('filterFromConditions', () => {
	test('combines conditions', () => {
		const conditions = [
			{ field: 'year', operator: '$gt', valueType: 'text', value: 'a' },
			{ field: 'code', operator: '$in', valueType: 'number', values: ['1', '2'] },
		];
		const parts = [{ year: { $gt: 'a' } }, { code: { $in: [1, 2] } }];
		expect(filterFromConditions(conditions, 'all')).toEqual({ $and: parts });
		expect(filterFromConditions(conditions, 'any')).toEqual({ $or: parts });
		expect(filterFromConditions(conditions.slice(1), 'any')).toEqual(parts[1]);
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
		expect(() => filterOf(2 ** 60)).toThrow(
			/^Conditions 1: Value is an integer whose last digits were rounded/,
		);
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
