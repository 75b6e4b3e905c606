import type { IExecuteFunctions } from 'n8n-workflow';
import {
	type HttpResponse,
	type Idempotency,
	type Method,
	PackError,
} from '../../../../nodes/engine/describe';
import { once, type SentWrites, sentWritesOf, writesOf } from '../../../../nodes/engine/http/once';
import { fakeConnection } from '../kit';

const node = { name: 'Node' };
const contextWith = ({ retryOnFail = true, executeData = { node }, json = {} } = {}) =>
	({
		getNode: () => ({ ...node, retryOnFail }),
		getExecuteData: () => executeData,
		getInputData: () => [{ json }],
	}) as unknown as IExecuteFunctions;

const response = (body: unknown): HttpResponse => ({ status: 200, headers: {}, body });

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

describe('in later attempts', () => {
	let writes: SentWrites;
	let sent: string[];
	beforeEach(() => {
		writes = { runIndex: 0, requests: new Map(), rows: new Map() };
		sent = [];
	});
	/**
	 * Makes one attempt for an item: sends one request to each URL. Returns the bodies of the
	 * responses, or the error.
	 */
	const attempt = async (
		urls: readonly string[],
		{
			item = 0,
			result = (): unknown => sent.length,
			method = 'POST' as Method,
			idempotency = 'none' as Idempotency,
		} = {},
	): Promise<unknown> => {
		const connection = {
			...fakeConnection(() => null),
			item: { sentWrites: writesOf(writes, item) },
		};
		const send = once(async ({ plan: { url } }) => {
			sent.push(`${item} ${url}`);
			return await Promise.resolve(response(result()));
		});
		const bodies: unknown[] = [];
		try {
			for (const url of urls)
				bodies.push(
					(
						await send({
							connection,
							plan: { method, url, query: {}, headers: {} },
							policy: { idempotency },
						})
					).body,
				);
		} catch (error) {
			return error;
		}
		return bodies;
	};

	test('each request of a successful item gets its own response from the first attempt', async () => {
		for (const _ of [1, 2, 3]) {
			void _;
			expect(await attempt(['/a', '/a', '/b'])).toEqual([1, 2, 3]);
		}
		expect(await attempt(['/a'], { item: 1 })).toEqual([4]);
		expect(sent).toEqual(['0 /a', '0 /a', '0 /b', '1 /a']);
	});

	test.each([
		['is not repeated if it may have been processed', { mayHaveBeenProcessed: true }, 1],
		['is repeated if it was not processed', { mayHaveBeenProcessed: false }, 2],
		['is repeated if it was not sent', {}, 2],
	])('a failed request %s', async (_, details, count) => {
		const failure = new PackError('failed', details);
		const fail = (): never => {
			throw failure;
		};
		expect(await attempt(['/a'], { result: fail })).toBe(failure);
		const second = await attempt(['/a']);
		if (count === 1) expect(second).toBe(failure);
		else expect(second).toEqual([2]);
		expect(sent).toHaveLength(count);
	});

	test('a deletion is repeated only if it failed', async () => {
		const deletion = { method: 'DELETE', idempotency: 'safe' } as const;
		const fail = (): never => {
			throw new PackError('failed', { mayHaveBeenProcessed: true });
		};
		await attempt(['/a'], { ...deletion, result: fail });
		expect(await attempt(['/a'], deletion)).toEqual([2]);
		expect(await attempt(['/a'], deletion)).toEqual([2]);
	});

	test.each(['safe', 'keyed'] as const)(
		'a request with idempotency %s is repeated',
		async (idempotency) => {
			expect(await attempt(['/a'], { idempotency })).toEqual([1]);
			expect(await attempt(['/a'], { idempotency })).toEqual([2]);
		},
	);

	test('a request that failed with an unexpected error is not repeated', async () => {
		const bug = new TypeError('bug');
		await attempt(['/a'], {
			result: () => {
				throw bug;
			},
		});
		expect(await attempt(['/a'])).toBe(bug);
	});

	test('a request to a different address is rejected, because its response is not known', async () => {
		await attempt(['/a']);
		expect(await attempt(['/b'])).toMatchObject({
			message: 'An earlier attempt sent this item to a different address',
		});
		expect(sent).toEqual(['0 /a']);
	});
});
