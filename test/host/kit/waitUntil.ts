/** Waiting for what n8n does in its own time. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks ten times a second until something is so.
 * @param state what to say of it when `limitMs` are over
 * @throws Error with `what` and the state
 */
export async function until(
	what: string,
	isSo: () => boolean | Promise<boolean>,
	limitMs: number,
	state: () => string | Promise<string> = () => '',
): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await isSo())) {
		if (Date.now() > deadline)
			throw new Error(`${what}: not within ${limitMs / 1000} s. ${await state()}`);
		await sleep(100);
	}
}
