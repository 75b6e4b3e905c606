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
 * execution is canceled. Then returns without waiting for the work: in n8n 2.x, axios wraps
 * responses in a generator, so reading a stalled response ends only when its connection closes.
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
	const signals = signal ? [deadline, signal] : [deadline];
	let interrupt = (): void => undefined;
	const interrupted = new Promise<Result<T>>((resolve) => {
		interrupt = () => {
			const error = new Error('aborted');
			stream.destroy(error);
			resolve({ error });
		};
	});
	for (const one of signals) one.addEventListener('abort', interrupt, { once: true });
	if (signal?.aborted) interrupt();
	const result = await Promise.race([toResult(work), interrupted]);
	for (const one of signals) one.removeEventListener('abort', interrupt);
	return { result, timedOut: deadline.aborted };
}
