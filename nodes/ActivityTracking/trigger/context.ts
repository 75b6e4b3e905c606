/** What both kinds of n8n context provide: the webhook methods, and the webhook itself. */
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { connect } from '../../engine';
import type { Connection } from '../../engine/describe';
import { activityTracking } from '../service';
import type { JoinedWorkflow } from './sharedMessages';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** What n8n stores with the workflow. */
export interface SubscriptionState {
	/** Not set while the workflow shares the subscription of another workflow. */
	subscriptionId?: string;
	/** The athlete of the credential. */
	athleteId?: string;
	/** Workflows that share the subscription of this workflow. */
	joined?: JoinedWorkflow[];
}

/** Connects with OAuth2, the only credential type that contains the secret of the application. */
export const connectApplication = async (context: TriggerContext): Promise<Connection> =>
	await connect(context, activityTracking, { attempts: 1, timeout: 10_000 }, 'oAuth2');

export const stateOf = (context: TriggerContext): SubscriptionState & IDataObject =>
	context.getWorkflowStaticData('node');

export const callbackUrlOf = (context: TriggerContext): string =>
	context.getNodeWebhookUrl('default') ?? '';

/** Identifies the trigger within n8n. */
export const nodeKeyOf = (context: Pick<TriggerContext, 'getNode' | 'getWorkflow'>): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);
