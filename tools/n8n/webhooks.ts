// Production webhook URLs of an n8n instance.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { LOOPBACK } from '../system/ports';

/**
 * Returns the production URL of a trigger in n8n 2.41.1: `/webhook/<webhookId>/<path>`, or
 * `/webhook/<workflowId>/<lowercase node name>/<path>` for a node without a webhook ID.
 */
export function webhookUrl(
	baseUrl: string,
	workflowId: string,
	{ webhookId, name }: INode,
	path: string,
): string {
	const folder = webhookId ?? `${workflowId}/${encodeURIComponent(name.toLowerCase())}`;
	return `${baseUrl}/webhook/${folder}/${path}`;
}

/**
 * Waits until n8n has registered a webhook. Sends CORS preflight requests, which do not start the
 * workflow: the response lists the registered methods.
 * @param timeout milliseconds
 */
export async function waitForWebhook(
	url: string,
	method = 'POST',
	timeout = 60_000,
): Promise<void> {
	const deadline = Date.now() + timeout;
	for (;;) {
		// A busy n8n may not respond in time.
		const response = await axios
			.options(url, {
				headers: { origin: `http://${LOOPBACK}`, 'access-control-request-method': method },
				timeout: 10_000,
				proxy: false,
				validateStatus: () => true,
			})
			.catch(() => undefined);
		const allowed = String(response?.headers['access-control-allow-methods'] ?? '');
		if (allowed.split(', ').includes(method)) return;
		if (Date.now() > deadline)
			throw new Error(
				`n8n has not registered ${method} ${url}. Check that the workflow is published (in n8n 1.x: active).`,
			);
		await sleep(200);
	}
}
