import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	changesSince,
	emptyMemory,
	mostKnown,
	readFrom,
	type Change,
	type ChangeKind,
	type Memory,
} from '../../../nodes/TaskList/changes';

const kinds: ChangeKind[] = ['new', 'completed', 'deleted', 'changed'];
const chosenKinds = fc.subarray(kinds, { minLength: 1 });
const start = Date.parse('2026-01-31T08:00:00.000Z');
const iso = (at: number): string => new Date(at).toISOString();

type Task = IDataObject & {
	id: string;
	updated: string;
	status: string;
	deleted?: boolean;
	completed?: string;
};

/** The service: a history of every task, seen with a delay that is shorter than what is read again. */
class Service {
	now = start;
	private readonly histories = new Map<string, Task[]>();

	get tasks(): Task[] {
		return [...this.histories.values()].map((history) => history.at(-1)!);
	}

	change(step: {
		kind: 'make' | 'edit' | 'complete' | 'reopen' | 'delete' | 'restore';
		which: number;
		ms: number;
	}): void {
		this.now += step.ms + 1;
		const ids = [...this.histories.keys()];
		if (step.kind === 'make') {
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

	/** @param lagMs changes younger than this are not shown for tasks of even numbers */
	list(updatedMin: string | undefined, lagMs: number): Task[] {
		const shown = [...this.histories.values()].map((history, index) =>
			history.findLast(({ updated }) => index % 2 === 1 || Date.parse(updated) <= this.now - lagMs),
		);
		return shown.filter(
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
				kind: fc.constantFrom('make', 'edit', 'complete', 'reopen', 'delete', 'restore'),
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

type Story = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** What a trigger tells of a story: n8n stores its memory when it is switched on and whenever it tells something. */
function told(
	story: Story,
	before: number,
	chosen: ChangeKind[],
): { service: Service; told: Change[]; polls: Change[][]; known: Set<string> } {
	const service = new Service();
	for (let index = 0; index < before; index++)
		service.change({ kind: index % 3 === 2 ? 'complete' : 'make', which: index, ms: 10 });
	service.now += 200_000;
	let memory: Memory = changesSince(emptyMemory('list'), service.list(undefined, 0), chosen).memory;
	let stored = structuredClone(memory);
	const known = new Set(service.tasks.map(({ id }) => id));
	const polls: Change[][] = [];
	const poll = (lagMs: number): void => {
		const result = changesSince(memory, service.list(readFrom(memory), lagMs), chosen);
		({ memory } = result);
		polls.push(result.changes);
		if (result.changes.length > 0) stored = structuredClone(memory);
	};
	for (const step of story) {
		if (step.do === 'change') service.change(step);
		else if (step.do === 'poll') poll(step.lagMs);
		else memory = structuredClone(stored);
	}
	service.now += 200_000;
	poll(0);
	return { service, told: polls.flat(), polls, known };
}

const keyOf = ({ kind, task }: Change): string =>
	`${String(task.id)} ${kind} ${String(task.updated)}`;
const property = (check: (result: ReturnType<typeof told>, chosen: ChangeKind[]) => void): void =>
	fc.assert(
		fc.property(steps, fc.nat(9), chosenKinds, (story, before, chosen) =>
			check(told(story, before, chosen), chosen),
		),
		{ numRuns: process.env.TENFOLD_LONG ? 30_000 : 1000 },
	);

test('nothing is told twice, whenever the trigger looks and however often it is started again', () => {
	property((result) => expect(new Set(result.told.map(keyOf)).size).toBe(result.told.length));
});

test('only what was chosen is told', () => {
	property((result, chosen) =>
		expect(result.told.every(({ kind }) => chosen.includes(kind))).toBe(true),
	);
});

test('every task is new once at the most, and one that is there in the end was told', () => {
	property((result, chosen) => {
		if (!chosen.includes('new')) return;
		const made = result.told.filter(({ kind }) => kind === 'new').map(({ task }) => task.id);
		expect(new Set(made).size).toBe(made.length);
		expect(made.filter((id) => result.known.has(String(id)))).toEqual([]);
		expect(made).toEqual(
			expect.arrayContaining(
				result.service.tasks
					.filter(({ id, deleted }) => !deleted && !result.known.has(id))
					.map(({ id }) => id),
			),
		);
	});
});

test('a task that is completed in the end was told so, with this completion', () => {
	property((result, chosen) => {
		if (!chosen.includes('completed')) return;
		const moments = result.told
			.filter(({ kind }) => kind === 'completed')
			.map(({ task }) => `${String(task.id)} ${String(task.completed)}`);
		const done = result.service.tasks.filter(
			({ status, deleted, completed }) =>
				status === 'completed' && !deleted && completed! > iso(start + 200_000),
		);
		expect(moments).toEqual(
			expect.arrayContaining(done.map(({ id, completed }) => `${id} ${completed!}`)),
		);
		expect(new Set(moments).size).toBe(moments.length);
	});
});

test('a task that is deleted in the end was told so', () => {
	property((result, chosen) => {
		if (!chosen.includes('deleted')) return;
		const gone = result.told.filter(({ kind }) => kind === 'deleted').map(({ task }) => task.id);
		expect(gone).toEqual(
			expect.arrayContaining(
				result.service.tasks.filter(({ deleted }) => deleted).map(({ id }) => id),
			),
		);
	});
});

test('where every change is chosen, the last state of every task was told under one name or another', () => {
	property((result, chosen) => {
		if (!chosen.includes('changed')) return;
		const states = result.told.map(({ task }) => `${String(task.id)} ${String(task.updated)}`);
		const changed = result.service.tasks.filter(({ updated }) => updated > iso(start + 200_000));
		expect(states).toEqual(
			expect.arrayContaining(changed.map(({ id, updated }) => `${id} ${updated}`)),
		);
	});
});

test('a look tells in the order in which things happened', () => {
	property(({ polls }) => {
		for (const changes of polls)
			expect(changes.map(({ task }) => String(task.updated))).toEqual(
				changes.map(({ task }) => String(task.updated)).sort(),
			);
	});
});

test('a task that was made and completed between two looks is told as both', () => {
	const task = { id: 'a', updated: iso(start), status: 'completed', completed: iso(start) };
	expect(
		changesSince(emptyMemory(''), [task], ['new', 'completed', 'changed']).changes.map(
			({ kind }) => kind,
		),
	).toEqual(['new', 'completed']);
	expect(
		changesSince(emptyMemory(''), [task], ['changed']).changes.map(({ kind }) => kind),
	).toEqual(['changed']);
});

test('the memory given is left as it is', () => {
	const memory = emptyMemory('list');
	changesSince(memory, [{ id: 'a', updated: iso(start), status: 'needsAction' }], kinds);
	expect(memory).toEqual(emptyMemory('list'));
});

test('ids like those of objects are ids like any other', () => {
	const tasks = ['__proto__', 'constructor', 'toString'].map((id, index) => ({
		id,
		updated: iso(start + index),
		status: 'needsAction',
	}));
	const { changes, memory } = changesSince(emptyMemory(''), tasks, ['new']);
	expect(changes).toHaveLength(3);
	expect(changesSince(JSON.parse(JSON.stringify(memory)) as Memory, tasks, kinds).changes).toEqual(
		[],
	);
});

test('of very many tasks those that were changed last are remembered', () => {
	const tasks = Array.from({ length: mostKnown + 10 }, (_, index) => ({
		id: `task-${index}`,
		updated: iso(start + index * 1000),
		status: 'needsAction',
	}));
	const { memory } = changesSince(emptyMemory(''), tasks, ['new']);
	expect(Object.keys(memory.known)).toHaveLength(mostKnown);
	expect(memory.known).toHaveProperty(`task-${mostKnown + 9}`);
	expect(memory.known).not.toHaveProperty('task-9');
	expect(JSON.stringify(memory).length).toBeLessThan(800_000);
});
