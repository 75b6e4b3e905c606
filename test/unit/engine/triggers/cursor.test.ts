import { advanceCursor } from '../../../../nodes/engine/triggers/runPoll';

test.each([
	['advances to the latest time', 10, 50, 100, 50],
	['does not move back to an earlier time', 50, 10, 100, 50],
	['does not move past the current time', 10, 500, 100, 100],
	['moves back if it is in the future', 500, 10, 100, 100],
])('the cursor %s', (_, cursor, latest, now, expected) => {
	expect(advanceCursor(cursor, latest, now)).toBe(expected);
});
