import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import {
	advanceCursor,
	guardPoll,
	pollDeadline,
	removeProcessed,
} from '../../../../nodes/engine/triggers/runPoll';

/** A new context object for each call, as in n8n. */
const context = (workflowId: string, nodeId: string, mode = 'trigger') =>
	({
		getMode: () => mode,
		getNode: () => ({ id: nodeId }),
		getWorkflow: () => ({ id: workflowId }),
	}) as unknown as IPollFunctions;
const poll = (result: string) => async () => await Promise.resolve(result);

test.each(['trigger', 'manual'])(
	'only a scheduled poll is skipped, and only while one of the same node runs: %s',
	async (mode) => {
		let end = (): void => undefined;
		const running = new Promise<void>((resolve) => (end = resolve));
		const first = guardPoll(context('w1', 'n1', mode), async () => await running);
		expect(await guardPoll(context('w1', 'n1'), poll('second'))).toBe(
			mode === 'manual' ? 'second' : null,
		);
		expect(await guardPoll(context('w1', 'n2'), poll('other node'))).toBe('other node');
		expect(await guardPoll(context('w2', 'n1'), poll('other workflow'))).toBe('other workflow');
		expect(await guardPoll(context('w1', 'n1', 'manual'), poll('manual'))).toBe('manual');
		end();
		await first;
		expect(await guardPoll(context('w1', 'n1'), poll('third'))).toBe('third');
	},
);

test('a failed poll does not block later polls', async () => {
	const failing = async () => await Promise.reject<string>(new Error('failed'));
	await expect(guardPoll(context('w1', 'n1'), failing)).rejects.toThrow('failed');
	expect(await guardPoll(context('w1', 'n1'), poll('next'))).toBe('next');
});

test.each([
	['that n8n allows', { getPollBudgetMs: () => 10_000 }, 5_000],
	['of 30 seconds in n8n versions without a limit', {}, 15_000],
	['of 60 seconds at most', { getPollBudgetMs: () => 300_000 }, 30_000],
])('a poll sends requests for half the time %s', (_, budget, expected) => {
	const now = performance.now();
	expect(pollDeadline(budget)).toBeGreaterThanOrEqual(now + expected);
	expect(pollDeadline(budget)).toBeLessThan(now + expected + 4_000);
});

test.each([
	['advances to the latest time', 10, 50, 100, 50],
	['does not move back to an earlier time', 50, 10, 100, 50],
	['does not move past the current time', 10, 500, 100, 100],
	['moves back if it is in the future', 500, 10, 100, 100],
])('the cursor %s', (_, cursor, latest, now, expected) =>
	expect(advanceCursor(cursor, latest, now)).toBe(expected),
);

const idOf = ({ id }: IDataObject) => id;
const typedOnly = ({ id, type }: IDataObject) => (type === undefined ? undefined : id);
const unavailable = new Error('no database');

/** An execution with the events 1 and 2. `known` are the keys in n8n's record of processed items. */
test.each<
	[string, mode: string, known: string[] | Error, typeof idOf, ids: string[], keys: string[]]
>([
	['events that are not in the record pass', 'trigger', ['1'], idOf, ['2'], ['1', '2']],
	['an event without a key passes, unrecorded', 'trigger', ['2'], typedOnly, ['1'], ['2']],
	['all events pass if the user retries', 'retry', ['1', '2'], idOf, ['1', '2'], []],
	['all events pass without the record', 'trigger', unavailable, idOf, ['1', '2'], ['1', '2']],
])('%s', async (_, mode, known, eventKey, ids, keys) => {
	const calls: [string, Array<{ key: string }>, ...unknown[]][] = [];
	const warn = jest.fn();
	const execution = {
		getMode: () => mode,
		getInputData: () => [{ json: { id: '1' } }, { json: { id: '2', type: 'PushEvent' } }],
		logger: { warn },
		helpers: {
			async checkProcessedItemsAndRecord(...args: (typeof calls)[number]) {
				calls.push(args);
				if (known instanceof Error) throw known;
				return await Promise.resolve({ new: args[1].filter(({ key }) => !known.includes(key)) });
			},
		},
	} as unknown as IExecuteFunctions;
	const [items] = await removeProcessed(execution, { eventKey });
	expect(items!.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
		ids.map((id) => [id, { item: Number(id) - 1 }]),
	);
	// The record of the node has room for more keys than a batch from several feeds contains.
	const options = { mode: 'entries', maxEntries: 3000 };
	expect(calls).toEqual(
		keys.length > 0 ? [['key', keys.map((key) => ({ key })), 'node', options]] : [],
	);
	expect(warn).toHaveBeenCalledTimes(known instanceof Error ? 1 : 0);
});
