/** Runs work for many items with a concurrency limit. */
import { CanceledError } from '../describe';

/**
 * Runs `work` for the items from `from` up to, but not including, `to`. Starts them in order, and
 * runs at most `concurrency` at a time. After a failure or cancellation, no further item is
 * started.
 * @throws the error of the failed item with the lowest index, once all running items have ended
 */
export async function runConcurrently(
	from: number,
	to: number,
	concurrency: number,
	signal: AbortSignal | undefined,
	work: (item: number) => Promise<void>,
): Promise<void> {
	let next = from;
	const failures: { item: number; error: unknown }[] = [];
	const worker = async (): Promise<void> => {
		while (next < to && failures.length === 0 && !signal?.aborted) {
			const item = next++;
			try {
				await work(item);
			} catch (error) {
				failures.push({ item, error });
			}
		}
	};
	await Promise.all(
		Array.from({ length: Math.max(1, Math.min(concurrency || 1, to - from)) }, worker),
	);
	const [lowest] = failures.sort((a, b) => a.item - b.item);
	if (lowest) throw lowest.error;
	if (signal?.aborted) throw new CanceledError();
}
