/** Helpers for webhook triggers: responses that do not start an execution, and webhooks that n8n does not register. */
import type {
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookSetupMethodNames,
} from 'n8n-workflow';

/** The response to a webhook call. */
export interface WebhookReply {
	readonly status: number;
	readonly message: string;
}

/** The part of n8n's HTTP response that is used. */
interface HttpReply {
	status(code: number): HttpReply;
	json(body: object): unknown;
}

/** Responds to the caller without starting an execution. */
export function replyOnly(
	context: IWebhookFunctions,
	{ status, message }: WebhookReply,
): IWebhookResponseData {
	(context.getResponseObject() as HttpReply).status(status).json({ message });
	return { noWebhookResponse: true };
}

/** For webhooks that are not registered with the service. Their URL is passed with every request, or entered by the user. */
export const unmanagedWebhook = (): Record<WebhookSetupMethodNames, () => Promise<boolean>> => ({
	checkExists: yes,
	create: yes,
	delete: yes,
});

const yes = async (): Promise<boolean> => await Promise.resolve(true);
