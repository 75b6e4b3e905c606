// How the retry stage reports requests to the rate limits, and which it sends again after a wait.
import type { Ended, PackError, RateLimits } from '../../../../nodes/engine/describe';
import type { FailedAttempt, RetryDecision } from '../../../../nodes/engine/errors/failedAttempt';
import { retry } from '../../../../nodes/engine/http/retry';
import type { Outcome } from '../../../../nodes/engine/http/stage';
import { planRequest } from '../../../../nodes/engine/plan/buildRequest';
import { fakeConnection } from '../kit';

const plan = planRequest('GET /x');
const maximumWaitMs = 60_000;

const answer = (resetMs?: number, isExternal = false): Outcome => ({
	response: { status: 200, headers: {}, body: {} },
	isExternal,
	resetMs,
});
const failure = (failed: Partial<FailedAttempt>, isExternal = false): Outcome => ({
	failed: {
		action: failed.status === 429 ? 'rateLimit' : 'fail',
		mayHaveBeenProcessed: false,
		...failed,
	},
	isExternal,
	buildError: (requests, decision) =>
		Object.assign(new Error(`status ${failed.status ?? 0}`), { requests, decision }) as never,
});

interface Sending {
	readonly outcomes: readonly Outcome[];
	/** Times until the rate limit resets, by number of requests that were sent before. */
	readonly blocked?: readonly (number | undefined)[];
	readonly attempts?: number;
	readonly external?: boolean;
}

/** Sends a request through the stage. Returns its response, and the calls of the rate limits. */
async function send({ outcomes, blocked = [], attempts = 4, external }: Sending) {
	const calls: [maxMs: number, limitedAt: number | undefined][] = [];
	const ended: [Ended, number?][] = [];
	let sent = 0;
	const rate: RateLimits = {
		concurrency: 1,
		start: async (...call) => {
			calls.push([call[0], call[1]]);
			const blockedMs = blocked[sent];
			return await Promise.resolve(
				blockedMs === undefined
					? { end: (outcome, waitMs) => void ended.push([outcome, waitMs]) }
					: { blockedMs },
			);
		},
	};
	const connection = fakeConnection(() => null, {
		rate,
		retry: { attempts, backOffMs: 0, maximumWaitMs },
	});
	const stage = retry(async () => {
		const next = outcomes[sent++];
		if (!next) throw new TypeError('a bug');
		return await Promise.resolve(next);
	});
	let error: Partial<Failed> | undefined;
	const response = await stage({
		connection,
		plan,
		policy: { idempotency: 'none', external },
	}).catch((thrown: Failed) => void (error = thrown));
	return { response, calls, ended, error, sent };
}

/** The error of `failure`. */
interface Failed extends Error {
	readonly requests: number;
	readonly decision: RetryDecision;
}

const rejected = failure({ status: 429, waitMs: 5 });
const accepted: [Ended, number?] = ['accepted', undefined];
const tooLong = maximumWaitMs + 1;

it.each<[string, Sending, ended: Array<[Ended, number?]>]>([
	['a response without a limit', { outcomes: [answer()] }, [accepted]],
	['a response at the limit', { outcomes: [answer(5000)] }, [['accepted', 5000]]],
	['a late reset', { outcomes: [answer(maximumWaitMs)] }, [['accepted', maximumWaitMs]]],
	['a reset that is too late', { outcomes: [answer(tooLong)] }, [accepted]],
	['a response of another host', { outcomes: [answer(5000, true)] }, [accepted]],
	['a request for another host', { outcomes: [answer()], external: true }, []],
	['a 404', { outcomes: [failure({ status: 404 })] }, [accepted]],
	[
		'a 429 that is no rate limit',
		{ outcomes: [failure({ status: 429, action: 'fail' })] },
		[['failed', undefined]],
	],
	['a 500', { outcomes: [failure({ status: 500 })] }, [['failed', undefined]]],
	['a 503', { outcomes: [failure({ status: 503 })] }, [['overloaded', undefined]]],
	[
		'an incomplete response',
		{ outcomes: [failure({ action: 'retryIfSafe' })] },
		[['failed', undefined]],
	],
	['a 429 and one attempt', { outcomes: [rejected], attempts: 1 }, [['failed', undefined]]],
	[
		'a 429 with a wait that is too long',
		{ outcomes: [failure({ status: 429, waitMs: tooLong })] },
		[['failed', undefined]],
	],
	[
		'a 429 of another host',
		{ outcomes: [failure({ status: 429 }, true)], attempts: 1 },
		[accepted],
	],
])('%s is sent once, and reported to the rate limits', async (_, sending, expected) => {
	const { calls, ended, sent } = await send(sending);
	expect(sent).toBe(1);
	expect(calls).toEqual(sending.external ? [] : [[maximumWaitMs, undefined]]);
	expect(ended).toEqual(expected);
});

it('an error of the next stage is reported to the rate limits', async () => {
	const { ended, error } = await send({ outcomes: [] });
	expect(error).toBeInstanceOf(TypeError);
	expect(ended).toEqual([['failed', undefined]]);
});

it.each<[string, Partial<FailedAttempt>]>([
	['a 429', { status: 429, waitMs: 5 }],
	['a 429 without a wait', { status: 429 }],
	['a 429 with the longest wait', { status: 429, waitMs: maximumWaitMs }],
	['a 403 that reports a rate limit', { status: 403, action: 'rateLimit' }],
])('%s is sent again, and its wait counts from the first rejection', async (_, failed) => {
	const clock = jest.spyOn(performance, 'now').mockReturnValueOnce(1);
	const { response, calls, ended } = await send({
		outcomes: [failure(failed), failure(failed), answer()],
	});
	clock.mockRestore();
	expect(response?.status).toBe(200);
	expect(calls).toEqual([
		[maximumWaitMs, undefined],
		[maximumWaitMs, 1],
		[maximumWaitMs, 1],
	]);
	expect(ended).toEqual([['limited', failed.waitMs], ['limited', failed.waitMs], accepted]);
});

describe('a request during a rate limit that lasts too long', () => {
	it.each([
		[60_000, 'lasted longer than Maximum Retry Wait'],
		[60_001, 'asks to wait until'],
	])('is not sent: %i ms, the error says that it %s', async (blockedMs, hint) => {
		const { error, sent } = await send({ outcomes: [], blocked: [blockedMs] });
		expect(sent).toBe(0);
		expect(error?.message).toBe('The rate limit of Example was reached');
		expect(error).toMatchObject({ details: { status: 429 } });
		expect((error as PackError).details.hint).toContain(hint);
	});

	it('fails with the error of its rejection, if it was sent before', async () => {
		const { error } = await send({ outcomes: [rejected], blocked: [undefined, 9] });
		expect(error).toMatchObject({ requests: 1, decision: { stop: 'limited', waitMs: 9 } });
	});
});
