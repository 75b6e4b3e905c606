/**
 * Removes events that an execution has already processed. If it is unknown whether n8n created an
 * execution for the last batch of events, the next poll emits this batch again. n8n records
 * processed items in its database, so each event is processed only once.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toResult } from '../../engine/describe';
import { eventWindow } from '../paging';

/**
 * Number of event IDs that n8n records. Must be larger than a batch of events from several feeds.
 */
const maxRecordedIds = 10 * eventWindow;

export async function removeProcessedEvents(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[][]> {
	const items = context
		.getInputData()
		.map((item, index) => ({ ...item, pairedItem: { item: index } }));
	// A retried execution must process the same events again.
	if (context.getMode() !== 'trigger') return [items];
	const result = await toResult(
		context.helpers.checkProcessedItemsAndRecord(
			'id',
			items.map(({ json }) => json),
			'node',
			{ mode: 'entries', maxEntries: maxRecordedIds },
		),
	);
	if ('error' in result) {
		context.logger.warn(
			'Could not read the record of processed items. Events may be processed twice.',
			{ error: String(result.error) },
		);
		return [items];
	}
	const newIds = new Set(result.value.new.map((json) => (json as { id: unknown }).id));
	return [items.filter(({ json }) => newIds.has(json.id))];
}
