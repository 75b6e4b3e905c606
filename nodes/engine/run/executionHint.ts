import type { IExecuteFunctions } from 'n8n-workflow';
import type { Call } from '../describe';

const shown = new WeakMap<object, Set<string>>();

/** Shows a hint in the output panel, once per run of the node. */
export function showHint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
): void {
	const messages = shown.get(context) ?? new Set();
	shown.set(context, messages);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints?.({ message, location: 'outputPane' });
}

/** The hint for a list with more rows than the parameter Limit allows. */
export const limitHint = (limit: number): string =>
	`Limit is ${limit}, and the list has more entries. To get all of them, turn on Return All.`;

/** The first rows, up to Limit. If there are more, shows a hint. */
export function rowsUpToLimit<T>(
	{ connection, maxRows = Infinity }: Pick<Call<unknown>, 'connection' | 'maxRows'>,
	rows: readonly T[],
): readonly T[] {
	if (rows.length <= maxRows) return rows;
	connection.item?.showHint?.(limitHint(maxRows));
	return rows.slice(0, maxRows);
}
