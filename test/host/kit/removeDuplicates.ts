import type { NodeSpec } from './testN8n';

/** n8n's node that removes events that earlier executions have processed, by their event key. */
export const removeDuplicates: NodeSpec = {
	name: 'Deduplicate',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		dedupeValue: '={{ $json.eventKey }}',
		options: { historySize: 20_000 },
	},
};
