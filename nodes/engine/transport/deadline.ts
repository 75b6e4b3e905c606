/** Time limits for streams. */
import type { Readable } from '../describe';
import { type Result, toResult } from './result';

/** Longest delay that a timer supports, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** Returns a signal that is aborted after the given number of milliseconds. */
export const timeoutSignal = (ms: number): AbortSignal =>
	AbortSignal.timeout(Math.min(ms, maxTimerMs));

/**
 * Waits for work that reads a stream, and destroys the stream after the time limit or when the
 * execution is canceled.
 * @param limitMs time limit in milliseconds
 * @returns the result of the work, and whether it timed out
 */
export async function consumeStream<T>(
	stream: Readable,
	work: Promise<T>,
	limitMs: number,
	signal?: AbortSignal,
): Promise<{ result: Result<T>; timedOut: boolean }> {
	const deadline = timeoutSignal(limitMs);
	const destroy = () => stream.destroy(new Error('aborted'));
	for (const one of [deadline, signal]) one?.addEventListener('abort', destroy, { once: true });
	if (signal?.aborted) destroy();
	const result = await toResult(work);
	for (const one of [deadline, signal]) one?.removeEventListener('abort', destroy);
	return { result, timedOut: deadline.aborted };
}
