/** Queue mode as a stage for host tests. */
import { packPack } from '../../../tools/pack/pack';
import { startQueue, type Queue, type QueueOptions } from '../../../tools/queue/queueMode';
import { queueServersAvailable, queueServersMissing } from '../../../tools/queue/servers';
import { stageOn, type Stage } from './testN8n';

export type QueueStage = Stage & Queue;

/** n8n notices a dead worker after one lock and one look at stalled jobs, a minute and a half by default: for tests that kill, half a minute. */
export const noticesSoon = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** Starts the whole shape. Callbacks and webhooks come through its door. */
export async function openQueue(options: Omit<QueueOptions, 'tarball'>): Promise<QueueStage> {
	const queue = await startQueue({ ...options, tarball: await packPack() });
	return {
		...queue,
		...(await stageOn(queue.main, queue.door.url, async () => await queue.close('kill'))),
	};
}

const available = queueServersAvailable();
if (!available && process.env.CI) throw new Error(queueServersMissing);
if (!available) console.log(queueServersMissing);

/** A `describe` of tests that need PostgreSQL and Redis; on a computer without them they are skipped, in continuous integration they fail. */
export const describeQueue = available ? describe : describe.skip;
