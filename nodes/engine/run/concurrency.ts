import { sleep } from 'n8n-workflow';
import { CanceledError } from '../describe';

/**
 * The share of free places that are filled in one turn of the event loop. Items that start in the
 * same turn use the processor together, and then wait for the service together. One start per turn,
 * on the other hand, would limit a fast service.
 */
const startedShare = 1 / 4;

/** How many items may be processed at the same time. The numbers may change during the run. */
export interface ConcurrencyLimits {
	/** Items that have started and do not wait for a job. */
	readonly starting: number;
	/** All items in progress, including those that wait. */
	readonly inProgress: number;
}

/**
 * Runs `work` for the items from `from` up to, but not including, `to`. Starts at most `limits` at
 * a time. After a failure or cancellation, no further item is started.
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
	const maxStarting = (): number => Math.max(1, maximum.starting || 1);
	const maxInProgress = (): number => Math.max(maxStarting(), maximum.inProgress || 1);
	const failures: { item: number; error: unknown }[] = [];
	let next = from;
	let starting = 0;
	let inProgress = 0;
	await new Promise<void>((resolve) => {
		const canStart = (): boolean =>
			next < to &&
			failures.length === 0 &&
			!signal?.aborted &&
			starting < maxStarting() &&
			inProgress < maxInProgress();
		/** Starts items in order, a few per turn, until as many as allowed are in progress. */
		let isFilling = false;
		const fill = async (): Promise<void> => {
			if (isFilling) return;
			isFilling = true;
			while (canStart()) {
				const count = (maxStarting() - starting) * startedShare;
				for (let started = 0; started < count && canStart(); started++) void start(next++);
				if (maxInProgress() > 1 && next < to) await sleep(0);
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
			void fill();
		};
		void fill();
	});
	const [lowest] = failures.sort((a, b) => a.item - b.item);
	if (lowest) throw lowest.error;
	if (signal?.aborted) throw new CanceledError();
}
