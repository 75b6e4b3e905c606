/**
 * Removes events that an earlier execution has already processed. After a restart, a poll emits the
 * last batch of events again, because it is unknown whether n8n created an execution for it. n8n
 * records processed items in its database, so each event is processed only once.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toResult } from '../describe';
import { passThrough } from './webhookCheck';

/** Number of event keys that n8n records for a node. */
const maxRecordedKeys = 3000;

export async function removeProcessed(
	context: IExecuteFunctions,
	keyField: string,
): Promise<INodeExecutionData[][]> {
	const [items = []] = await passThrough(context);
	// A retried execution must process the same events again.
	if (context.getMode() !== 'trigger') return [items];
	const result = await toResult(
		context.helpers.checkProcessedItemsAndRecord(
			keyField,
			items.map(({ json }) => json),
			'node',
			{ mode: 'entries', maxEntries: maxRecordedKeys },
		),
	);
	if ('error' in result) {
		context.logger.warn(
			'Could not read the record of processed items. Events may be processed twice.',
			{ error: String(result.error) },
		);
		return [items];
	}
	const newKeys = new Set(result.value.new.map((json) => json[keyField]));
	return [items.filter(({ json }) => newKeys.has(json[keyField]))];
}
