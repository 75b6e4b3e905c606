/**
 * Handles the events of the push subscription. They are not signed, so the trigger reads the
 * activity before it emits an event.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	CallQueue,
	isRegistered,
	nodeKeyOf,
	planRequest,
	RecentKeys,
	RecentValues,
	registerDelivery,
	replyOnly,
	send,
	type WebhookReply,
} from '../../engine';
import { type Connection, PackError, statusOf, toResult, toText } from '../../engine/describe';
import { CallBudget } from './callBudget';
import { connectApplication, stateOf } from './context';
import {
	athleteIdOf,
	activityEventKey,
	type EventName,
	parseEvent,
	pushedItem,
	type PushedEvent,
} from './events';
import { findSubscription } from './pushSubscription';

interface Options {
	readonly simplify?: boolean;
	readonly otherAthletes?: boolean;
}

/** Event keys that this process emitted. */
const emittedKeys = new RecentKeys(20_000);

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

/**
 * Activities that the service did not find, by application. Repeated requests with such an ID must
 * not cause API calls. The service repeats an event within minutes.
 */
const unknownActivities = new RecentKeys(10_000, 30_000);

/** Subscriptions that belong to a trigger, according to the service. */
const ownSubscriptions = new RecentKeys(1000, 60 * 60_000);

/**
 * In this process, at most 5 events of an application are confirmed at the same time, and up to 45
 * more events wait. Further events are rejected with a 503, and the service repeats them.
 */
const confirmations = new CallQueue(5, 45);

/**
 * By application and process: half of the requests that a service allows by default. Otherwise,
 * forged events could use up the rate limit of the application.
 */
const callBudget = new CallBudget([
	{ requests: 50, perMs: 15 * 60_000 },
	{ requests: 500, perMs: 24 * 60 * 60_000 },
]);

/**
 * Handles an event. The response has one of these statuses:
 * - 400: the request is not an event
 * - 403: the event does not belong to the subscription or to the athlete
 * - 404: the service has no such activity
 * - 503: the event cannot be confirmed yet, or there are too many events. The service repeats it.
 * - 200: the event was accepted or is not wanted
 */
export async function receiveEvent(
	context: IWebhookFunctions,
	body: Buffer | undefined,
): Promise<IWebhookResponseData> {
	const event = body ? parseEvent(body) : undefined;
	if (!event) return replyOnly(context, { status: 400, message: 'The request is not an event' });
	const { subscriptionId, athleteId } = stateOf(context);
	if (subscriptionId && subscriptionId !== event.subscriptionId)
		return replyOnly(context, unknownSubscription);
	const { simplify = true, otherAthletes = false } = context.getNodeParameter(
		'options',
		{},
	) as Options;
	// The application can have other athletes. Their activities cannot be read with this credential.
	const isOwnAthlete = !athleteId || athleteId === event.athleteId;
	if (!isOwnAthlete && !otherAthletes) return replyOnly(context, otherAthlete);
	const events = context.getNodeParameter('events', []) as EventName[];
	const isDeletion = event.name === 'activityDeleted';
	const isSelected = events.includes(event.name);
	// A deletion also affects the key of the next creation.
	if (!isSelected && !(isDeletion && events.includes('activityCreated')))
		return replyOnly(context, filteredOut);
	const eventKey = keyOf(context, event);
	if (isRegistered(context, emittedKeys, eventKey)) return replyOnly(context, alreadyReceived);
	const result = await confirm(context, event, isOwnAthlete);
	if ('rejection' in result) return replyOnly(context, result.rejection);
	if (isDeletion) deletionTimes.set(activityOf(context, event), String(event.time));
	if (!isSelected) return replyOnly(context, filteredOut);
	if (!registerDelivery(context, emittedKeys, eventKey)) return replyOnly(context, alreadyReceived);
	const json = {
		...pushedItem(eventKey, event, result.activity, simplify),
		...(otherAthletes ? { confirmed: isOwnAthlete } : {}),
	};
	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
}

type Confirmation = { activity?: IDataObject } | { rejection: WebhookReply };

/** What the confirmation of an event needs. */
interface Confirming {
	readonly context: IWebhookFunctions;
	readonly connection: Connection;
	/** Identifies the application, whose rate limit all its triggers share. */
	readonly application: string;
	readonly event: PushedEvent;
}

/**
 * Confirms an event by requests to the service: its subscription, if n8n has not stored it, and the
 * activity or the revocation, if it belongs to the athlete of the credential.
 */
async function confirm(
	context: IWebhookFunctions,
	event: PushedEvent,
	isOwnAthlete: boolean,
): Promise<Confirmation> {
	const connected = await toResult(connectApplication(context));
	if ('error' in connected) return unavailable;
	const connection = connected.value;
	const application = `${connection.address.url} ${toText(connection.credential.clientId)}`;
	const confirming = { context, connection, application, event };
	return (
		(await confirmations.run(application, async () => {
			const subscription = await confirmSubscription(confirming);
			return 'rejection' in subscription || !isOwnAthlete
				? subscription
				: await confirmByReading(confirming);
		})) ?? busy
	);
}

/**
 * n8n does not store the ID of a subscription that the check of the trigger created. Events with
 * other IDs must not be accepted in its place.
 */
async function confirmSubscription({
	context,
	connection,
	application,
	event,
}: Confirming): Promise<Confirmation> {
	const key = `${nodeKeyOf(context)} ${event.subscriptionId}`;
	const { subscriptionId, callbackUrl } = stateOf(context);
	if (subscriptionId || ownSubscriptions.has(key)) return {};
	if (!callBudget.spend(application)) return busy;
	const found = await toResult(findSubscription(connection));
	if ('error' in found) return unavailable;
	if (found.value?.id !== event.subscriptionId || found.value.callbackUrl !== callbackUrl)
		return { rejection: unknownSubscription };
	ownSubscriptions.add(key);
	return {};
}

async function confirmByReading({
	connection,
	application,
	event,
}: Confirming): Promise<Confirmation> {
	const key = `${application} ${event.objectId}`;
	if (event.name !== 'activityDeleted' && unknownActivities.has(key)) return activityNotFound;
	if (!callBudget.spend(application)) return busy;
	if (event.name === 'accessRevoked') return await confirmRevocation(connection);
	const result = await confirmActivity(connection, event);
	if (result === activityNotFound) unknownActivities.add(key);
	return result;
}

async function confirmActivity(connection: Connection, event: PushedEvent): Promise<Confirmation> {
	const plan = planRequest('GET /activities/{id}', { values: { id: event.objectId } });
	const result = await toResult(send(connection, plan, { idempotency: 'safe' }));
	const isMissing = 'error' in result && statusOf(result.error) === 404;
	if (event.name === 'activityDeleted' && isMissing) return {};
	if (isMissing) return activityNotFound;
	if ('error' in result) return unavailable;
	if (event.name === 'activityDeleted')
		return { rejection: { status: 503, message: 'The activity still exists' } };
	const activity = (result.value.body ?? {}) as IDataObject;
	if (athleteIdOf(activity) !== event.athleteId)
		return { rejection: { status: 403, message: 'The activity belongs to another athlete' } };
	return hasUpdates(activity, event)
		? { activity }
		: { rejection: { status: 200, message: 'The activity does not have these values' } };
}

/**
 * Whether the activity has the values of the event. If it has been changed again, the service sends
 * another event.
 */
function hasUpdates(activity: IDataObject, { updates }: PushedEvent): boolean {
	const { name: title, type, sport_type: sportType, private: isPrivate } = activity;
	const isAnyOf = (value: string | undefined, ...actual: unknown[]): boolean =>
		value === undefined || actual.map(toText).includes(value);
	return (
		isAnyOf(updates.title, title) &&
		isAnyOf(updates.type, type, sportType) &&
		isAnyOf(updates.private, isPrivate)
	);
}

/** After access is revoked, the service rejects the token and does not renew it. */
async function confirmRevocation(connection: Connection): Promise<Confirmation> {
	const plan = planRequest('GET /athlete');
	const result = await toResult(send(connection, plan, { idempotency: 'safe' }));
	if ('value' in result)
		return { rejection: { status: 503, message: 'The access has not been revoked' } };
	const { error } = result;
	const isRevoked = error instanceof PackError && error.details.code === 'invalid_grant';
	return isRevoked || statusOf(error) === 401 ? {} : unavailable;
}

const otherAthlete = { status: 200, message: 'The event belongs to another athlete' };
const filteredOut = { status: 200, message: 'Filtered out' };
const alreadyReceived = { status: 200, message: 'Already received' };
const unknownSubscription = { status: 403, message: 'Unknown subscription' };
const busy = { rejection: { status: 503, message: 'Too many events' } };
const activityNotFound = { rejection: { status: 404, message: 'Activity not found' } };
const unavailable = {
	rejection: { status: 503, message: 'The activity is temporarily unavailable' },
};
