// Signed webhooks: up to 6 attempts in 15 minutes. Some are sent twice
// (nodes/FinanceData/README.md, Events).

import { createHmac } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import { toJson } from './amounts';
import type { Settings } from './jobs';

/** Delays between the 6 attempts, in milliseconds. They double, and add up to 15 minutes. */
export const RETRY_DELAYS = [1, 2, 4, 8, 16].map((part) => (part * 900_000) / 31);

export interface Delivery {
	code: string;
	url: string;
	/** Status of each attempt. 0 if there was no response. */
	attempts: number[];
	outcome: 'open' | 'delivered' | 'failed';
}

export interface Signing {
	vendor: string;
	secret: string;
}

export class Webhooks {
	readonly deliveries: Delivery[] = [];
	private readonly waiting: Array<() => Promise<void>> = [];
	private active = 0;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly signing: Signing,
		private readonly random: () => number,
	) {}

	/**
	 * Sends a payload to every configured URL. `settings` determines how many are sent twice.
	 */
	send(payload: { type: string; code: string }): void {
		const body = toJson(payload, '2024-08-31');
		for (const url of this.settings.webhooks) {
			const copies = this.random() < this.settings.doubled ? 2 : 1;
			for (let copy = 0; copy < copies; copy++) {
				const delivery: Delivery = { code: payload.code, url, attempts: [], outcome: 'open' };
				this.deliveries.push(delivery);
				this.queue(() => this.attempt(delivery, body));
			}
		}
	}

	/** The headers for a body, including the signature. */
	headers(body: string): Record<string, string> {
		const { vendor, secret } = this.signing;
		return {
			'content-type': 'application/json',
			[`X-${vendor}-Signature`]: `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`,
		};
	}

	private queue(task: () => Promise<void>): void {
		this.waiting.push(task);
		while (this.active < this.settings.deliveriesAtOnce && this.waiting.length > 0) {
			const next = this.waiting.shift()!;
			this.active += 1;
			void next().finally(() => {
				this.active -= 1;
				const following = this.waiting.shift();
				if (following) this.queue(following);
			});
		}
	}

	private async attempt(delivery: Delivery, body: string): Promise<void> {
		const { status } = await deliver(delivery.url, body, this.headers(body));
		delivery.attempts.push(status);
		if (status >= 200 && status < 300) {
			delivery.outcome = 'delivered';
			return;
		}
		const delay = RETRY_DELAYS[delivery.attempts.length - 1];
		if (delay === undefined) delivery.outcome = 'failed';
		else this.clock.after(delay, () => this.queue(() => this.attempt(delivery, body)));
	}
}
