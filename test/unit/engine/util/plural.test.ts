import { pluralOf } from '../../../../nodes/engine/util/text';

test.each([
	['entry', 'entries'],
	['deploy key', 'deploy keys'],
	['access', 'accesses'],
	['webhook', 'webhooks'],
])('the plural of %s is %s', (noun, plural) => {
	expect(pluralOf(noun)).toBe(plural);
});
