/** What the trigger stores with the workflow. n8n never shows it. */
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The webhook that the trigger created. */
export interface StoredWebhook extends IDataObject {
	id: string;
	/** Path of the webhooks of the repository or organization. */
	path: string;
	/** Base URL of the service. */
	address: string;
	/** Secret that the service signs deliveries with. */
	secret: string;
}

interface WebhookState {
	/** Polls with durable cursors do not see it. */
	webhook?: StoredWebhook;
	/** The time up to which the last check read a delivery log, in milliseconds since 1970. */
	checked?: { log: string; until: number };
}

/** The returned object must be changed in place, because n8n only detects such changes. */
export const webhookStateOf = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): WebhookState => context.getWorkflowStaticData('node');
