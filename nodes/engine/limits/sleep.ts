import { sleep } from 'n8n-workflow';
import { CanceledError } from '../describe';

/** n8n provides no timer that can be cleared, so long waits are split. */
const sliceMs = 500;

/** Waits some milliseconds. @throws CanceledError within half a second after the signal is aborted */
export async function cancellableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	// Unlike Date.now(), this clock is never set back.
	const until = performance.now() + ms;
	for (;;) {
		if (signal?.aborted) throw new CanceledError();
		const left = until - performance.now();
		if (left <= 0) return;
		await sleep(Math.min(left, sliceMs));
	}
}
