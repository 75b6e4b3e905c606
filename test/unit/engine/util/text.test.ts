import { ownValue, toTitleCase, trimDecimals, trimEndOf } from '../../../../nodes/engine/describe';
import { aboutField, pluralOf } from '../../../../nodes/engine/util/text';
import { checkTimeLimit } from '../kit';

test.each([
	['entry', 'entries'],
	['deploy key', 'deploy keys'],
	['access', 'accesses'],
	['webhook', 'webhooks'],
])('the plural of %s is %s', (noun, plural) => expect(pluralOf(noun)).toBe(plural));

test.each([
	['Line Items', 'is required', 'Line Items are required'],
	['Line Items (JSON)', 'is not valid JSON', 'Line Items (JSON) are not valid JSON'],
	['Line Items 1: Amount', 'is required', 'Line Items 1: Amount is required'],
	['IP Address', 'is required', 'IP Address is required'],
	['Tags', 'must be a list', 'Tags must be a list'],
])('the verb of an error agrees with the label %s', (label, problem, message) =>
	expect(aboutField(label, problem)).toBe(message),
);

test.each([
	['output_quality', 'Output Quality'],
	['outputQuality', 'Output Quality'],
	['n', 'N'],
	['first_clip_url', 'First Clip URL'],
	['fileIds', 'File IDs'],
	['of_interest', 'Of Interest'],
	['TOTAL_COST_OF_OWNERSHIP', 'Total Cost of Ownership'],
	['PATCH', 'PATCH'],
	['__private__ name ', 'Private Name'],
	['', ''],
	['constructor', 'Constructor'],
	['NOTE2_URLS', 'Note 2 URLs'],
])('the label of %p is %p', (name, label) =>
	expect(toTitleCase(name, new Map([['note2', 'Note 2']]))).toBe(label),
);

test.each([
	['1.500', '1.5'],
	['2.000', '2'],
	['-0.10', '-0.1'],
	['100', '100'],
	['10.0', '10'],
	['1.05', '1.05'],
])('the decimal %s becomes %s', (decimal, expected) =>
	expect(trimDecimals(decimal)).toBe(expected),
);

// With a regular expression such as /\.?0+$/, this test takes minutes.
test('decimals are trimmed in linear time', async () => {
	const zeros = '0'.repeat(1_000_000);
	expect(trimDecimals(`1.${zeros}1`)).toBe(`1.${zeros}1`);
	expect(trimDecimals(`1.1${zeros}`)).toBe('1.1');
	expect(trimEndOf(`${'/'.repeat(1_000_000)}x`, '/')).toHaveLength(1_000_001);
	await checkTimeLimit();
});

test('only own properties have a value', () => {
	expect(ownValue<object>(JSON.parse('{"__proto__":{"a":1}}'), '__proto__')).toEqual({ a: 1 });
	for (const name of Object.getOwnPropertyNames(Object.prototype))
		expect(ownValue({}, name)).toBeUndefined();
});
