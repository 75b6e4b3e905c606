import { toText } from '../engine/describe';
import type { Change } from './changes';

/** Deduplication key of a change to a task. A change that is emitted again has the same key. */
export const eventKeyOf = ({ kind, task }: Change): string =>
	`${toText(task.id)}:${kind}:${toText(task.updated)}`;
