// Signed webhooks: up to 6 attempts in 15 minutes (nodes/FinanceData/README.md, Events).

import { createHmac } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import { toJson } from './amounts';
import type { Settings } from './jobs';
import type { Organization } from './routes';

/** Delays between the 6 attempts, in milliseconds. They double, and add up to 15 minutes. */
const RETRY_DELAYS = [1, 2, 4, 8, 16].map((part) => (part * 900_000) / 31);
/** Maximum number of deliveries in flight. */
const MAX_ACTIVE = 20;

export interface Delivery {
	code: string;
	url: string;
	/** Status of each attempt. 0 if there was no response. */
	attempts: number[];
	outcome: 'open' | 'delivered' | 'failed';
}

export class Webhooks {
	readonly deliveries: Delivery[] = [];
	private readonly waiting: Array<() => Promise<void>> = [];
	private active = 0;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly organization: Organization,
	) {}

	/** Sends a payload to every configured URL. */
	send(payload: { code: string; [name: string]: unknown }): void {
		const body = toJson(payload, '2024-08-31');
		for (const url of this.settings.webhooks) {
			const delivery: Delivery = { code: payload.code, url, attempts: [], outcome: 'open' };
			this.deliveries.push(delivery);
			this.queue(() => this.attempt(delivery, body));
		}
	}

	/** The headers for a body, including the signature. */
	headers(body: string): Record<string, string> {
		const { vendor, clientSecret } = this.organization;
		const signature = createHmac('sha256', clientSecret).update(body).digest('base64');
		return {
			'content-type': 'application/json',
			[`X-${vendor}-Signature`]: `sha256=${signature}`,
		};
	}

	private queue(...tasks: Array<() => Promise<void>>): void {
		this.waiting.push(...tasks);
		while (this.active < MAX_ACTIVE && this.waiting.length > 0) {
			this.active += 1;
			void this.waiting.shift()!().finally(() => {
				this.active -= 1;
				this.queue();
			});
		}
	}

	private async attempt(delivery: Delivery, body: string): Promise<void> {
		const { status } = await deliver(delivery.url, body, this.headers(body));
		delivery.attempts.push(status);
		const delay = RETRY_DELAYS[delivery.attempts.length - 1];
		if (status >= 200 && status < 300) delivery.outcome = 'delivered';
		else if (delay === undefined) delivery.outcome = 'failed';
		else this.clock.after(delay, () => this.queue(() => this.attempt(delivery, body)));
	}
}
