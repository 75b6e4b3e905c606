/**
 * Detects what happened to the tasks of a list since the last poll. Pure. The service reports when
 * a task was last updated, but not when it was created or which field changed, so the trigger
 * stores the state of every known task.
 */
import type { IDataObject } from 'n8n-workflow';
import { advanceCursor, boundedKey } from '../../engine';
import { toText } from '../../engine/describe';

export type ChangeKind = 'new' | 'completed' | 'deleted' | 'changed';

/**
 * State between polls. n8n stores it with the workflow as JSON, so its keys and the format of
 * `known` must not change.
 */
export interface PollState {
	/**
	 * Base URL, list and options that the state belongs to. If they change, the trigger starts over.
	 */
	of: string;
	/**
	 * Latest update time that was seen, in ISO 8601. Never later than the time of the poll. Empty
	 * before the first poll.
	 */
	cursor: string;
	/** Packed `TaskState` by task ID. */
	known: Record<string, string>;
}

export interface Change {
	readonly kind: ChangeKind;
	readonly task: IDataObject;
}

/**
 * Number of stored tasks: the most recently updated ones, and all that the next poll reads again.
 */
export const maxKnownTasks = 20_000;

/** Consecutive polls overlap by this time, because changes can appear in the list out of order. */
const overlapMs = 120_000;

/**
 * An update time that is further in the future than this is considered wrong. A smaller difference
 * can be clock skew between the service and n8n.
 */
const maxClockSkewMs = 3_600_000;

/**
 * Earliest update time of the tasks to read in the next poll, in ISO 8601. Undefined if all tasks
 * must be read: in the first poll, and if the stored cursor is in the future.
 */
export const updatedMinOf = (
	{ cursor }: Pick<PollState, 'cursor'>,
	now: number,
): string | undefined =>
	cursor === '' || Date.parse(cursor) > now
		? undefined
		: new Date(Date.parse(cursor) - overlapMs).toISOString();

export const initialState = (of: string): PollState => ({ of, cursor: '', known: {} });

/** Times are in epoch milliseconds. */
interface TaskState {
	readonly updated: number;
	/** 0 if the task is open. */
	readonly completed: number;
	readonly deleted: boolean;
	/**
	 * The task was already deleted when the trigger first detected it, so it counts as new when it is
	 * restored.
	 */
	readonly onlySeenDeleted?: boolean;
}

/**
 * Compares tasks with the stored state.
 * @param selected kinds to return. `changed` includes all changes that no other selected kind
 * covers.
 * @param now time of the poll in milliseconds since 1970
 * @returns the changes in chronological order, and the new state. The given state is not modified.
 */
export function detectChanges(
	state: PollState,
	tasks: readonly IDataObject[],
	selected: readonly string[],
	now: number,
): { changes: Change[]; state: PollState } {
	const known = new Map(Object.entries(state.known));
	let cursor = advanceCursor(parseTime(state.cursor), 0, now);
	const changes: Change[] = [];
	for (const task of [...tasks].sort((a, b) => parseTime(a.updated) - parseTime(b.updated))) {
		const id = boundedKey(toText(task.id));
		const current = stateOf(task);
		const stored = known.get(id);
		const previous = stored === undefined ? undefined : unpack(stored);
		if (previous && !isNewer(current, previous, now)) continue;
		for (const kind of changeKinds(current, previous, selected)) changes.push({ kind, task });
		known.set(id, pack(stateToStore(current, previous)));
		cursor = advanceCursor(cursor, current.updated, now);
	}
	return {
		changes,
		state: {
			of: state.of,
			cursor: cursor > 0 ? new Date(cursor).toISOString() : '',
			known: keepLatest(known, cursor - overlapMs),
		},
	};
}

/**
 * Whether the state of a task is newer than the stored one. Polls overlap, so they return known
 * states again, and a lagging replica of the service may return an older state. A stored update
 * time that is too far in the future is wrong, so any other update time counts as newer.
 */
const isNewer = (current: TaskState, previous: TaskState, now: number): boolean =>
	previous.updated > now + maxClockSkewMs
		? current.updated !== previous.updated
		: current.updated > previous.updated;

function changeKinds(
	current: TaskState,
	previous: TaskState | undefined,
	selected: readonly string[],
): ChangeKind[] {
	const kinds: ChangeKind[] = [];
	if (current.deleted && !previous?.deleted) kinds.push('deleted');
	if (!current.deleted && (!previous || previous.onlySeenDeleted)) kinds.push('new');
	if (!current.deleted && current.completed > 0 && current.completed !== previous?.completed)
		kinds.push('completed');
	const selectedKinds = kinds.filter((kind) => selected.includes(kind));
	return selectedKinds.length === 0 && selected.includes('changed') ? ['changed'] : selectedKinds;
}

/**
 * For a deleted task, keeps the stored completion time. If the task was completed while it was
 * deleted, the trigger therefore emits the completion when the task is restored.
 */
const stateToStore = (current: TaskState, previous: TaskState | undefined): TaskState =>
	current.deleted
		? {
				...current,
				completed: previous?.completed ?? 0,
				onlySeenDeleted: previous ? previous.onlySeenDeleted : true,
			}
		: current;

const stateOf = ({ updated, completed, status, deleted }: IDataObject): TaskState => ({
	updated: parseTime(updated),
	// A completed task may lack a completion time. Any value above 0 marks it as completed.
	completed: status === 'completed' ? parseTime(completed) || 1 : 0,
	deleted: deleted === true,
});

const pack = ({ updated, completed, deleted, onlySeenDeleted }: TaskState): string =>
	`${updated.toString(36)}.${completed.toString(36)}.${onlySeenDeleted ? 2 : deleted ? 1 : 0}`;

function unpack(packed: string): TaskState {
	const [updated = '', completed = '', deleted] = packed.split('.');
	return {
		updated: parseInt(updated, 36),
		completed: parseInt(completed, 36),
		deleted: deleted !== '0',
		onlySeenDeleted: deleted === '2',
	};
}

/** @param from update time from which the next poll reads all tasks again. These are always kept. */
function keepLatest(known: ReadonlyMap<string, string>, from: number): Record<string, string> {
	if (known.size <= maxKnownTasks) return Object.fromEntries(known);
	return Object.fromEntries(
		[...known]
			.map(([id, packed]) => ({ id, packed, updated: unpack(packed).updated }))
			.sort((a, b) => b.updated - a.updated)
			.filter(({ updated }, index) => index < maxKnownTasks || updated >= from)
			.map(({ id, packed }) => [id, packed]),
	);
}

const parseTime = (value: unknown): number => Date.parse(toText(value)) || 0;
