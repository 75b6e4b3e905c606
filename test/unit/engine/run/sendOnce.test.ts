import { PackError } from '../../../../nodes/engine/describe';
import { sendOnce } from '../../../../nodes/engine/run/sendOnce';

type Call = Parameters<typeof sendOnce>[0];

const callWith = ({ item = 0, isAgent = false, retryOnFail = true, executeData = {} } = {}) =>
	({
		context: { getExecuteData: () => executeData },
		connection: { node: { retryOnFail } },
		item,
		isAgent,
	}) as unknown as Call;

/**
 * Returns a function that makes one attempt and returns how often the request has been sent so far.
 */
function attempts(settings: Parameters<typeof callWith>[0] = {}) {
	const call = callWith(settings);
	let sent = 0;
	return async (request: () => unknown = () => ({ status: 200 })) => {
		await sendOnce(call, async () => {
			sent++;
			return (await Promise.resolve(request())) as never;
		}).catch((error: Error) => error);
		return sent;
	};
}
const failWith = (details: PackError['details']) => () => {
	throw new PackError('failed', details);
};

test('a request that succeeded is sent once per item, even if n8n retries the node in the same run', async () => {
	const attempt = attempts();
	expect([await attempt(), await attempt(), await attempt()]).toEqual([1, 1, 1]);
});

test('other items and other runs send their own requests', async () => {
	const executeData = {};
	for (const attempt of [attempts({ executeData }), attempts({ executeData, item: 1 }), attempts()])
		expect(await attempt()).toBe(1);
});

test('without Retry On Fail, and for an agent, every call sends its request', async () => {
	for (const attempt of [attempts({ retryOnFail: false }), attempts({ isAgent: true })])
		expect([await attempt(), await attempt()]).toEqual([1, 2]);
});

test.each([
	['a connection reset', { code: 'ECONNRESET' }, false],
	['a timeout', { code: 'ECONNABORTED' }, false],
	['a response that is too large', { code: 'RESPONSE_TOO_LARGE' }, false],
	['an unknown encoding of the response', { code: 'UNKNOWN_CHARSET' }, false],
	['a server error', { status: 500 }, false],
	['a non-standard server error', { status: 550 }, false],
	['a refused connection', { code: 'ECONNREFUSED' }, true],
	['a certificate that is not trusted', { code: 'CERT_HAS_EXPIRED' }, true],
	['a rate limit', { status: 429 }, true],
	['503 with Retry-After', { status: 503, retryAfterMs: 1000 }, true],
	['a bad request', { status: 400 }, true],
	['an error before sending', {}, true],
])(
	'after %s (%j) the next attempt sends the request again: %s',
	async (_, details, isSentAgain) => {
		const attempt = attempts();
		await attempt(failWith(details));
		expect(await attempt()).toBe(isSentAgain ? 2 : 1);
	},
);

test('the next attempt throws the same error if the request may have been processed', async () => {
	const call = callWith();
	const connectionReset = new PackError('failed', { code: 'ECONNRESET' });
	await expect(sendOnce(call, async () => await Promise.reject(connectionReset))).rejects.toBe(
		connectionReset,
	);
	await expect(
		sendOnce(call, async () => await Promise.resolve({ status: 200 } as never)),
	).rejects.toBe(connectionReset);
});
