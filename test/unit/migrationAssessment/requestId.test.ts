import { requestIdOf } from '../../../nodes/MigrationAssessment/requestId';

test('a request ID is a UUID that depends only on the key and the step', () => {
	const id = requestIdOf('key', '0');
	expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
	expect(requestIdOf('key', '0')).toBe(id);
	expect(requestIdOf('key!', '0')).not.toBe(id);
	expect(requestIdOf('key', '0!')).not.toBe(id);
});
