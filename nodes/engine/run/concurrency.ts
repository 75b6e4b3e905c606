/** Runs work for many items with a concurrency limit. */
import { sleep } from 'n8n-workflow';
import { CanceledError } from '../describe';

/**
 * Time between the starts of the first items, in milliseconds. Items that start together send, wait
 * and continue together: then each waits while the others use the processor, and after that all of
 * them wait for the service.
 */
const startGapMs = 2;

/** How many items may be processed at the same time. */
export interface ConcurrencyLimits {
	/** Items that have started and do not wait for a job. */
	readonly starting: number;
	/** All items in progress, including those that wait. */
	readonly inProgress: number;
}

/**
 * Runs `work` for the items from `from` up to, but not including, `to`. Starts them in order, and
 * runs at most `limits` at a time. After a failure or cancellation, no further item is started.
 * @param work may call `startNext` when its item only waits, so that the next item can start
 * @throws the error of the failed item with the lowest index, once all running items have ended
 */
export async function runConcurrently(
	from: number,
	to: number,
	limits: ConcurrencyLimits | number,
	signal: AbortSignal | undefined,
	work: (item: number, startNext: () => void) => Promise<void>,
): Promise<void> {
	const maximum = typeof limits === 'number' ? { starting: limits, inProgress: limits } : limits;
	const maxStarting = Math.max(1, maximum.starting || 1);
	const maxInProgress = Math.max(maxStarting, maximum.inProgress || 1);
	const failures: { item: number; error: unknown }[] = [];
	let next = from;
	let starting = 0;
	let inProgress = 0;
	await new Promise<void>((resolve) => {
		const canStart = (): boolean =>
			next < to &&
			failures.length === 0 &&
			!signal?.aborted &&
			starting < maxStarting &&
			inProgress < maxInProgress;
		/** Starts items, one after another, until as many as allowed are in progress. */
		let isFilling = false;
		const fill = async (): Promise<void> => {
			if (isFilling) return;
			isFilling = true;
			while (canStart()) {
				void start(next++);
				if (canStart()) await sleep(startGapMs);
			}
			isFilling = false;
			if (inProgress === 0) resolve();
		};
		const start = async (item: number): Promise<void> => {
			let isStarting = true;
			const leaveStart = (): void => {
				if (isStarting) starting--;
				isStarting = false;
			};
			starting++;
			inProgress++;
			try {
				await work(item, () => {
					leaveStart();
					void fill();
				});
			} catch (error) {
				failures.push({ item, error });
			}
			leaveStart();
			inProgress--;
			// Takes the place of this item, even while others are still being started.
			if (canStart()) void start(next++);
			else if (!isFilling && inProgress === 0) resolve();
		};
		void fill();
	});
	const [lowest] = failures.sort((a, b) => a.item - b.item);
	if (lowest) throw lowest.error;
	if (signal?.aborted) throw new CanceledError();
}
