/** Time limits for requests and streams. */
import type { Readable, Result } from '../describe';
import { onAbort } from './onAbort';

/** Longest delay that a timer supports, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

interface Timer {
	/** n8n's lint rules allow no other timer that does not keep the process running. */
	readonly signal: AbortSignal;
	readonly callbacks: Set<() => void>;
}

/** Timers by the time at which they fire. */
const timers = new Map<number, Timer>();

/**
 * Calls a function after a time limit. Limits that end at nearly the same time share one timer,
 * because every request has two limits and a timer of its own for each would be slow. A limit is
 * therefore exceeded by up to an eighth.
 * @param ms milliseconds
 * @returns a function that removes the limit
 */
export function afterDeadline(ms: number, callback: () => void): () => void {
	const now = performance.now();
	const limit = Math.min(Math.max(ms, 0), maxTimerMs);
	const step = 2 ** Math.floor(Math.log2(Math.max(limit / 8, 1)));
	const due = Math.ceil((now + limit) / step) * step;
	const { callbacks } = timers.get(due) ?? startTimer(due, due - now);
	callbacks.add(callback);
	return () => callbacks.delete(callback);
}

function startTimer(due: number, ms: number): Timer {
	const timer: Timer = {
		signal: AbortSignal.timeout(Math.min(Math.ceil(ms), maxTimerMs)),
		callbacks: new Set(),
	};
	timers.set(due, timer);
	timer.signal.addEventListener('abort', () => {
		timers.delete(due);
		for (const callback of timer.callbacks) callback();
	});
	return timer;
}

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
	return await new Promise((resolve) => {
		const end = (result: Result<T>, timedOut = false): void => {
			removeDeadline();
			stopListening();
			resolve({ result, timedOut });
		};
		const interrupt = (timedOut: boolean): void => {
			const error = new Error('aborted');
			stream.destroy(error);
			end({ error }, timedOut);
		};
		const removeDeadline = afterDeadline(limitMs, () => interrupt(true));
		const stopListening = onAbort(signal, () => interrupt(false));
		if (signal?.aborted) interrupt(false);
		work.then(
			(value) => end({ value }),
			(error: unknown) => end({ error }),
		);
	});
}
