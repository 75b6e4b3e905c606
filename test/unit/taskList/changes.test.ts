import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	detectChanges,
	initialState,
	maxKnownTasks,
	updatedMinOf,
	type Change,
	type ChangeKind,
	type PollState,
} from '../../../nodes/TaskList/triggers/changes';

const kinds: ChangeKind[] = ['new', 'completed', 'deleted', 'changed'];
const someKinds = fc.subarray(kinds, { minLength: 1 });
const start = Date.parse('2026-01-31T08:00:00.000Z');
/** Later than all update times in a test. */
const end = start + 1e9;
const iso = (at: number): string => new Date(at).toISOString();

type Task = IDataObject & {
	id: string;
	updated: string;
	status: string;
	deleted?: boolean;
	completed?: string;
};

/**
 * A simulated service. It keeps the history of every task and lists changes with a delay shorter
 * than the overlap between polls.
 */
class SimulatedService {
	now = start;
	private readonly histories = new Map<string, Task[]>();

	get tasks(): Task[] {
		return [...this.histories.values()].map((history) => history.at(-1)!);
	}

	change(step: {
		kind: 'create' | 'edit' | 'complete' | 'reopen' | 'delete' | 'restore';
		which: number;
		ms: number;
	}): void {
		this.now += step.ms + 1;
		const ids = [...this.histories.keys()];
		if (step.kind === 'create') {
			this.histories.set(`task-${ids.length}`, [
				{ id: `task-${ids.length}`, updated: iso(this.now), status: 'needsAction', title: '0' },
			]);
			return;
		}
		const history = this.histories.get(ids[step.which % ids.length] ?? '');
		if (!history) return;
		const task: Task = { ...history.at(-1)!, updated: iso(this.now) };
		if (step.kind === 'edit') task.title = String(Number(task.title) + 1);
		if (step.kind === 'complete')
			Object.assign(task, {
				status: 'completed',
				completed: task.status === 'completed' ? task.completed : task.updated,
			});
		if (step.kind === 'reopen')
			Object.assign(task, { status: 'needsAction', completed: undefined });
		if (step.kind === 'delete') task.deleted = true;
		if (step.kind === 'restore') task.deleted = undefined;
		history.push(task);
	}

	/** @param lagMs delay until changes of tasks with even numbers are listed */
	list(updatedMin: string | undefined, lagMs: number): Task[] {
		const visible = [...this.histories.values()].map((history, index) =>
			history.findLast(({ updated }) => index % 2 === 1 || Date.parse(updated) <= this.now - lagMs),
		);
		return visible.filter(
			(task): task is Task =>
				task !== undefined && (updatedMin === undefined || task.updated >= updatedMin),
		);
	}
}

const steps = fc.array(
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				do: fc.constant('change' as const),
				kind: fc.constantFrom('create', 'edit', 'complete', 'reopen', 'delete', 'restore'),
				which: fc.nat(20),
				ms: fc.nat(90_000),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({ do: fc.constant('poll' as const), lagMs: fc.nat(100_000) }),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
	),
	{ maxLength: 60 },
);

type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/**
 * Runs the steps against a trigger. As in n8n, the state of the trigger is saved on activation and
 * whenever a poll emits changes. A restart loads the saved state.
 */
function simulate(
	script: Steps,
	existingCount: number,
	selected: ChangeKind[],
): { service: SimulatedService; emitted: Change[]; polls: Change[][]; existing: Set<string> } {
	const service = new SimulatedService();
	for (let index = 0; index < existingCount; index++)
		service.change({ kind: index % 3 === 2 ? 'complete' : 'create', which: index, ms: 10 });
	service.now += 200_000;
	let { state } = detectChanges(
		initialState('list'),
		service.list(undefined, 0),
		selected,
		service.now,
	);
	let saved = structuredClone(state);
	const existing = new Set(service.tasks.map(({ id }) => id));
	const polls: Change[][] = [];
	const poll = (lagMs: number): void => {
		const result = detectChanges(
			state,
			service.list(updatedMinOf(state, service.now), lagMs),
			selected,
			service.now,
		);
		({ state } = result);
		polls.push(result.changes);
		if (result.changes.length > 0) saved = structuredClone(state);
	};
	for (const step of script) {
		if (step.do === 'change') service.change(step);
		else if (step.do === 'poll') poll(step.lagMs);
		else state = structuredClone(saved);
	}
	service.now += 200_000;
	poll(0);
	return { service, emitted: polls.flat(), polls, existing };
}

const keyOf = ({ kind, task }: Change): string =>
	`${String(task.id)} ${kind} ${String(task.updated)}`;
const property = (
	check: (result: ReturnType<typeof simulate>, selected: ChangeKind[]) => void,
): void =>
	fc.assert(
		fc.property(steps, fc.nat(9), someKinds, (script, existingCount, selected) =>
			check(simulate(script, existingCount, selected), selected),
		),
		{ numRuns: process.env.TENFOLD_LONG ? 30_000 : 1000 },
	);

test('no change is emitted twice, regardless of poll times and restarts', () => {
	property((result) => expect(new Set(result.emitted.map(keyOf)).size).toBe(result.emitted.length));
});

test('only the selected kinds are emitted', () => {
	property((result, selected) =>
		expect(result.emitted.every(({ kind }) => selected.includes(kind))).toBe(true),
	);
});

test('a task created after activation is emitted as new at most once, and exactly once if it is not deleted', () => {
	property((result, selected) => {
		if (!selected.includes('new')) return;
		const created = result.emitted.filter(({ kind }) => kind === 'new').map(({ task }) => task.id);
		expect(new Set(created).size).toBe(created.length);
		expect(created.filter((id) => result.existing.has(String(id)))).toEqual([]);
		expect(created).toEqual(
			expect.arrayContaining(
				result.service.tasks
					.filter(({ id, deleted }) => !deleted && !result.existing.has(id))
					.map(({ id }) => id),
			),
		);
	});
});

test('a completion after activation is emitted at most once, and exactly once if the task stays completed', () => {
	property((result, selected) => {
		if (!selected.includes('completed')) return;
		const completions = result.emitted
			.filter(({ kind }) => kind === 'completed')
			.map(({ task }) => `${String(task.id)} ${String(task.completed)}`);
		const completed = result.service.tasks.filter(
			({ status, deleted, completed }) =>
				status === 'completed' && !deleted && completed! > iso(start + 200_000),
		);
		expect(completions).toEqual(
			expect.arrayContaining(completed.map((task) => `${task.id} ${task.completed!}`)),
		);
		expect(new Set(completions).size).toBe(completions.length);
	});
});

test('every task that is deleted at the end was emitted as deleted', () => {
	property((result, selected) => {
		if (!selected.includes('deleted')) return;
		const deletions = result.emitted
			.filter(({ kind }) => kind === 'deleted')
			.map(({ task }) => task.id);
		expect(deletions).toEqual(
			expect.arrayContaining(
				result.service.tasks.filter(({ deleted }) => deleted).map(({ id }) => id),
			),
		);
	});
});

test('with Task Changed selected, the latest state of every task changed after activation is emitted', () => {
	property((result, selected) => {
		if (!selected.includes('changed')) return;
		const states = result.emitted.map(({ task }) => `${String(task.id)} ${String(task.updated)}`);
		const changed = result.service.tasks.filter(({ updated }) => updated > iso(start + 200_000));
		expect(states).toEqual(
			expect.arrayContaining(changed.map(({ id, updated }) => `${id} ${updated}`)),
		);
	});
});

test('each poll emits changes in chronological order', () => {
	property(({ polls }) => {
		for (const changes of polls)
			expect(changes.map(({ task }) => String(task.updated))).toEqual(
				changes.map(({ task }) => String(task.updated)).sort(),
			);
	});
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
