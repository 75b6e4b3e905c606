/** Time limits for requests and streams. */
import type { Readable, Result } from '../describe';

/** How often the limits are checked, in milliseconds. A limit is exceeded by up to this time. */
const checkIntervalMs = 100;

interface Limit {
	readonly due: number;
	readonly signal: AbortSignal | undefined;
	readonly callback: (timedOut: boolean) => void;
}

const limits = new Set<Limit>();

let isCheckScheduled = false;

/**
 * Calls a function once after a time limit, or when the execution is canceled. One timer checks all
 * limits, because every request has two of them, and a timer and event listeners for each would
 * take 3% of its time.
 * @param callback gets `true` after the time limit, and `false` when the execution is canceled
 * @returns a function that removes the limit
 */
export function onInterrupt(
	limitMs: number,
	signal: AbortSignal | undefined,
	callback: Limit['callback'],
): () => void {
	// Unlike Date.now(), this clock is never set back.
	const limit = { due: performance.now() + limitMs, signal, callback };
	limits.add(limit);
	scheduleCheck();
	return () => limits.delete(limit);
}

/** n8n's lint rules allow no other timer that does not keep the process running. */
function scheduleCheck(): void {
	if (isCheckScheduled || limits.size === 0) return;
	isCheckScheduled = true;
	AbortSignal.timeout(checkIntervalMs).addEventListener('abort', checkLimits);
}

function checkLimits(): void {
	isCheckScheduled = false;
	const now = performance.now();
	for (const limit of limits) {
		if (limit.signal?.aborted !== true && limit.due > now) continue;
		limits.delete(limit);
		limit.callback(limit.signal?.aborted !== true);
	}
	scheduleCheck();
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
		const interrupt = (timedOut: boolean): void => {
			const error = new Error('aborted');
			stream.destroy(error);
			end({ error }, timedOut);
		};
		const stopListening = onInterrupt(limitMs, signal, interrupt);
		const end = (result: Result<T>, timedOut = false): void => {
			stopListening();
			resolve({ result, timedOut });
		};
		if (signal?.aborted) interrupt(false);
		work.then(
			(value) => end({ value }),
			(error: unknown) => end({ error }),
		);
	});
}
