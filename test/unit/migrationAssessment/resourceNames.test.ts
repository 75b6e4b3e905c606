import fc from 'fast-check';
import { idOf, resourceName } from '../../../nodes/MigrationAssessment/resourceNames';

test('an ID becomes a resource name, and a resource name stays unchanged', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[a-z][a-z0-9-]*$/), (id) => {
			const name = resourceName({ project: 'p', location: 'l' }, 'groups', id);
			expect(name).toBe(`projects/p/locations/l/groups/${id}`);
			expect(resourceName({ project: 'q', location: 'm' }, 'groups', name)).toBe(name);
			expect(idOf(name)).toBe(id);
		}),
	);
});
