// Sends the deliveries of webhooks and callbacks.

import axios from 'axios';
import type { Clock } from './clock';

/**
 * How long the local services wait for the response to a delivery, in milliseconds of real time. The
 * real services wait 2 to 15 seconds. On a busy computer, n8n can need longer.
 */
export const DELIVERY_TIMEOUT_MS = 120_000;

/**
 * Delivers, and retries after each delay until it succeeds. Resolves after the first attempt.
 * @param delays milliseconds of the clock
 * @param attempt returns whether it succeeded
 */
export async function deliverUntil(
	clock: Clock,
	[delay, ...others]: readonly number[],
	attempt: () => Promise<boolean>,
): Promise<void> {
	if (!(await attempt()) && delay !== undefined)
		clock.after(delay, () => deliverUntil(clock, others, attempt));
}

export const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300;

interface Response {
	/** 0 if there was no response. */
	status: number;
	/** Why there was no response. */
	error?: Error & { code?: string };
}

/**
 * Posts a body to a receiver, which is not behind a proxy. Does not follow redirects.
 * @param body text is sent unchanged, because it may be signed; other values are sent as JSON
 */
export async function deliver(
	url: string,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
	try {
		const { status } = await axios.post(
			url,
			typeof body === 'string' ? body : JSON.stringify(body),
			{
				headers: { 'content-type': 'application/json', ...headers },
				maxRedirects: 0,
				proxy: false,
				timeout: DELIVERY_TIMEOUT_MS,
				validateStatus: () => true,
				transformRequest: (text: string) => text,
			},
		);
		return { status };
	} catch (error) {
		return { status: 0, error: error as Error };
	}
}
