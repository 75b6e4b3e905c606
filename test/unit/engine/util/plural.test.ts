import { aboutField, pluralOf } from '../../../../nodes/engine/util/text';

test.each([
	['entry', 'entries'],
	['deploy key', 'deploy keys'],
	['access', 'accesses'],
	['webhook', 'webhooks'],
])('the plural of %s is %s', (noun, plural) => {
	expect(pluralOf(noun)).toBe(plural);
});

test.each([
	['Line Items', 'is required', 'Line Items are required'],
	['Line Items (JSON)', 'is not valid JSON', 'Line Items (JSON) are not valid JSON'],
	['Line Items 1: Amount', 'is required', 'Line Items 1: Amount is required'],
	['Status', 'is required', 'Status is required'],
	['IP Address', 'is required', 'IP Address is required'],
	['Tags', 'must be a list', 'Tags must be a list'],
])('the verb of an error agrees with the label %s', (label, problem, message) => {
	expect(aboutField(label, problem)).toBe(message);
});
