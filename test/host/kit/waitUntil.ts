import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Checks a condition ten times a second until it is true.
 * @param description of the condition, for the error message
 * @param timeoutMs the default is long enough for a slow computer that also does other work
 * @param state details for the error message
 * @throws Error on timeout
 */
export async function waitUntil(
	description: string,
	condition: () => boolean | Promise<boolean>,
	timeoutMs = 300_000,
	state: () => string | Promise<string> = () => '',
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > deadline)
			throw new Error(
				`Timed out after ${timeoutMs / 1000} s waiting for ${description}. ${await state()}`,
			);
		await sleep(100);
	}
}
