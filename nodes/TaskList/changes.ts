/**
 * What happened to the tasks of a list since the trigger last looked. Pure. The service says of a task when it was changed,
 * but not when it was made and not what was changed, so the trigger remembers every task it has seen.
 */
import type { IDataObject } from 'n8n-workflow';

export type ChangeKind = 'new' | 'completed' | 'deleted' | 'changed';

/** What the trigger keeps between two looks. JSON, as n8n stores it. */
export interface Memory {
	/** List and options that it was made for; others begin anew. */
	of: string;
	/** Last change that was seen; empty before the first. */
	cursor: string;
	/** By id of a task: last change, completion and deletion, packed. */
	known: Record<string, string>;
}

export interface Change {
	readonly kind: ChangeKind;
	readonly task: IDataObject;
}

/** Tasks remembered; of more, those that were changed last. */
export const mostKnown = 20_000;

/** A change may show up in the list after a later one has; so much is read again each time, milliseconds. */
const overlapMs = 120_000;

/** The moment from which the next look has to read; nothing at first. */
export const readFrom = ({ cursor }: Pick<Memory, 'cursor'>): string | undefined =>
	cursor === '' ? undefined : new Date(Date.parse(cursor) - overlapMs).toISOString();

export const emptyMemory = (of: string): Memory => ({ of, cursor: '', known: {} });

interface Mark {
	readonly updated: number;
	readonly completed: number;
	readonly deleted: boolean;
	/** Only ever seen deleted: it is new when somebody brings it back. */
	readonly unseen?: boolean;
}

/**
 * Compares the tasks that were read with what is known.
 * @param chosen what a person wants to hear of; `changed` is whatever no other chosen kind tells
 * @returns the changes in the order in which they happened, and what to remember; the memory given is left as it is
 */
export function changesSince(
	memory: Memory,
	tasks: readonly IDataObject[],
	chosen: readonly ChangeKind[],
): { changes: Change[]; memory: Memory } {
	const known = new Map(Object.entries(memory.known));
	let { cursor } = memory;
	const changes: Change[] = [];
	for (const task of [...tasks].sort((a, b) => time(a.updated) - time(b.updated))) {
		const id = String(task.id);
		const now = markOf(task);
		const packedBefore = known.get(id);
		const before = packedBefore === undefined ? undefined : unpacked(packedBefore);
		// The same state once more, or an older one that a slow part of the service still shows.
		if (before && now.updated <= before.updated) continue;
		changes.push(...kindsOf(now, before, chosen).map((kind) => ({ kind, task })));
		known.set(id, packed(remembered(now, before)));
		if (now.updated > time(cursor)) cursor = String(task.updated);
	}
	return { changes, memory: { of: memory.of, cursor, known: bounded(known) } };
}

function kindsOf(now: Mark, before: Mark | undefined, chosen: readonly ChangeKind[]): ChangeKind[] {
	const told: ChangeKind[] = [];
	if (now.deleted && !before?.deleted) told.push('deleted');
	if (!now.deleted && (!before || before.unseen)) told.push('new');
	if (!now.deleted && now.completed > 0 && now.completed !== before?.completed)
		told.push('completed');
	const wanted = told.filter((kind) => chosen.includes(kind));
	return wanted.length === 0 && chosen.includes('changed') ? ['changed'] : wanted;
}

/** What was done to a task while it was deleted is told when it is back. */
const remembered = (now: Mark, before: Mark | undefined): Mark =>
	now.deleted
		? { ...now, completed: before?.completed ?? 0, unseen: before ? before.unseen : true }
		: now;

const markOf = ({ updated, completed, status, deleted }: IDataObject): Mark => ({
	updated: time(updated),
	// A completed task without a moment of completion is completed all the same.
	completed: status === 'completed' ? time(completed) || 1 : 0,
	deleted: deleted === true,
});

const packed = ({ updated, completed, deleted, unseen }: Mark): string =>
	`${updated.toString(36)}.${completed.toString(36)}.${unseen ? 2 : deleted ? 1 : 0}`;

function unpacked(text: string): Mark {
	const [updated = '', completed = '', deleted] = text.split('.');
	return {
		updated: parseInt(updated, 36),
		completed: parseInt(completed, 36),
		deleted: deleted !== '0',
		unseen: deleted === '2',
	};
}

function bounded(known: ReadonlyMap<string, string>): Record<string, string> {
	if (known.size <= mostKnown) return Object.fromEntries(known);
	return Object.fromEntries(
		[...known]
			.sort(([, a], [, b]) => unpacked(b).updated - unpacked(a).updated)
			.slice(0, mostKnown),
	);
}

const time = (text: unknown): number => Date.parse(String(text)) || 0;
