import { PackError } from '../../../../nodes/engine/describe';
import { sendOnce } from '../../../../nodes/engine/run/sendOnce';

type Call = Parameters<typeof sendOnce>[0];

/** A run of a node whose tries all get the same thing from n8n, and how often something was sent in it. */
function tried({ item = 0, isAgent = false, retryOnFail = true, run = {} } = {}) {
	const call = {
		context: { getExecuteData: () => run },
		connection: { node: { retryOnFail } },
		item,
		isAgent,
	} as unknown as Call;
	let sent = 0;
	return async (end: () => unknown = () => ({ status: 200 })) => {
		await sendOnce(call, async () => {
			sent++;
			return (await Promise.resolve(end())) as never;
		}).catch((error: Error) => error);
		return sent;
	};
}
const refuses = (facts: PackError['details']) => () => {
	throw new PackError('no', facts);
};

test('what went through goes out once for its item, in all tries of a run', async () => {
	const send = tried();
	expect([await send(), await send(), await send()]).toEqual([1, 1, 1]);
});

test('other items and other runs are writes of their own', async () => {
	const run = {};
	for (const send of [tried({ run }), tried({ run, item: 1 }), tried()])
		expect(await send()).toBe(1);
});

test('without Retry On Fail, and for an agent, each call is a write', async () => {
	for (const send of [tried({ retryOnFail: false }), tried({ isAgent: true })])
		expect([await send(), await send()]).toEqual([1, 2]);
});

test.each([
	['a broken connection', { code: 'ECONNRESET' }, false],
	['no answer in time', { code: 'ECONNABORTED' }, false],
	['a fault of the service', { status: 500 }, false],
	['a fault of the platform', { status: 550 }, false],
	['no connection', { code: 'ECONNREFUSED' }, true],
	['too many requests', { status: 429 }, true],
	['a service that asks to come later', { status: 503, retryAfterMs: 1000 }, true],
	['values that are refused', { status: 400 }, true],
	['what was refused before it was sent', {}, true],
])('after %s (%j) the next try sends again: %s', async (_, facts, again) => {
	const send = tried();
	await send(refuses(facts));
	expect(await send()).toBe(again ? 2 : 1);
});

test('the refusal of what may or may not have been processed stays the same', async () => {
	const run = {};
	const call = {
		context: { getExecuteData: () => run },
		connection: { node: { retryOnFail: true } },
		item: 0,
		isAgent: false,
	} as unknown as Call;
	const lost = new PackError('no', { code: 'ECONNRESET' });
	await expect(sendOnce(call, async () => await Promise.reject(lost))).rejects.toBe(lost);
	await expect(
		sendOnce(call, async () => await Promise.resolve({ status: 200 } as never)),
	).rejects.toBe(lost);
});
