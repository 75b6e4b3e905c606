/** Order of the tasks of a list. The service cannot sort tasks, so the node sorts them. */
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../engine/describe';

/**
 * Compares tasks by a property. Tasks without it come last in both directions. Undefined if the
 * tasks are not sorted.
 */
export function taskOrder({
	sortBy,
	sortOrder,
}: IDataObject): ((a: IDataObject, b: IDataObject) => number) | undefined {
	if (typeof sortBy !== 'string') return undefined;
	const direction = sortOrder === 'desc' ? -1 : 1;
	return (a, b) => {
		const [one, other] = [toText(a[sortBy]), toText(b[sortBy])];
		if (one === '' || other === '') return Number(one === '') - Number(other === '');
		return direction * one.localeCompare(other);
	};
}
