import fc from 'fast-check';
import { formatValue } from '../../../../nodes/engine/describe';

describe('formatValue', () => {
	it('truncates values to 60 characters', () => {
		fc.assert(fc.property(fc.anything(), (value) => formatValue(value).length <= 60));
		expect(formatValue('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`);
		expect(formatValue('x'.repeat(59))).toBe(`"${'x'.repeat(56)}…`);
	});

	it('escapes line breaks, control characters and unpaired surrogates', () =>
		expect(formatValue('a\r\nb\u0000\ud800😀')).toBe('"a\\u000d\\u000ab\\u0000\\ud800😀"'));

	it('describes an object that cannot be converted to JSON', () => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		expect(formatValue(cyclic)).toBe('an object that is not valid JSON');
	});

	it('formats a bigint', () => expect(formatValue(5n)).toBe('5'));
});
