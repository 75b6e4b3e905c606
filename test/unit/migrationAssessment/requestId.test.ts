import fc from 'fast-check';
import { requestIdOf } from '../../../nodes/MigrationAssessment/requestId';

test('a request ID is a UUID that depends only on the key and the step', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (key, step) => {
			const id = requestIdOf(key, step);
			expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
			expect(requestIdOf(key, step)).toBe(id);
			expect(requestIdOf(`${key}!`, step)).not.toBe(id);
			expect(requestIdOf(key, `${step}!`)).not.toBe(id);
		}),
	);
});
