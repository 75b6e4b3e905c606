import type { IPollFunctions } from 'n8n-workflow';
import { guardPoll, pollDeadline } from '../../../../nodes/engine/triggers/runPoll';

/** A new context object for each call, as in n8n. */
const context = (workflowId: string, nodeId: string, mode = 'trigger') =>
	({
		getMode: () => mode,
		getNode: () => ({ id: nodeId }),
		getWorkflow: () => ({ id: workflowId }),
	}) as unknown as IPollFunctions;
/** A running poll, and the function that ends it. */
function runningPoll() {
	let resolve!: (result: string) => void;
	const promise = new Promise<string>((onResolve) => (resolve = onResolve));
	return { promise, resolve };
}
const poll = (result: string) => async () => await Promise.resolve(result);

test('a poll is skipped while another poll of the same node is running, and polls run again afterwards', async () => {
	const { promise, resolve } = runningPoll();
	const first = guardPoll(context('w1', 'n1'), async () => await promise);
	expect(await guardPoll(context('w1', 'n1'), poll('second'))).toBeNull();
	expect(await guardPoll(context('w1', 'n2'), poll('other node'))).toBe('other node');
	expect(await guardPoll(context('w2', 'n1'), poll('other workflow'))).toBe('other workflow');
	expect(await guardPoll(context('w1', 'n1', 'manual'), poll('manual'))).toBe('manual');
	resolve('first');
	expect(await first).toBe('first');
	expect(await guardPoll(context('w1', 'n1'), poll('third'))).toBe('third');
});

test('a scheduled poll is not skipped while a manual test run is in progress', async () => {
	const { promise, resolve } = runningPoll();
	const manual = guardPoll(context('w1', 'n1', 'manual'), async () => await promise);
	expect(await guardPoll(context('w1', 'n1'), poll('scheduled'))).toBe('scheduled');
	resolve('manual');
	await manual;
});

test('a failed poll does not block later polls', async () => {
	const failing = async () => await Promise.reject<string>(new Error('failed'));
	await expect(guardPoll(context('w1', 'n1'), failing)).rejects.toThrow('failed');
	expect(await guardPoll(context('w1', 'n1'), poll('next'))).toBe('next');
});

test.each([
	['that n8n allows', { getPollBudgetMs: () => 10_000 }, 5_000],
	['of 30 seconds in n8n versions without a limit', {}, 15_000],
	['of 60 seconds at most', { getPollBudgetMs: () => 300_000 }, 30_000],
])('a poll sends requests for half the time %s', (_, context, expected) => {
	const now = performance.now();
	expect(pollDeadline(context)).toBeGreaterThanOrEqual(now + expected);
	expect(pollDeadline(context)).toBeLessThan(now + expected + 4_000);
});
