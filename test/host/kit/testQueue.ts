// Queue mode for host tests.
import { packTarball } from '../../../tools/pack/pack';
import {
	startQueueMode,
	type QueueMode,
	type QueueModeOptions,
} from '../../../tools/queue/queueMode';
import { ensureQueueServers, queueServersMissing } from '../../../tools/queue/servers';
import { connectTestN8n, type TestN8n } from './testN8n';

export type TestQueue = TestN8n & QueueMode;

/** Makes n8n detect a crashed worker within 30 seconds instead of the default 90 seconds. */
export const fastCrashDetection = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** Starts queue mode. Webhooks and callbacks are sent to the reverse proxy. */
export async function startTestQueue(
	options: Omit<QueueModeOptions, 'tarball'>,
): Promise<TestQueue> {
	const queue = await startQueueMode({ ...options, tarball: await packTarball() });
	return {
		...queue,
		...(await connectTestN8n(queue.main, queue.url, async () => await queue.close('kill'))),
	};
}

const isAvailable = ensureQueueServers();
if (!isAvailable && process.env.CI) throw new Error(queueServersMissing);
if (!isAvailable) console.log(`Skipped: ${queueServersMissing}`);

/**
 * A `describe` for tests that require the servers of queue mode. Without them the tests are skipped, or
 * fail in CI.
 */
export const describeQueue = isAvailable ? describe : describe.skip;
