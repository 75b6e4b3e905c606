import type { IDataObject } from 'n8n-workflow';
import {
	detectChanges,
	initialState,
	maxKnownTasks,
	updatedMinOf,
	type ChangeKind,
	type PollState,
} from '../../../nodes/TaskList/triggers/changes';

const kinds: ChangeKind[] = ['new', 'completed', 'deleted', 'changed'];
const start = Date.parse('2026-01-31T08:00:00.000Z');
/** Later than all update times in a test. */
const end = start + 1e9;
const iso = (at: number): string => new Date(at).toISOString();

const task = (id: string, at: number, more: object = {}): IDataObject => ({
	id,
	updated: iso(start + at),
	status: 'needsAction',
	...more,
});
/** The changes that successive polls of these tasks find. */
function changesIn(polls: ReadonlyArray<readonly IDataObject[]>, selected = kinds): string[] {
	let state = detectChanges(initialState('list'), [task('old', 0)], selected, start).state;
	return polls.flatMap((tasks) => {
		const result = detectChanges(state, tasks, selected, end);
		({ state } = result);
		return result.changes.map(({ kind, task: { id } }) => `${id as string} ${kind}`);
	});
}
const done = { status: 'completed', completed: iso(start + 5) };

test.each<[string, IDataObject[][], string[]]>([
	['the same state twice', [[task('a', 1)], [task('a', 1)]], ['a new']],
	['an edit', [[task('a', 1)], [task('a', 2)]], ['a new', 'a changed']],
	[
		'a completion',
		[[task('old', 5, done)], [task('old', 6, done)]],
		['old completed', 'old changed'],
	],
	[
		'a deletion',
		[[task('old', 1, { deleted: true })], [task('old', 2, { deleted: true })]],
		['old deleted', 'old changed'],
	],
	['a completion without its time', [[task('old', 5, { status: 'completed' })]], ['old completed']],
	[
		'two completions between which it was reopened',
		[[task('old', 5, done)], [task('old', 9, { ...done, completed: iso(start + 9) })]],
		['old completed', 'old completed'],
	],
	[
		'a completed task that is deleted and restored',
		[[task('old', 5, done)], [task('old', 6, { ...done, deleted: true })], [task('old', 7, done)]],
		['old completed', 'old deleted', 'old changed'],
	],
	['a task that is deleted before it was seen', [[task('a', 1, { deleted: true })]], ['a deleted']],
	[
		'a task that is restored, and was deleted before it was seen',
		[[task('a', 1, { deleted: true })], [task('a', 2)]],
		['a deleted', 'a new'],
	],
	[
		'a task that is restored',
		[[task('a', 1)], [task('a', 2, { deleted: true })], [task('a', 3)]],
		['a new', 'a deleted', 'a changed'],
	],
	[
		'a task that is reopened and completed again',
		[
			[task('old', 5, done)],
			[task('old', 6)],
			[task('old', 9, { ...done, completed: iso(start + 9) })],
		],
		['old completed', 'old changed', 'old completed'],
	],
	['changes in another order', [[task('b', 2), task('a', 1)]], ['a new', 'b new']],
])('%s', (_, polls, expected) => {
	expect(changesIn(polls)).toEqual(expected);
	expect(changesIn(polls, ['new'])).toEqual(expected.filter((change) => change.endsWith('new')));
});

test('a task created and completed between two polls is emitted as new and as completed', () => {
	const task = { id: 'a', updated: iso(start), status: 'completed', completed: iso(start) };
	expect(
		detectChanges(initialState(''), [task], ['new', 'completed', 'changed'], start).changes.map(
			({ kind }) => kind,
		),
	).toEqual(['new', 'completed']);
	expect(
		detectChanges(initialState(''), [task], ['changed'], start).changes.map(({ kind }) => kind),
	).toEqual(['changed']);
});

test('the next poll reads tasks since two minutes before the latest update', () => {
	const { state } = detectChanges(initialState(''), [task('a', 500_000), task('b', 1)], kinds, end);
	expect(updatedMinOf(state, end)).toBe(iso(start + 380_000));
	expect(updatedMinOf(initialState(''), end)).toBeUndefined();
});

test('the given state is not modified', () => {
	const state = initialState('list');
	detectChanges(state, [{ id: 'a', updated: iso(start), status: 'needsAction' }], kinds, start);
	expect(state).toEqual(initialState('list'));
});

test('IDs equal to names of object properties work like any other ID', () => {
	const tasks = ['__proto__', 'constructor', 'toString'].map((id, index) => ({
		id,
		updated: iso(start + index),
		status: 'needsAction',
	}));
	const { changes, state } = detectChanges(initialState(''), tasks, ['new'], end);
	expect(changes).toHaveLength(3);
	expect(
		detectChanges(JSON.parse(JSON.stringify(state)) as PollState, tasks, kinds, end).changes,
	).toEqual([]);
});

test('if there are more tasks than the maximum, only the most recently updated tasks are stored', () => {
	const tasks = Array.from({ length: maxKnownTasks + 10 }, (_, index) => ({
		id: `task-${index}`,
		updated: iso(start + index * 1000),
		status: 'needsAction',
	}));
	const { state } = detectChanges(initialState(''), tasks, ['new'], end);
	expect(Object.keys(state.known)).toHaveLength(maxKnownTasks);
	expect(state.known).toHaveProperty(`task-${maxKnownTasks + 9}`);
	expect(state.known).not.toHaveProperty('task-9');
	expect(JSON.stringify(state).length).toBeLessThan(800_000);
});

describe('a task whose update time is in the future', () => {
	const now = start;
	const task = (updated: number): IDataObject => ({ id: 'a', updated: iso(updated) });
	const year2099 = Date.parse('2099-01-01T00:00:00.000Z');
	const poisoned = detectChanges(initialState(''), [task(year2099)], kinds, now).state;

	test('does not move the cursor past the time of the poll', () => {
		expect(poisoned.cursor).toBe(iso(now));
	});

	test('is emitted once', () => {
		expect(detectChanges(poisoned, [task(year2099)], kinds, now + 1).changes).toEqual([]);
	});

	test('is emitted when it changes, although the new update time is earlier', () => {
		const next = detectChanges(poisoned, [task(now + 1)], kinds, now + 2);
		expect(next.changes.map(({ kind }) => kind)).toEqual(['changed']);
		expect(detectChanges(next.state, [task(now)], kinds, now + 3).changes).toEqual([]);
	});
});

test('if the stored cursor is in the future, all tasks are read and the cursor moves back', () => {
	const state = { ...initialState(''), cursor: '2099-01-01T00:00:00.000Z' };
	expect(updatedMinOf(state, start)).toBeUndefined();
	expect(detectChanges(state, [], kinds, start).state.cursor).toBe(iso(start));
});

test('clock skew between n8n and the service does not repeat older states', () => {
	const at = (updated: number): IDataObject[] => [{ id: 'a', updated: iso(updated) }];
	const { state } = detectChanges(initialState(''), at(start + 60_000), kinds, start);
	expect(detectChanges(state, at(start), kinds, start).changes).toEqual([]);
});

test('long task IDs are not stored', () => {
	const tasks = [{ id: 'x'.repeat(100_000), updated: iso(start) }];
	const { state, changes } = detectChanges(initialState(''), tasks, ['new'], end);
	expect(changes).toHaveLength(1);
	expect(JSON.stringify(state).length).toBeLessThan(300);
	expect(detectChanges(state, tasks, kinds, end).changes).toEqual([]);
});
