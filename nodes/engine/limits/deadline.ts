import { CanceledError, PackError, type Readable, toResult } from '../describe';

/** The longest timer of Node.js, in milliseconds: 24 days. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Waits for work, but no longer than the time limit, and not after the execution was canceled. n8n's
 * lint rules allow no other timer than `AbortSignal.timeout`.
 * @param interrupted stops the work, and returns the error to throw in its place
 */
export async function withDeadline<T>(
	work: Promise<T>,
	limitMs: number,
	signal: AbortSignal | undefined,
	interrupted: (timedOut: boolean) => Error,
): Promise<T> {
	const timeout = AbortSignal.timeout(Math.min(limitMs, maxTimerMs));
	const signals = signal ? [timeout, signal] : [timeout];
	return await new Promise((resolve, reject) => {
		const stopListening = (): void => {
			for (const one of signals) one.removeEventListener('abort', interrupt);
		};
		const interrupt = (): void => {
			stopListening();
			reject(interrupted(signal?.aborted !== true));
		};
		for (const one of signals) one.addEventListener('abort', interrupt);
		if (signal?.aborted) interrupt();
		void work.then(resolve, reject).finally(stopListening);
	});
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
	const result = await toResult(
		withDeadline(work, limitMs, signal, (isTimeout) => {
			timedOut = isTimeout;
			const error = new Error('aborted');
			stream.destroy(error);
			return error;
		}),
	);
	if (signal?.aborted) throw new CanceledError();
	if ('value' in result) return result.value;
	throw result.error instanceof PackError ? result.error : interrupted(timedOut, result.error);
}
