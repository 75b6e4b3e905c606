/** What the n8n contexts of the trigger provide: webhook methods, the webhook and the check. */
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { connect } from '../../engine';
import type { Connection } from '../../engine/describe';
import { activityTracking } from '../service';

export type TriggerContext = IHookFunctions | IWebhookFunctions | IPollFunctions;

/** What n8n stores with the workflow. */
export interface SubscriptionState {
	/** Not set after the check has created the subscription again, until n8n starts the next time. */
	subscriptionId?: string;
	/** The URL of the subscription. */
	callbackUrl?: string;
	/** The athlete of the credential. */
	athleteId?: string;
}

/** Connects with OAuth2, the only credential type that contains the secret of the application. */
export const connectApplication = async (context: TriggerContext): Promise<Connection> =>
	await connect(context, activityTracking, { attempts: 1, timeout: 10_000 }, 'oAuth2');

export const stateOf = (context: TriggerContext): SubscriptionState & IDataObject =>
	context.getWorkflowStaticData('node');
