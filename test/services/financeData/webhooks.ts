// Signed webhooks: up to 6 attempts in 15 minutes (nodes/FinanceData/README.md, Events).

import { createHmac } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { deliver, deliverUntil, isSuccess } from '../kit/deliver';
import { toJson } from './amounts';
import type { Settings } from './jobs';

/** The credential. The client secret also signs the deliveries. */
export const ORGANIZATION = {
	clientId: 'tenfold-client',
	clientSecret: 'tenfold-client-secret',
	vendor: 'Rutter',
};

/** Delays between the 6 attempts, in milliseconds. They double, and add up to 15 minutes. */
const RETRY_DELAYS = [1, 2, 4, 8, 16].map((part) => (part * 900_000) / 31);

export interface Delivery {
	code: string;
	url: string;
	/** Status of each attempt. 0 if there was no response. */
	attempts: number[];
	outcome: 'open' | 'delivered' | 'failed';
}

export class Webhooks {
	readonly deliveries: Delivery[] = [];
	/** One delivery of each is in flight. */
	private readonly lanes = Array.from({ length: 20 }, () => Promise.resolve());

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** Sends a payload to every configured URL. */
	send(payload: { code: string; [name: string]: unknown }): void {
		const body = toJson(payload, '2024-08-31');
		for (const url of this.settings.webhooks) {
			const delivery: Delivery = { code: payload.code, url, attempts: [], outcome: 'open' };
			this.deliveries.push(delivery);
			const attempt = async (): Promise<boolean> => {
				const response = await deliver(url, body, this.headers(body));
				delivery.attempts.push(response.status);
				if (isSuccess(response)) delivery.outcome = 'delivered';
				else if (delivery.attempts.length > RETRY_DELAYS.length) delivery.outcome = 'failed';
				return isSuccess(response);
			};
			const lane = this.deliveries.length % this.lanes.length;
			this.lanes[lane] = this.lanes[lane]!.then(() =>
				deliverUntil(this.clock, RETRY_DELAYS, attempt),
			);
		}
	}

	/** The headers for a body, including the signature. */
	headers(body: string): Record<string, string> {
		const signature = createHmac('sha256', ORGANIZATION.clientSecret).update(body).digest('base64');
		return {
			'content-type': 'application/json',
			[`X-${ORGANIZATION.vendor}-Signature`]: `sha256=${signature}`,
		};
	}
}
