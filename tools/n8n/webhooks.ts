// Production webhook addresses of an n8n, and when they answer.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { LOOPBACK } from '../system/ports';

/** The part of a trigger's description that decides its address. */
export interface WebhookDeclaration {
	path: string;
	isFullPath?: boolean;
}

/**
 * The production address of a trigger in n8n 2.41.1:
 * `/webhook/<webhookId>/<path>`, or `/webhook/<path>` where the description says `isFullPath`, or
 * `/webhook/<workflowId>/<node name in lower case>/<path>` for a node without a webhookId.
 */
export function webhookUrl(
	base: string,
	workflowId: string,
	node: INode,
	declared: WebhookDeclaration,
): string {
	const path = declared.path.replace(/^\//, '');
	if (path.startsWith('='))
		throw new Error(`The webhook path of "${node.name}" is an expression: ${path}`);
	if (node.webhookId === undefined) {
		return `${base}/webhook/${workflowId}/${encodeURIComponent(node.name.toLowerCase())}/${path}`;
	}
	if (declared.isFullPath === true) return `${base}/webhook/${path || node.webhookId}`;
	return `${base}/webhook/${node.webhookId}/${path}`;
}

/**
 * Waits until n8n has registered a webhook, without calling it: the answer to a preflight names its methods.
 * @param timeout milliseconds
 */
export async function webhookReady(url: string, method = 'POST', timeout = 30_000): Promise<void> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const answer = await axios.options(url, {
			headers: { origin: `http://${LOOPBACK}`, 'access-control-request-method': method },
			timeout: 5000,
			proxy: false,
			validateStatus: () => true,
		});
		const allowed = String(answer.headers['access-control-allow-methods'] ?? '');
		if (allowed.split(', ').includes(method)) return;
		if (Date.now() > deadline)
			throw new Error(`n8n has not registered ${method} ${url}; is the workflow active?`);
		await sleep(200);
	}
}
