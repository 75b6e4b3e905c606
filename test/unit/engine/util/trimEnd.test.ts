import fc from 'fast-check';
import { trimDecimals, trimEndOf } from '../../../../nodes/engine/describe';
import { checkTimeLimit } from '../kit';

describe('trimEndOf', () => {
	it('removes a character from the end only', () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(9), (text, count) => {
				fc.pre(!text.endsWith('/'));
				expect(trimEndOf(text + '/'.repeat(count), '/')).toBe(text);
			}),
		);
		expect(trimEndOf('///', '/')).toBe('');
	});
});

describe('trimDecimals', () => {
	it.each([
		['1.500', '1.5'],
		['2.000', '2'],
		['-0.10', '-0.1'],
		['100', '100'],
		['0', '0'],
		['10.0', '10'],
		['1.05', '1.05'],
	])('%s becomes %s', (decimal, expected) => expect(trimDecimals(decimal)).toBe(expected));
});

// With a regular expression such as /\.?0+$/, this test takes minutes.
it('takes linear time', async () => {
	const zeros = '0'.repeat(1_000_000);
	expect(trimDecimals(`1.${zeros}1`)).toBe(`1.${zeros}1`);
	expect(trimDecimals(`1.1${zeros}`)).toBe('1.1');
	expect(trimEndOf(`${'/'.repeat(1_000_000)}x`, '/')).toHaveLength(1_000_001);
	await checkTimeLimit();
});
