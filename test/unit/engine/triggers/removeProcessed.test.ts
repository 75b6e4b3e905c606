import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { removeProcessed } from '../../../../nodes/engine/triggers/runPoll';

const warnings: string[] = [];
beforeEach(() => warnings.splice(0));

const idOf = ({ id }: IDataObject) => id;

/**
 * An execution of the trigger with two items. `findNew` returns the items that are not in n8n's
 * record of processed items.
 */
const execution = (
	mode: string,
	findNew: (values: IDataObject[]) => Promise<IDataObject[]>,
	calls: unknown[][] = [],
): IExecuteFunctions =>
	({
		getMode: () => mode,
		getInputData: () => [{ json: { id: '1' } }, { json: { id: '2', type: 'PushEvent' } }],
		logger: { warn: (message: string) => warnings.push(message) },
		helpers: {
			async checkProcessedItemsAndRecord(...args: [string, IDataObject[], ...unknown[]]) {
				calls.push(args);
				return { new: await findNew(args[1]) };
			},
		},
	}) as unknown as IExecuteFunctions;

test('events that are not in the record pass unchanged', async () => {
	const calls: unknown[][] = [];
	const [items] = await removeProcessed(
		execution('trigger', async (values) => await Promise.resolve(values.slice(1)), calls),
		{ eventKey: idOf },
	);
	expect(items).toEqual([{ json: { id: '2', type: 'PushEvent' }, pairedItem: { item: 1 } }]);
	// Events are identified by ID. Each node has its own record of processed events. The record has
	// room for more IDs than a batch from several feeds contains.
	expect(calls[0]).toMatchObject([
		'key',
		[{ key: '1' }, { key: '2' }],
		'node',
		{ mode: 'entries', maxEntries: 3000 },
	]);
});

test('an event without a key passes, and is not recorded', async () => {
	const calls: unknown[][] = [];
	const [items] = await removeProcessed(
		execution('trigger', async () => await Promise.resolve([]), calls),
		{ eventKey: ({ id, type }) => (type === undefined ? undefined : id) },
	);
	expect(items!.map(({ json }) => json.id)).toEqual(['1']);
	expect(calls[0]![1]).toEqual([{ key: '2' }]);
});

test('all events pass if the user retries an execution', async () => {
	const calls: unknown[][] = [];
	const [items] = await removeProcessed(
		execution('retry', async () => await Promise.resolve([]), calls),
		{ eventKey: idOf },
	);
	expect(items!.map(({ json }) => json.id)).toEqual(['1', '2']);
	expect(calls).toEqual([]);
});

test('all events pass, with a warning, if the record cannot be read', async () => {
	const [items] = await removeProcessed(
		execution('trigger', async () => await Promise.reject(new Error('no database'))),
		{ eventKey: idOf },
	);
	expect(items).toHaveLength(2);
	expect(warnings).toEqual([
		'Could not read the record of processed items. Events may be processed twice.',
	]);
});
