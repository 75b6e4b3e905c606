import type { IExecuteFunctions } from 'n8n-workflow';
import { type Idempotency, type Method, PackError } from '../../../../nodes/engine/describe';
import { once, type SentWrites, sentWritesOf } from '../../../../nodes/engine/http/once';
import { fakeConnection } from '../kit';

const node = { name: 'Node' };
const contextWith = ({ retryOnFail = true, executeData = { node }, json = {} } = {}) =>
	({
		getNode: () => ({ ...node, retryOnFail }),
		getExecuteData: () => executeData,
		getInputData: () => [{ json }],
	}) as unknown as IExecuteFunctions;

describe('the record of sent writes', () => {
	test('is shared by all attempts of a node run, and separate for every run of a loop', () => {
		const context = contextWith();
		const writes = sentWritesOf(context, 1);
		expect(writes).toMatchObject({ runIndex: 1 });
		expect(sentWritesOf(context, 1)).toBe(writes);
		expect(sentWritesOf(contextWith(), 2)).not.toBe(writes);
	});

	test('is shared by all attempts of a tool call, and separate for every call', () => {
		const executeData = { node: { name: 'Agent' } };
		const json = {};
		const writes = sentWritesOf(contextWith({ executeData, json }), 1);
		expect(sentWritesOf(contextWith({ executeData, json }), 2)).toBe(writes);
		expect(writes).toMatchObject({ runIndex: 1 });
		expect(sentWritesOf(contextWith({ executeData }), 3)).not.toBe(writes);
	});

	test('does not exist without Retry On Fail', () =>
		expect(sentWritesOf(contextWith({ retryOnFail: false }), 1)).toBeUndefined());
});

let writes: SentWrites;
let sent: string[];
beforeEach(() => {
	writes = { runIndex: 0, requests: [], rows: new Map() };
	sent = [];
});

interface Attempt {
	readonly item?: number;
	/** Default: the number of requests that were sent is the body of the response. */
	readonly error?: Error;
	readonly method?: Method;
	readonly idempotency?: Idempotency;
}

/** One attempt for an item sends one request to each URL. Returns the bodies, or the error. */
async function attempt(
	urls: string,
	{ item = 0, error, method = 'POST', idempotency = 'none' }: Attempt = {},
): Promise<unknown> {
	const connection = {
		...fakeConnection(() => null),
		item: { sentWrites: (writes.requests[item] ??= new Map()) },
	};
	const send = once(async ({ plan: { url } }) => {
		sent.push(`${item} ${url}`);
		if (error) throw error;
		return await Promise.resolve({ status: 200, headers: {}, body: sent.length });
	});
	const bodies: unknown[] = [];
	try {
		for (const url of urls.split(' ')) {
			const plan = { method, url, query: {}, headers: {} };
			bodies.push((await send({ connection, plan, policy: { idempotency } })).body);
		}
	} catch (thrown) {
		return thrown;
	}
	return bodies;
}

test('each request of a successful item gets its own response from the first attempt', async () => {
	for (let count = 0; count < 3; count++) expect(await attempt('/a /a /b')).toEqual([1, 2, 3]);
	expect(await attempt('/a', { item: 1 })).toEqual([4]);
	expect(sent).toEqual(['0 /a', '0 /a', '0 /b', '1 /a']);
});

const processed = new PackError('failed', { mayHaveBeenProcessed: true });
const deletion = { method: 'DELETE', idempotency: 'safe' } as const;

test.each<[string, Attempt, isRepeated: boolean]>([
	['a request that may have been processed', { error: processed }, false],
	['a request that was not processed', { error: new PackError('failed') }, true],
	['a request with an unexpected error', { error: new TypeError('bug') }, false],
	['a failed deletion', { ...deletion, error: processed }, true],
	['a successful deletion', deletion, false],
	['a safe request', { idempotency: 'safe' }, true],
	['a request with a key', { idempotency: 'keyed' }, true],
])('%s in a later attempt', async (_, { error, ...more }, isRepeated) => {
	const first = await attempt('/a', { ...more, error });
	expect(first).toEqual(error ?? [1]);
	expect(await attempt('/a', more)).toEqual(isRepeated ? [2] : first);
});

test('a request to a different address is rejected, because its response is not known', async () => {
	await attempt('/a');
	expect(await attempt('/b')).toMatchObject({
		message: 'An earlier attempt sent this item to a different address',
	});
	expect(sent).toEqual(['0 /a']);
});
