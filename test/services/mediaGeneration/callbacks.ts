// Completion callbacks and their retries (nodes/MediaGeneration/README.md, Events).

import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import type { Job } from './jobs';

export interface Attempt {
	at: string;
	/** Status of the response, if there was one. */
	status?: number;
	/** Why there was no response. */
	error?: string;
}

export interface Delivery {
	job: string;
	url: string;
	attempts: Attempt[];
	/**
	 * 'pending' while retries are left, 'failed' after the last retry, and 'rejected' after an error
	 * response that is not retried.
	 */
	outcome: 'pending' | 'delivered' | 'rejected' | 'failed';
}

/** Delays between the attempts, in milliseconds: 360 seconds in total. */
export const RETRY_DELAYS = [5, 10, 20, 40, 60, 90, 135].map((seconds) => seconds * 1000);

const shouldRetry = ({ status }: Attempt): boolean =>
	status === undefined || status >= 500 || status === 429;

export class Callbacks {
	readonly deliveries: Delivery[] = [];

	constructor(private readonly clock: Clock) {}

	/** Sends the job to its callback URL, if it has one. Resolves after the first attempt. */
	async deliver(job: Job): Promise<void> {
		if (job.callbackUrl === undefined) return;
		const delivery: Delivery = {
			job: job.generation.id,
			url: job.callbackUrl,
			attempts: [],
			outcome: 'pending',
		};
		this.deliveries.push(delivery);
		await this.attempt(delivery, job);
	}

	private async attempt(delivery: Delivery, job: Job): Promise<void> {
		const attempt = await this.post(delivery.url, job);
		delivery.attempts.push(attempt);
		if (!shouldRetry(attempt)) {
			delivery.outcome = (attempt.status ?? 0) < 300 ? 'delivered' : 'rejected';
			return;
		}
		const delay = RETRY_DELAYS[delivery.attempts.length - 1];
		if (delay === undefined) delivery.outcome = 'failed';
		else this.clock.after(delay, () => this.attempt(delivery, job));
	}

	private async post(url: string, { generation }: Job): Promise<Attempt> {
		const at = this.clock.iso();
		const { status, error } = await deliver(url, generation);
		return error ? { at, error: error.message } : { at, status };
	}
}
