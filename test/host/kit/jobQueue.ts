/** n8n's queue as its own library sees it. */
import { createRequire } from 'node:module';
import { ensureHost } from '../../../tools/n8n/install';
import type { Queue } from '../../../tools/queue/queueMode';

export interface Jobs {
	/** What is accepted from now on waits. */
	pause(): Promise<void>;
	resume(): Promise<void>;
	/** How many wait or are worked on. */
	count(): Promise<number>;
	close(): Promise<void>;
}

/** By the library that n8n keeps its queue with, under the names that it uses. */
export async function jobsOf({ servers }: Queue): Promise<Jobs> {
	type Counts = Readonly<Record<'waiting' | 'active' | 'delayed' | 'paused', number>>;
	const Bull = createRequire((await ensureHost()).bin)('bull') as new (
		name: string,
		options: object,
	) => Omit<Jobs, 'count'> & { getJobCounts(): Promise<Counts> };
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
