// Access to n8n's job queue in Redis.
import { createRequire } from 'node:module';
import { ensureN8n } from '../../../tools/n8n/install';
import type { QueueMode } from '../../../tools/queue/queueMode';

export interface JobQueue {
	/** Keeps new jobs in the queue instead of passing them to workers. */
	pause(): Promise<void>;
	resume(): Promise<void>;
	/** Number of queued and running jobs. */
	count(): Promise<number>;
	close(): Promise<void>;
}

/** Connects with the Bull library and the queue name that n8n uses. */
export async function connectJobQueue({ servers }: QueueMode): Promise<JobQueue> {
	type Counts = Readonly<Record<'waiting' | 'active' | 'delayed' | 'paused', number>>;
	const Bull = createRequire((await ensureN8n()).bin)('bull') as new (
		name: string,
		options: object,
	) => Omit<JobQueue, 'count'> & { getJobCounts(): Promise<Counts> };
	const bull = new Bull('jobs', {
		prefix: 'bull',
		redis: {
			host: servers.env.QUEUE_BULL_REDIS_HOST,
			port: Number(servers.env.QUEUE_BULL_REDIS_PORT),
		},
	});
	return {
		pause: async () => await bull.pause(),
		resume: async () => await bull.resume(),
		async count() {
			const { waiting, active, delayed, paused } = await bull.getJobCounts();
			return waiting + active + delayed + paused;
		},
		close: async () => await bull.close(),
	};
}
