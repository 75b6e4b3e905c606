/** What webhook triggers share: answers that start nothing, and a bounded memory against repeats. */
import type {
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookSetupMethodNames,
} from 'n8n-workflow';

export interface WebhookReply {
	readonly status: number;
	readonly message: string;
}

/** Answers the caller and starts no execution. */
export function replyOnly(
	context: IWebhookFunctions,
	{ status, message }: WebhookReply,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** Life cycle of a webhook that is nowhere registered: whoever calls it was given its address along with each request. */
export const unmanagedWebhook = (): Record<WebhookSetupMethodNames, () => Promise<boolean>> => ({
	checkExists: yes,
	create: yes,
	delete: yes,
});

const yes = async (): Promise<boolean> => await Promise.resolve(true);

/**
 * Remembers the last keys that were let through, in this process. n8n keeps no state of a webhook trigger that would hold
 * over several processes, so a repeat that reaches another process is told by its event key further down the workflow.
 */
export class RecentKeys {
	private readonly keys = new Set<string>();

	constructor(private readonly most: number) {}

	/** Whether the key is new; it is remembered from now on. */
	add(key: string): boolean {
		if (this.keys.has(key)) return false;
		this.keys.add(key);
		if (this.keys.size > this.most) this.keys.delete(this.keys.values().next().value!);
		return true;
	}

	/** Forgets a key whose delivery did not come through after all. */
	forget(key: string): void {
		this.keys.delete(key);
	}
}
