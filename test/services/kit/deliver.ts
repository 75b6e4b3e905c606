// Sends the deliveries of webhooks and callbacks.

import axios from 'axios';

/**
 * How long the local services wait for the response to a delivery, in milliseconds of real time. The
 * real services wait 2 to 15 seconds. On a busy computer, n8n can need longer.
 */
export const DELIVERY_TIMEOUT_MS = 120_000;

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
