import {
	identifyingFields,
	stableId,
	validateConversion,
} from '../../../nodes/SearchAdsConversions/conversionRow';
import { thrownError } from '../engine/kit';

test('a number of up to 19 digits keeps all digits', () => {
	const row = { campaignId: '9223372036854775807', revenueMicros: '1234567890123456789' };
	expect(validateConversion(row)).toEqual(row);
});

test('validating a row again does not change it', () => {
	const input = {
		conversionId: 'a',
		conversionTimestamp: '2026-01-31T08:00:00Z',
		type: 'action',
		customMetric: { sales: '2.5' },
		revenueMicros: 12,
		state: '',
		clickId: null,
	};
	const row = validateConversion(input);
	expect(row).toEqual({
		conversionId: 'a',
		conversionTimestamp: '1769846400000',
		type: 'ACTION',
		customMetric: [{ name: 'sales', value: 2.5 }],
		revenueMicros: '12',
	});
	expect(validateConversion(row)).toEqual(row);
});

test.each([
	['12.5', '12500000'],
	[0.1 + 0.2, '300000'],
	[-3, '-3000000'],
	['', undefined],
])('the revenue %j is sent in millionths', (revenue, revenueMicros) => {
	expect(validateConversion({ revenue })).toEqual(revenueMicros ? { revenueMicros } : {});
});

test('all wrong values of a row are reported together', () => {
	expect(
		thrownError(() =>
			validateConversion({ conversionTimestamp: '27.11.2026 12:15', revenue: '89,90' }),
		).message,
	).toBe(
		'Conversion Timestamp must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z, got "27.11.2026 12:15"; Revenue must be a number with a decimal point, such as 89.90, got "89,90"',
	);
});

test('a revenue with a comma, or together with the millionths, is rejected', () => {
	expect(() => validateConversion({ revenue: '70,50' })).toThrow('Revenue must be a number');
	expect(() => validateConversion({ revenue: 1, revenueMicros: '5' })).toThrow(
		'Revenue and Revenue Micros are both set',
	);
});

test('a revenue whose point may separate thousands is rejected, unless it is a number', () => {
	expect(() => validateConversion({ revenue: '1.000' })).toThrow(
		'Revenue could mean 1000 or 1: enter 1000 or 1.00',
	);
	for (const clear of ['1.0000', 1.125, '0.125', '1234.125', '1000', '1.00'])
		expect(validateConversion({ revenue: clear }).revenueMicros).toBe(
			String(Number(clear) * 1_000_000),
		);
});

test('spaces around IDs are removed, and a field with only spaces is empty', () => {
	expect(
		validateConversion({ clickId: '  CLK 1', conversionId: 'A ', adId: ' ', type: '  ' }),
	).toEqual({ clickId: 'CLK 1', conversionId: 'A' });
});

test('a date without an offset is in the given time zone', () => {
	const timestampIn = (zone: string) =>
		validateConversion({ conversionTimestamp: '2026-01-31 08:00:00' }, zone).conversionTimestamp;
	expect(timestampIn('UTC')).toBe('1769846400000');
	expect(timestampIn('Europe/Berlin')).toBe('1769842800000');
});

test('property names of Object.prototype are unknown fields', () => {
	for (const name of ['__proto__', 'constructor', 'toString'])
		expect(
			thrownError(() => validateConversion(JSON.parse(`{"${name}": "x"}`) as never)).message,
		).toBe(`Unknown field ${name}`);
});

test('a stable ID depends only on the given fields', () => {
	const row = { clickId: 'c', conversionTimestamp: '1', revenueMicros: '5', currencyCode: 'EUR' };
	const id = stableId(row, identifyingFields);
	expect(id).toMatch(/^t[0-9a-f]{39}$/);
	expect(stableId({ ...row, revenueMicros: '6', currencyCode: 'USD' }, identifyingFields)).toBe(id);
	expect(stableId({ ...row, clickId: 'd' }, identifyingFields)).not.toBe(id);
	expect(stableId({ clickId: 'ab', productId: 'c' }, identifyingFields)).not.toBe(
		stableId({ clickId: 'a', productId: 'bc' }, identifyingFields),
	);
	expect(thrownError(() => stableId({ revenueMicros: '5' }, identifyingFields)).message).toBe(
		'Cannot create a conversion ID: the row has no identifying field',
	);
});
