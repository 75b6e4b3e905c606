// Signed webhooks, tried 6 times over about 15 minutes; some are lost and some come twice (specification part B, Events).

import { createHmac } from 'node:crypto';
import axios from 'axios';
import type { Clock } from '../kit/clock';
import { json } from './amounts';
import type { Settings } from './settings';

/** Waits between the 6 attempts, milliseconds: they double, and make 15 minutes in all. */
export const RETRY_DELAYS = [1, 2, 4, 8, 16].map((part) => (part * 900_000) / 31);

// Real time: how long a receiver may take.
const PATIENCE_MS = 15_000;

export interface Delivery {
	code: string;
	url: string;
	/** Statuses answered; 0 where nothing was. */
	attempts: number[];
	outcome: 'open' | 'delivered' | 'dropped' | 'failed';
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

	/** Sends a payload to every configured address, unless it is one of those that get lost. */
	send(payload: { type: string; code: string }): void {
		const body = json(payload, this.settings.webhookVersion);
		for (const url of this.settings.webhooks) {
			const isDropped = this.random() < this.settings.dropped;
			const copies = this.random() < this.settings.doubled ? 2 : 1;
			for (let copy = 0; copy < copies; copy++) {
				const delivery: Delivery = {
					code: payload.code,
					url,
					attempts: [],
					outcome: isDropped ? 'dropped' : 'open',
				};
				this.deliveries.push(delivery);
				if (!isDropped) this.queue(() => this.attempt(delivery, body));
			}
		}
	}

	/** Deliveries that are neither at their end nor waiting for a retry. */
	get underWay(): number {
		return this.active + this.waiting.length;
	}

	/** The headers that go with a body. */
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
		const status = await axios
			.post(delivery.url, body, {
				headers: this.headers(body),
				maxRedirects: 0,
				proxy: false,
				timeout: PATIENCE_MS,
				validateStatus: () => true,
				transformRequest: (same: string) => same,
			})
			.then((answer) => answer.status)
			.catch(() => 0);
		delivery.attempts.push(status);
		if (status >= 200 && status < 300) {
			delivery.outcome = 'delivered';
			return;
		}
		const wait = RETRY_DELAYS[delivery.attempts.length - 1];
		if (wait === undefined) delivery.outcome = 'failed';
		else this.clock.after(wait, () => this.queue(() => this.attempt(delivery, body)));
	}
}
