import fc from 'fast-check';
import {
	momentsOf,
	streamsOf,
	streamTypes,
	type Stream,
} from '../../../nodes/ActivityTracking/streams';

const value = fc.oneof(
	fc.integer(),
	fc.double({ noNaN: true }),
	fc.boolean(),
	fc.constant(null),
	fc.tuple(fc.integer(), fc.integer()),
);
/** Some of the types, each with so many values as `lengths` says. */
const streams = (lengths: fc.Arbitrary<number>): fc.Arbitrary<Stream[]> =>
	fc
		.subarray([...streamTypes], { minLength: 1 })
		.chain((types) =>
			fc.tuple(
				...types.map((type) =>
					lengths.chain((length) =>
						fc
							.array(value, { minLength: length, maxLength: length })
							.map((data) => ({ type, data }) as Stream),
					),
				),
			),
		);
const equal = fc.nat(30).chain((length) => streams(fc.constant(length)));

test('there are as many moments as values, and each has one column per type', () => {
	fc.assert(
		fc.property(equal, (given) => {
			const moments = momentsOf(given);
			expect(moments).toHaveLength(given[0]!.data.length);
			for (const [index, moment] of moments.entries()) {
				expect(Object.keys(moment)).toEqual(given.map(({ type }) => type));
				for (const { type, data } of given) expect(moment[type]).toBe(data[index]);
			}
		}),
	);
});

test('streams of different lengths are refused, and the refusal names every length', () => {
	fc.assert(
		fc.property(streams(fc.nat(5)), (given) => {
			const lengths = new Set(given.map(({ data }) => data.length));
			if (lengths.size === 1) return void expect(momentsOf(given)).toHaveLength([...lengths][0]!);
			const counts = given.map(({ type, data }) => `${type} has ${data.length}`).join(', ');
			return expect(() => momentsOf(given)).toThrow(`The streams are not equally long: ${counts}`);
		}),
	);
});

test('both forms of an answer are the same streams', () => {
	fc.assert(
		fc.property(equal, (given) => {
			expect(streamsOf(given)).toEqual(given);
			expect(streamsOf(Object.fromEntries(given.map(({ type, ...rest }) => [type, rest])))).toEqual(
				given,
			);
		}),
	);
});

test('no streams are no moments', () => {
	expect(momentsOf([])).toEqual([]);
	expect(streamsOf(undefined)).toEqual([]);
	expect(streamsOf({ message: 'nothing here' })).toEqual([]);
});
