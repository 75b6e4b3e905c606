import { withParsedValue } from '../../../nodes/InstanceCloud/requestBody';

test.each([
	['memory_mb', '512', 512],
	['delete_lock', 'true', true],
	['tags', '["a","b"]', ['a', 'b']],
	['env', { KEY: 'x' }, { KEY: 'x' }],
	['image', '1.10', '1.10'],
	['hostname', '42', '42'],
	['annotations', 'plain', 'plain'],
])('an update of %s with %j sends %j', (prop, value, sent) => {
	expect(withParsedValue({ prop, value: value as never }).value).toEqual(sent);
});
