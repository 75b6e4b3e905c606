import fc from 'fast-check';
import {
	filterComplaint,
	filterOfConditions,
	listOperators,
	scalarOperators,
	type Condition,
} from '../../../nodes/DocumentSearch/filter';
import { matchesFilter as meets } from '../../services/documentSearch/filter';
import { HttpError as Refused } from '../../services/kit/httpError';

const name = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const scalars = fc.array(scalar, { maxLength: 4 });
const operators = fc.oneof(
	fc.dictionary(fc.constantFrom(...scalarOperators), scalar, { minKeys: 1, maxKeys: 3 }),
	fc.dictionary(fc.constantFrom(...listOperators), scalars, { minKeys: 1 }),
);
/** Filters as the specification has them; how deep they may go has a test of its own. */
const valid = fc.letrec<{ filter: object; flat: object }>((tie) => ({
	flat: fc.dictionary(name, fc.oneof(scalar, operators), { maxKeys: 3 }),
	filter: fc.oneof(
		{ maxDepth: 3 },
		tie('flat'),
		fc.dictionary(
			fc.constantFrom('$and', '$or'),
			fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
			{ minKeys: 1 },
		),
	),
})).filter;
/** Valid and invalid shapes in a mixture. */
const anything = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		scalar,
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(
			fc.oneof(
				name,
				fc.constantFrom(
					...scalarOperators,
					...listOperators,
					'$and',
					'$or',
					'$not',
					'metadata.year',
					'custom_metadata',
					'',
				),
			),
			tie('value'),
			{ maxKeys: 3 },
		),
	),
})).value;

const nested = (levels: number, innermost: object): object =>
	levels === 0 ? innermost : { $and: [nested(levels - 1, innermost)] };

const serviceTakes = (filter: unknown): boolean => {
	try {
		meets({}, filter);
		return true;
	} catch (error) {
		if (error instanceof Refused) return false;
		throw error;
	}
};

describe('a filter', () => {
	test('of the specified form is found without fault, however it is put together', () => {
		fc.assert(fc.property(valid, (filter) => filterComplaint(filter) === undefined));
	});

	test('is refused exactly where the service would refuse it', () => {
		fc.assert(
			fc.property(anything, (filter) => {
				// A field without a name is no field; the service is not asked for it.
				fc.pre(!JSON.stringify(filter).includes('"":'));
				return (filterComplaint(filter) === undefined) === serviceTakes(filter);
			}),
			{ numRuns: 2000 },
		);
	});

	test('may nest ten levels and no more, wherever the eleventh is', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 25 }),
				fc.constantFrom('$and', '$or'),
				(levels, operator) => {
					const filter = { [operator]: [{ year: 1 }, nested(levels, { year: 2 })] };
					expect(filterComplaint(filter) === undefined).toBe(levels + 1 <= 10);
				},
			),
		);
	});

	test.each([
		[{ year: [2020] }, 'at year holds a list, which needs an operator: {"year": {"$in": [...]}}'],
		[
			{ metadata: { author: 'Ada' } },
			'at metadata.author is nested, but the name of a field stands alone, never under metadata or custom_metadata',
		],
		[
			{ 'custom_metadata.author': 'Ada' },
			'at custom_metadata.author must be the name of the field alone: author',
		],
		[{ year: { $in: 2020 } }, 'at year.$in needs a list of values'],
		[{ year: { $in: [2020, [2021]] } }, 'at year.$in needs a list of values'],
		[{ year: { $gt: [2020] } }, 'at year.$gt needs one value, but has [2020]'],
		[
			{ year: { $near: 2020 } },
			'at year.$near is no operator; there are $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $and, $or',
		],
		[{ $eq: 3 }, 'at $eq must stand below the name of a field, such as {"year": {"$gte": 2020}}'],
		[{ $and: {} }, 'at $and needs a list of filters'],
		[
			{ $or: [{ a: 1 }, { $and: [{ b: [] }] }] },
			'at $or[1].$and[0].b holds a list, which needs an operator: {"b": {"$in": [...]}}',
		],
		[{ year: {} }, 'at year has no operator'],
		['year > 2020', 'must be an object of field names and values, but is "year > 2020"'],
	])('%j is refused with its place and a way out', (filter, says) => {
		expect(filterComplaint(filter)).toBe(says);
	});
});

describe('the builder', () => {
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

	test('makes filters that are valid, with every condition in them', () => {
		fc.assert(
			fc.property(
				fc.array(condition, { minLength: 1, maxLength: 8 }),
				fc.constantFrom('all', 'any'),
				(conditions, match) => {
					const filter = filterOfConditions(conditions, match)!;
					expect(filterComplaint(filter)).toBeUndefined();
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

	test('makes nothing of nothing', () => {
		expect(filterOfConditions([], 'all')).toBeUndefined();
	});

	test('sends values as what they are, and refuses what they are not', () => {
		const year = { field: 'year', operator: '$gte', valueType: 'number' };
		expect(filterOfConditions([{ ...year, value: '2020' }], 'all')).toEqual({
			year: { $gte: 2020 },
		});
		expect(
			filterOfConditions(
				[{ field: 'final', operator: '$eq', valueType: 'boolean', value: 'TRUE' }],
				'all',
			),
		).toEqual({ final: { $eq: true } });
		expect(
			filterOfConditions(
				[{ field: 'code', operator: '$in', valueType: 'text', values: ['007'] }],
				'all',
			),
		).toEqual({ code: { $in: ['007'] } });
		expect(() => filterOfConditions([{ ...year, value: 'last' }], 'all')).toThrow(
			'Conditions 1: Value must be a number, but is "last"',
		);
		expect(() =>
			filterOfConditions(
				[{ field: 'a', operator: '$eq', valueType: 'boolean', value: 'maybe' }],
				'all',
			),
		).toThrow('Conditions 1: Value must be true or false, but is "maybe"');
	});
});
