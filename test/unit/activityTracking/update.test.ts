import { activity } from '../../../nodes/ActivityTracking/resources/activity';
import { readInput } from '../../../nodes/engine/read/readInput';

const read = (updateFields: object) =>
	readInput(
		activity.operations.update!,
		(name, fallback) => ({ activityId: '5', updateFields })[name] ?? fallback,
	);

test('an update of an activity without changes is rejected', () => {
	expect(() => read({})).toThrow('Update Fields must contain at least one field');
	expect(read({ trainer: false })).toEqual({ activityId: '5', trainer: false });
});
