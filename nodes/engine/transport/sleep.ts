/** A delay that ends soon after the execution is canceled. */
import { sleep } from 'n8n-workflow';
import { CanceledError } from '../describe';

/** n8n offers no timer that can be cleared, so a long wait is cut into slices. */
const sliceMs = 500;

/**
 * Waits.
 * @param ms milliseconds
 * @throws Stopped at the latest half a second after the signal
 */
export async function cancellableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	const until = Date.now() + ms;
	for (;;) {
		if (signal?.aborted) throw new CanceledError();
		const left = until - Date.now();
		if (left <= 0) return;
		await sleep(Math.min(left, sliceMs));
	}
}
