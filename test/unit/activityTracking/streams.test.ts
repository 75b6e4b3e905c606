import fc from 'fast-check';
import {
	parseStreams,
	type Stream,
	streamsToMoments,
	streamLabels,
} from '../../../nodes/ActivityTracking/streams';

const value = fc.oneof(
	fc.integer(),
	fc.double({ noNaN: true }),
	fc.boolean(),
	fc.constant(null),
	fc.tuple(fc.integer(), fc.integer()),
);
/** Random streams of different types. `lengths` generates the number of values of each stream. */
const streams = (lengths: fc.Arbitrary<number>): fc.Arbitrary<Stream[]> =>
	fc
		.subarray(Object.keys(streamLabels), { minLength: 1 })
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

test('streamsToMoments returns one object per value, with one key per type', () => {
	fc.assert(
		fc.property(equal, (given) => {
			const moments = streamsToMoments(given);
			expect(moments).toHaveLength(given[0]!.data.length);
			for (const [index, moment] of moments.entries()) {
				expect(Object.keys(moment)).toEqual(given.map(({ type }) => type));
				for (const { type, data } of given) expect(moment[type]).toBe(data[index]);
			}
		}),
	);
});

test('streamsToMoments rejects streams that differ in length, and lists the lengths', () => {
	fc.assert(
		fc.property(streams(fc.nat(5)), (given) => {
			const lengths = new Set(given.map(({ data }) => data.length));
			if (lengths.size === 1)
				return void expect(streamsToMoments(given)).toHaveLength([...lengths][0]!);
			const counts = given.map(({ type, data }) => `${type} has ${data.length} values`).join(', ');
			return expect(() => streamsToMoments(given)).toThrow(
				`The streams differ in length: ${counts}`,
			);
		}),
	);
});

test('parseStreams reads a list and an object keyed by type', () => {
	fc.assert(
		fc.property(equal, (given) => {
			expect(parseStreams(given)).toEqual(given);
			expect(
				parseStreams(Object.fromEntries(given.map(({ type, ...rest }) => [type, rest]))),
			).toEqual(given);
		}),
	);
});

test('a response without streams gives no rows', () => {
	expect(streamsToMoments([])).toEqual([]);
	expect(parseStreams(undefined)).toEqual([]);
	expect(parseStreams({ message: 'nothing here' })).toEqual([]);
});
