/** Prevents overlapping polls of a polling trigger. */
import type { IPollFunctions } from 'n8n-workflow';
import { nodeKeyOf } from './eventKeys';

/** Nodes with a poll in progress in this process. */
const activePolls = new Set<string>();

/**
 * Runs a poll, unless the previous poll of the same node is still running. n8n starts polls on
 * schedule and does not wait for the previous poll. Nodes are identified by their IDs, because n8n
 * may pass each poll its own copy of the static data. Manual test runs always run, because they do
 * not use the stored state.
 * @returns the result of the poll, or null if it was skipped
 */
export async function guardPoll<T>(
	context: Pick<IPollFunctions, 'getMode' | 'getNode' | 'getWorkflow'>,
	poll: () => Promise<T>,
): Promise<T | null> {
	if (context.getMode() === 'manual') return await poll();
	const key = nodeKeyOf(context);
	if (activePolls.has(key)) return null;
	activePolls.add(key);
	try {
		return await poll();
	} finally {
		activePolls.delete(key);
	}
}

/** n8n 1.x has no `getPollBudgetMs`. */
const defaultBudgetMs = 30_000;

/** Time that n8n allows for a poll, in milliseconds. */
export const pollBudgetMs = (context: IPollFunctions): number =>
	context.getPollBudgetMs?.() ?? defaultBudgetMs;
