/** Runs work for many items with a concurrency limit. */
import { CanceledError } from '../describe';

/**
 * Works on the items from `from` to before `to`, at most `width` at a time, starting in order.
 * @throws the error of the lowest item that failed, when all lanes are quiet
 */
export async function runConcurrently(
	from: number,
	to: number,
	width: number,
	signal: AbortSignal | undefined,
	work: (item: number) => Promise<void>,
): Promise<void> {
	let next = from;
	const failures: { item: number; error: unknown }[] = [];
	const lane = async (): Promise<void> => {
		while (next < to && failures.length === 0 && !signal?.aborted) {
			const item = next++;
			try {
				await work(item);
			} catch (error) {
				failures.push({ item, error });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(width || 1, to - from)) }, lane));
	const [lowest] = failures.sort((a, b) => a.item - b.item);
	if (lowest) throw lowest.error;
	if (signal?.aborted) throw new CanceledError();
}
