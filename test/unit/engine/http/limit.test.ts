// How the limit stage reports requests to the rate limits, and which requests it sends again.
import type { Ended, RateLimits } from '../../../../nodes/engine/describe';
import type { FailedAttempt } from '../../../../nodes/engine/errors/failedAttempt';
import { limit } from '../../../../nodes/engine/http/limit';
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
	buildError: () => new Error(`status ${failed.status ?? 0}`) as never,
});

interface Sending {
	readonly outcomes: readonly Outcome[];
	/** Times until the rate limit resets, by number of requests that were sent before. */
	readonly blocked?: readonly (number | undefined)[];
	readonly attempts?: number;
	readonly external?: boolean;
}

/** Sends a request through the stage. Returns the outcome, and the calls of the rate limits. */
async function send({ outcomes, blocked = [], attempts = 4, external }: Sending) {
	const calls: [maxMs: number, limitedAt: number | undefined][] = [];
	const ended: [Ended, number | undefined][] = [];
	let sent = 0;
	const rate: RateLimits = {
		concurrency: 1,
		start: async (...call) => {
			calls.push([call[0], call[1]]);
			const blockedMs = blocked[sent];
			return await Promise.resolve(
				blockedMs === undefined
					? { end: (outcome, waitMs) => ended.push([outcome, waitMs]) }
					: { blockedMs },
			);
		},
	};
	const connection = fakeConnection(() => null, {
		rate,
		retry: { attempts, backOffMs: 0, maximumWaitMs },
	});
	const stage = limit(async () => await Promise.resolve(outcomes[sent++]!));
	const outcome = await stage({ connection, plan, policy: { idempotency: 'safe', external } });
	return { outcome, calls, ended };
}

describe('a response', () => {
	it.each<[string, number | undefined, number | undefined]>([
		['without the headers of a limit', undefined, undefined],
		['at the limit', 5000, 5000],
		['at a limit that resets at the last moment', 60_000, 60_000],
		['at a limit that resets too late', 61_000, undefined],
	])('%s delays the next requests accordingly', async (_, resetMs, waitMs) => {
		const { outcome, calls, ended } = await send({ outcomes: [answer(resetMs)] });
		expect(outcome).toEqual({ ...answer(resetMs), requests: 1 });
		expect(calls).toEqual([[maximumWaitMs, undefined]]);
		expect(ended).toEqual([['accepted', waitMs]]);
	});

	it('of another host does not delay requests', async () => {
		expect((await send({ outcomes: [answer(5000, true)] })).ended).toEqual([
			['accepted', undefined],
		]);
	});

	it('to a request for another host is not counted', async () => {
		const { outcome, calls } = await send({ outcomes: [answer()], external: true });
		expect({ outcome, calls }).toEqual({ outcome: { ...answer(), requests: 1 }, calls: [] });
	});
});

describe('a failed request', () => {
	it.each<[Partial<FailedAttempt>, Ended]>([
		[{ status: 404 }, 'accepted'],
		[{ status: 429, action: 'fail' }, 'failed'],
		[{ status: 500 }, 'failed'],
		[{ status: 503 }, 'overloaded'],
		[{ action: 'retryIfSafe' }, 'failed'],
	])('%j is reported as %s, and not sent again', async (failed, expected) => {
		const { outcome, ended } = await send({ outcomes: [failure(failed)] });
		expect(outcome).toMatchObject({ failed, requests: 1 });
		expect(ended).toEqual([[expected, undefined]]);
	});

	it('is reported if the next stage throws', async () => {
		const ended: Ended[] = [];
		const connection = fakeConnection(() => null, {
			rate: {
				concurrency: 1,
				start: async () => await Promise.resolve({ end: (outcome) => ended.push(outcome) }),
			},
		});
		const stage = limit(async () => await Promise.reject(new Error('canceled')));
		await expect(stage({ connection, plan, policy: { idempotency: 'safe' } })).rejects.toThrow(
			'canceled',
		);
		expect(ended).toEqual(['failed']);
	});
});

describe('a request that the service rejected because of its rate limit', () => {
	const rejected = failure({ status: 429, waitMs: 5 });

	it('is sent again, and its wait counts from the first rejection', async () => {
		const { outcome, calls, ended } = await send({ outcomes: [rejected, rejected, answer()] });
		expect(outcome).toEqual({ ...answer(), requests: 3 });
		expect(calls).toEqual([
			[maximumWaitMs, undefined],
			[maximumWaitMs, 1],
			[maximumWaitMs, 1],
		]);
		expect(ended).toEqual([
			['limited', 5],
			['limited', 5],
			['accepted', undefined],
		]);
	});

	it('is sent again if the service asks for the longest allowed wait, or for none', async () => {
		for (const waitMs of [maximumWaitMs, undefined])
			expect(
				(await send({ outcomes: [failure({ status: 429, waitMs }), answer()] })).ended,
			).toEqual([
				['limited', waitMs],
				['accepted', undefined],
			]);
	});

	it('is sent again, whatever the status', async () => {
		const rejectedWith403 = failure({ status: 403, action: 'rateLimit' });
		expect((await send({ outcomes: [rejectedWith403, answer()] })).ended).toEqual([
			['limited', undefined],
			['accepted', undefined],
		]);
	});

	it.each<[string, Partial<Sending>]>([
		['if only one attempt is allowed', { outcomes: [rejected], attempts: 1 }],
		['if the wait is too long', { outcomes: [failure({ status: 429, waitMs: 60_001 })] }],
	])('is not sent again %s', async (_, sending) => {
		const { outcome, ended } = await send({ outcomes: [rejected], ...sending });
		expect(outcome).toMatchObject({ failed: { status: 429 }, requests: 1 });
		expect(ended).toEqual([['failed', undefined]]);
	});

	it('of another host is reported as accepted, and not sent again', async () => {
		expect((await send({ outcomes: [failure({ status: 429 }, true)] })).ended).toEqual([
			['accepted', undefined],
		]);
	});
});

describe('a request during a rate limit that lasts too long', () => {
	it.each([
		[60_000, 'limited'],
		[60_001, 'wait'],
	])('is not sent: %i ms, reason "%s"', async (blockedMs, stop) => {
		const { outcome } = await send({ outcomes: [], blocked: [blockedMs] });
		expect(outcome).toMatchObject({
			failed: { status: 429 },
			isExternal: false,
			stop: { stop, waitMs: blockedMs },
			requests: 0,
		});
	});

	it('fails with the error of its rejection, if it was sent before', async () => {
		const rejected = failure({ status: 429, waitMs: 5 });
		const { outcome } = await send({ outcomes: [rejected], blocked: [undefined, 9] });
		expect(outcome).toEqual({ ...rejected, stop: { stop: 'limited', waitMs: 9 }, requests: 1 });
	});
});
