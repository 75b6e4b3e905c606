import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { onceOnly } from '../../../nodes/CodeHosting/trigger/gate';

const warned: string[] = [];
beforeEach(() => warned.splice(0));

/** An execution of the trigger, where n8n's record says which values are new. */
const execution = (
	mode: string,
	fresh: (values: IDataObject[]) => Promise<IDataObject[]>,
	asked: unknown[][] = [],
): IExecuteFunctions =>
	({
		getMode: () => mode,
		getInputData: () => [{ json: { id: '1' } }, { json: { id: '2', type: 'PushEvent' } }],
		logger: { warn: (message: string) => warned.push(message) },
		helpers: {
			async checkProcessedItemsAndRecord(...args: [string, IDataObject[], ...unknown[]]) {
				asked.push(args);
				return { new: await fresh(args[1]) };
			},
		},
	}) as unknown as IExecuteFunctions;

test('lets through what the record does not hold yet, as it came', async () => {
	const asked: unknown[][] = [];
	const [items] = await onceOnly(
		execution('trigger', async (values) => await Promise.resolve(values.slice(1)), asked),
	);
	expect(items).toEqual([{ json: { id: '2', type: 'PushEvent' }, pairedItem: { item: 1 } }]);
	// By id, for this node alone, and for more events than a batch of several feeds may hold.
	expect(asked[0]).toMatchObject([
		'id',
		[{ id: '1' }, { id: '2' }],
		'node',
		{ mode: 'entries', maxEntries: 3000 },
	]);
});

test('lets through everything where a person wants the same events again', async () => {
	const asked: unknown[][] = [];
	const [items] = await onceOnly(execution('retry', async () => await Promise.resolve([]), asked));
	expect(items!.map(({ json }) => json.id)).toEqual(['1', '2']);
	expect(asked).toEqual([]);
});

test('lets through everything, and says so, where the record cannot be read: better twice than never', async () => {
	const [items] = await onceOnly(
		execution('trigger', async () => await Promise.reject(new Error('no database'))),
	);
	expect(items).toHaveLength(2);
	expect(warned).toEqual([expect.stringContaining('cannot be read')]);
});
