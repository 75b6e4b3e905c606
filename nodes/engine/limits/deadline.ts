/** Time limits for requests and streams. */
import { CanceledError, PackError, type Readable, toResult } from '../describe';

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
 * execution is canceled. Then throws without waiting for the work: in n8n 2.x, axios wraps responses
 * in a generator, so reading a stalled response ends only when its connection closes.
 * @param limitMs time limit in milliseconds
 * @param interrupted the error after the time limit, and in place of an error of the connection
 * @throws CanceledError, a PackError of the work, or the error of `interrupted`
 */
export async function consumeStream<T>(
	stream: Readable,
	work: Promise<T>,
	limitMs: number,
	signal: AbortSignal | undefined,
	interrupted: (timedOut: boolean, error: unknown) => unknown,
): Promise<T> {
	let timedOut = false;
	let stopListening = (): void => undefined;
	const interruption = new Promise<never>((_, reject) => {
		const interrupt = (isTimeout: boolean): void => {
			timedOut = isTimeout;
			const error = new Error('aborted');
			stream.destroy(error);
			reject(error);
		};
		stopListening = onInterrupt(limitMs, signal, interrupt);
		if (signal?.aborted) interrupt(false);
	});
	const result = await toResult(Promise.race([work, interruption]));
	stopListening();
	if (signal?.aborted) throw new CanceledError();
	if ('value' in result) return result.value;
	throw result.error instanceof PackError ? result.error : interrupted(timedOut, result.error);
}
