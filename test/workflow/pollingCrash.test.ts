// Crash safety of all polling triggers. n8n saves the state of a trigger just before it stores the
// execution, so a crash in between loses the execution but not the state.
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { nodes } from '../contract/kit/pack';
import { polling } from './kit/polling';
import { pollingScenarios, type PollingScenario } from './kit/pollingScenarios';

/** Loads a trigger as a new process does. */
function loadAgain(name: string, file: string): INodeType {
	let nodeType: INodeType | undefined;
	jest.isolateModules(() => {
		const loaded = jest.requireActual<Record<string, new () => INodeType>>(
			`../../nodes/${file}.node`,
		);
		nodeType = new loaded[name]!();
	});
	return nodeType!;
}

const keysOf = (items?: INodeExecutionData[]): unknown[] =>
	(items ?? []).map(({ json }) => json.eventKey ?? json.id);

/** Runs the first node of an execution. `record` replaces n8n's record of processed items. */
async function execute(
	nodeType: INodeType,
	items: INodeExecutionData[],
	record: Set<unknown>,
): Promise<INodeExecutionData[] | undefined> {
	const context = {
		getMode: () => 'trigger',
		getInputData: () => items,
		helpers: {
			async checkProcessedItemsAndRecord(key: string, rows: IDataObject[]) {
				const isNew = rows.filter((row) => !record.has(row[key]));
				for (const row of rows) record.add(row[key]);
				return await Promise.resolve({ new: isNew });
			},
		},
	};
	const [output] = await (nodeType.execute!.call(
		context as unknown as IExecuteFunctions,
	) as Promise<INodeExecutionData[][]>);
	return output;
}

test('every polling trigger has a scenario', () => {
	const names = nodes.filter(({ description }) => description.polling).map(({ name }) => name);
	expect(Object.keys(pollingScenarios).sort()).toEqual(names.sort());
});

describe.each(Object.entries(pollingScenarios))('%s', (name, { file, parameters, start }) => {
	let started: Awaited<ReturnType<PollingScenario['start']>>;
	beforeEach(async () => {
		started = await start();
	});
	afterEach(async () => await started.service.close());

	test('after a crash between saving the state and storing the execution, emits the same event keys again, and then nothing twice', async () => {
		const { credentials, happen } = started;
		const first = polling({ nodeType: loadAgain(name, file), credentials }, parameters);
		await first.poll();
		happen('Executed');
		const [executed] = keysOf(await first.poll());
		await first.poll();
		happen('Lost');
		const lost = keysOf(await first.poll());
		expect(lost).toHaveLength(1);
		// Polls without events do not change the stored state.
		expect(await first.poll()).toBeUndefined();
		const stored = first.stored();

		const second = polling({ nodeType: loadAgain(name, file), credentials }, parameters, stored);
		happen('After the crash');
		const repeated = keysOf(await second.poll());
		expect(repeated).toEqual(expect.arrayContaining(lost));
		expect(repeated).toHaveLength(2);
		expect(repeated).not.toContain(executed);
		expect(await second.poll()).toBeUndefined();

		// The second process crashes in the same way.
		const third = polling(
			{ nodeType: loadAgain(name, file), credentials },
			parameters,
			second.stored(),
		);
		expect(keysOf(await third.poll()).sort()).toEqual([...repeated].sort());
	});

	test('an execution drops events that an earlier execution has processed', async () => {
		const { credentials, happen } = started;
		const nodeType = loadAgain(name, file);
		const trigger = polling({ nodeType, credentials }, parameters);
		await trigger.poll();
		happen('Processed');
		const processed = (await trigger.poll())!;
		happen('New');
		const items = [...processed, ...(await trigger.poll())!];
		const record = new Set<unknown>();
		expect(keysOf(await execute(nodeType, processed, record))).toEqual(keysOf(processed));
		expect(keysOf(await execute(nodeType, items, record))).toEqual(keysOf(items.slice(1)));
	});

	test('continues from a state that an earlier version stored without the last batch', async () => {
		const { credentials, happen } = started;
		const first = polling({ nodeType: loadAgain(name, file), credentials }, parameters);
		await first.poll();
		happen('Before the update');
		await first.poll();
		const { lastBatch, ...earlier } = first.stored();
		expect(lastBatch).toBeDefined();
		happen('After the update');
		const second = polling({ nodeType: loadAgain(name, file), credentials }, parameters, earlier);
		expect(await second.poll()).toHaveLength(1);
	});

	test('events of a poll that n8n discards are emitted again, also in the same process', async () => {
		const { credentials, happen } = started;
		const setup = { nodeType: loadAgain(name, file), credentials };
		const first = polling(setup, parameters);
		await first.poll();
		happen('Executed');
		await first.poll();
		const stored = first.stored();
		happen('Discarded');
		const discarded = keysOf(await first.poll());
		expect(discarded).toHaveLength(1);
		expect(keysOf(await polling(setup, parameters, stored).poll())).toEqual(discarded);
	});
});
