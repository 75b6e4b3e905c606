import fc from 'fast-check';
import {
	checkedConversion,
	columnsFor,
	conversionFields,
	identifying,
	stableId,
} from '../../../nodes/SearchAdsConversions/conversion';
import { thrownError } from '../engine/kit';

const digits = fc.stringMatching(/^[1-9]\d{0,18}$/);

test('a number of up to 19 digits goes through whole', () => {
	fc.assert(
		fc.property(
			digits,
			fc.constantFrom('campaignId', 'revenueMicros', 'quantityMillis', 'dsConversionId'),
			(number, name) => {
				expect(checkedConversion({ [name]: number })).toEqual({ [name]: number });
			},
		),
	);
});

test('a checked row is one that passes again unchanged', () => {
	const given = {
		conversionId: 'a',
		conversionTimestamp: '2026-01-31T08:00:00Z',
		type: 'action',
		customMetric: { sales: '2.5' },
		revenueMicros: 12,
		state: '',
		clickId: null,
	};
	const row = checkedConversion(given);
	expect(row).toEqual({
		conversionId: 'a',
		conversionTimestamp: '1769846400000',
		type: 'ACTION',
		customMetric: [{ name: 'sales', value: 2.5 }],
		revenueMicros: '12',
	});
	expect(checkedConversion(row)).toEqual(row);
});

test('a moment without an offset is in the time zone given', () => {
	const at = (zone: string) =>
		checkedConversion({ conversionTimestamp: '2026-01-31 08:00:00' }, zone).conversionTimestamp;
	expect(at('UTC')).toBe('1769846400000');
	expect(at('Europe/Berlin')).toBe('1769842800000');
});

test('names of objects are no fields', () => {
	for (const name of ['__proto__', 'constructor', 'toString'])
		expect(
			thrownError(() => checkedConversion(JSON.parse(`{"${name}": "x"}`) as never)).message,
		).toBe(`A conversion has no field ${name}`);
});

test('an id is made from the fields named and from nothing else', () => {
	const row = { clickId: 'c', conversionTimestamp: '1', revenueMicros: '5', currencyCode: 'EUR' };
	const id = stableId(row, identifying);
	expect(id).toMatch(/^t[0-9a-f]{39}$/);
	expect(stableId({ ...row, revenueMicros: '6', currencyCode: 'USD' }, identifying)).toBe(id);
	expect(stableId({ ...row, clickId: 'd' }, identifying)).not.toBe(id);
	expect(stableId({ clickId: 'ab', productId: 'c' }, identifying)).not.toBe(
		stableId({ clickId: 'a', productId: 'bc' }, identifying),
	);
	expect(thrownError(() => stableId({ revenueMicros: '5' }, identifying)).message).toContain(
		'No conversion ID can be made',
	);
});

test('the form offers every field that a person can fill in, once', () => {
	const names = columnsFor(['conversionId']).map(({ name }) => name);
	expect([...names].sort()).toEqual(
		Object.keys(conversionFields)
			.filter((name) => name !== 'conversionModifiedTimestamp')
			.sort(),
	);
	expect(
		columnsFor(['conversionId'])
			.filter(({ required }) => required)
			.map(({ name }) => name),
	).toEqual(['conversionId']);
});
