// The completion callback and its retries (specification, part A: Events).

import axios from 'axios';
import type { Clock } from '../kit/clock';
import type { Job } from './jobs';

export interface Attempt {
	at: string;
	/** Status answered; absent where nothing was. */
	status?: number;
	/** Why nothing was answered. */
	error?: string;
}

export interface Delivery {
	job: string;
	url: string;
	attempts: Attempt[];
	/** open while a retry is due; given up after the last one. */
	outcome: 'open' | 'delivered' | 'refused' | 'given up';
}

/** Waits between the attempts, in milliseconds: 360 seconds in all. */
export const RETRY_DELAYS = [5, 10, 20, 40, 60, 90, 135].map((seconds) => seconds * 1000);

// Real time: how long a receiver may take before it counts as a network error.
const TIMEOUT_MS = 10_000;

const shouldRetry = ({ status }: Attempt): boolean =>
	status === undefined || status >= 500 || status === 429;

export class Callbacks {
	readonly deliveries: Delivery[] = [];

	constructor(private readonly clock: Clock) {}

	/** POSTs the job to its callback_url, if it has one; resolves when the first attempt is over. */
	async deliver(job: Job): Promise<void> {
		if (job.callbackUrl === undefined) return;
		const delivery: Delivery = {
			job: job.generation.id,
			url: job.callbackUrl,
			attempts: [],
			outcome: 'open',
		};
		this.deliveries.push(delivery);
		await this.attempt(delivery, job);
	}

	private async attempt(delivery: Delivery, job: Job): Promise<void> {
		const attempt = await this.post(delivery.url, job);
		delivery.attempts.push(attempt);
		if (!shouldRetry(attempt)) {
			delivery.outcome = (attempt.status ?? 0) < 300 ? 'delivered' : 'refused';
			return;
		}
		const wait = RETRY_DELAYS[delivery.attempts.length - 1];
		if (wait === undefined) delivery.outcome = 'given up';
		else this.clock.after(wait, () => this.attempt(delivery, job));
	}

	private async post(url: string, { generation }: Job): Promise<Attempt> {
		const at = this.clock.iso();
		try {
			const { status } = await axios.post(url, generation, {
				// A redirect is an answer like any other, and a receiver on this computer is behind no proxy.
				maxRedirects: 0,
				proxy: false,
				timeout: TIMEOUT_MS,
				validateStatus: () => true,
			});
			return { at, status };
		} catch (error) {
			return { at, error: error instanceof Error ? error.message : String(error) };
		}
	}
}
