/** Polls a service until a job is done. */
import { cancellableSleep } from '../transport/sleep';

export interface Waiting<T> {
	/** Reads the state anew. */
	read(): Promise<T>;
	isDone(state: T): boolean;
	/** Milliseconds in all. */
	readonly maximumMs: number;
	/** Milliseconds before the second read; grows by half each time. Default 1000. */
	readonly intervalMs?: number;
	/** Longest interval, milliseconds. Default 30000. */
	readonly longestIntervalMs?: number;
	readonly signal?: AbortSignal;
}

/**
 * Reads until done.
 * @returns the state as last read, and whether the time was over before it was done
 * @throws Stopped, and whatever `read` throws
 */
export async function waitUntil<T>({
	read,
	isDone,
	maximumMs,
	intervalMs = 1000,
	longestIntervalMs = 30_000,
	signal,
}: Waiting<T>): Promise<{ state: T; timedOut: boolean }> {
	const until = Date.now() + maximumMs;
	for (let interval = intervalMs; ; interval = Math.min(interval * 1.5, longestIntervalMs)) {
		const state = await read();
		if (isDone(state)) return { state, timedOut: false };
		const left = until - Date.now();
		if (left <= 0) return { state, timedOut: true };
		await cancellableSleep(Math.min(interval, left), signal);
	}
}
