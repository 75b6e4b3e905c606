/** Activity Tracking Trigger: verifications of its URL, and events of the push subscription. */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { alreadyReceived, nodeKeyOf, RecentValues } from '../../engine';
import { reject, type Step, webhookTrigger } from '../../engine/describe';
import { confirmEvent, unknownSubscription } from './confirmEvent';
import { activityEventKey, form, parseEvent, pushedItem, type PushedEvent } from './events';
import { isVerifyToken, stateOf } from './pushSubscription';

const filteredOut = 'Filtered out';

/** Times of the last confirmed deletions that this process received, by node and activity. */
const deletionTimes = new RecentValues(20_000);

const activityOf = (context: IWebhookFunctions, { athleteId, objectId }: PushedEvent): string =>
	`${nodeKeyOf(context)} ${athleteId}:${objectId}`;

/**
 * An activity that is made private is reported as deleted, and as created if it becomes visible again.
 * The key of this creation contains the time of the deletion, because its own time is not confirmed.
 */
const keyOf = (context: IWebhookFunctions, event: PushedEvent): string =>
	activityEventKey(
		event.name,
		event.name === 'activityCreated'
			? { ...event, time: deletionTimes.get(activityOf(context, event)) }
			: event,
	);

/** Events are not signed, so the activity is read before an event is emitted. */
export const pushedEvents = webhookTrigger({
	form,
	async answer(context) {
		const { method } = context.getRequestObject() as { method?: string };
		return method === 'GET' ? await verifyUrl(context) : undefined;
	},
	parse(body, { context }) {
		const event = parseEvent(body);
		if (!event) return reject(400, 'The request is not an event');
		const { subscriptionId, athleteId } = stateOf(context);
		if (subscriptionId && subscriptionId !== event.subscriptionId) return unknownSubscription;
		// The application can have other athletes. Their activities cannot be read with this credential.
		return { value: { ...event, isOwnAthlete: !athleteId || athleteId === event.athleteId } };
	},
	excludes({ event: { name, isOwnAthlete }, settings: { events, otherAthletes = false } }) {
		if (!isOwnAthlete && !otherAthletes) return 'The event belongs to another athlete';
		// A deletion also affects the key of the next creation.
		const isNeeded = name === 'activityDeleted' && events.includes('activityCreated');
		return isNeeded || events.includes(name) ? undefined : filteredOut;
	},
	async confirm({ context, event, settings: { events }, isRegistered }) {
		const eventKey = keyOf(context, event);
		if (isRegistered(eventKey)) return reject(200, alreadyReceived);
		const result = await confirmEvent(context, event, event.isOwnAthlete);
		if ('rejection' in result) return result;
		if (event.name === 'activityDeleted')
			deletionTimes.set(activityOf(context, event), String(event.time));
		return events.includes(event.name)
			? { value: { eventKey, ...result.value } }
			: reject(200, filteredOut);
	},
	eventKey: (_, { eventKey }) => eventKey,
	item({ event, settings: { simplify = true, otherAthletes = false } }, { eventKey, activity }) {
		const json = {
			...pushedItem(eventKey, event, activity, simplify),
			...(otherAthletes ? { confirmed: event.isOwnAthlete } : {}),
		};
		return { value: { json } };
	},
});

/**
 * The service calls the URL before it creates the subscription, and expects the challenge back.
 */
async function verifyUrl(context: IWebhookFunctions): Promise<Step<IDataObject>> {
	const query = context.getQueryData() as IDataObject;
	const challenge = query['hub.challenge'];
	const token = query['hub.verify_token'];
	const credential = await context.getCredentials<IDataObject>('activityTrackingOAuth2Api');
	if (typeof challenge !== 'string' || !isVerifyToken(context, credential, token))
		return reject(403, 'Invalid verify token');
	// The check cannot store the ID of a subscription that it creates, because n8n does not store
	// what a poll changes. It stores what a webhook changes. Otherwise, the trigger would reject the
	// events of the new subscription because of the ID of the previous one.
	delete stateOf(context).subscriptionId;
	return { value: { 'hub.challenge': challenge } };
}
