/**
 * What the trigger does inside an execution. The poll hands a batch on once more where it cannot know whether n8n made an
 * execution of it; n8n's own record of processed items, which is kept in its database, lets each event through once.
 */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toResult } from '../../engine/transport/result';
import { eventWindow } from '../paging';

/** Events to be remembered: more than one batch of several feeds. */
const most = 10 * eventWindow;

export async function onceOnly(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context
		.getInputData()
		.map((item, index) => ({ ...item, pairedItem: { item: index } }));
	// A retry is a person's wish to have the same events again.
	if (context.getMode() !== 'trigger') return [items];
	const checked = await toResult(
		context.helpers.checkProcessedItemsAndRecord(
			'id',
			items.map(({ json }) => json),
			'node',
			{ mode: 'entries', maxEntries: most },
		),
	);
	if ('error' in checked) {
		context.logger.warn(
			'The record of processed events cannot be read; events that came before are not told apart',
			{ error: String(checked.error) },
		);
		return [items];
	}
	const fresh = new Set(checked.value.new.map((json) => (json as { id: unknown }).id));
	return [items.filter(({ json }) => fresh.has(json.id))];
}
