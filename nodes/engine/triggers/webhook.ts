/** What webhook triggers share: responses that start no execution, and webhooks that n8n does not register. */
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
