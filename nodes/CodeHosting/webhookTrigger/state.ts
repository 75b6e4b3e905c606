/** The webhook that the trigger created. n8n stores it with the workflow and never shows it. */
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

export interface StoredWebhook extends IDataObject {
	id: string;
	/** Path of the webhooks of the repository or organization. */
	path: string;
	/** Base URL of the service. */
	address: string;
	/** Secret that the service signs deliveries with. */
	secret: string;
}

/** The returned object must be changed in place, because n8n only detects such changes. */
export const webhookStateOf = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): { webhook?: StoredWebhook } => context.getWorkflowStaticData('node');
