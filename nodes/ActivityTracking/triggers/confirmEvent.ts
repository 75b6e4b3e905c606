/** Confirms the events of the push subscription, which are not signed. */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { nodeKeyOf, planRequest, RecentKeys, send } from '../../engine';
import {
	type Connection,
	PackError,
	reject,
	type RequestWindow,
	statusOf,
	type Step,
	toResult,
	toText,
} from '../../engine/describe';
import { athleteIdOf, type PushedEvent } from './events';
import { connectApplication, findSubscription, stateOf } from './pushSubscription';

/** Limits the API calls that unsigned events can cause over time. */
export class CallBudget {
	private readonly counts = new Map<string, Array<{ window: number; calls: number }>>();

	/**
	 * The limits apply to each scope, such as a node. Windows begin at multiples of their length, in
	 * UTC: those of 15 minutes begin at a quarter of an hour, those of a day at midnight.
	 */
	constructor(
		private readonly windows: readonly RequestWindow[],
		private readonly now: () => number = () => Date.now(),
	) {}

	/** Counts a call. Returns false without counting it if a window allows no more calls. */
	spend(scope: string): boolean {
		const earlier = this.counts.get(scope);
		const counts = this.windows.map(({ perMs }, index) => {
			const window = Math.floor(this.now() / perMs);
			return earlier?.[index]?.window === window ? earlier[index] : { window, calls: 0 };
		});
		if (counts.some(({ calls }, index) => calls >= this.windows[index]!.requests)) return false;
		for (const count of counts) count.calls++;
		this.counts.set(scope, counts);
		return true;
	}
}

/**
 * Activities that the service did not find, by application. Repeated requests with such an ID must
 * not cause API calls. The service repeats an event within minutes.
 */
const unknownActivities = new RecentKeys(10_000, 30_000);

/** Subscriptions that belong to a trigger, according to the service. */
const ownSubscriptions = new RecentKeys(1000, 60 * 60_000);

/**
 * By application and process: half of the requests that a service allows by default. Otherwise,
 * forged events could use up the rate limit of the application.
 */
const callBudget = new CallBudget([
	{ requests: 50, perMs: 15 * 60_000 },
	{ requests: 500, perMs: 24 * 60 * 60_000 },
]);

type Confirmation = Step<{ readonly activity?: IDataObject }>;

const confirmed: Confirmation = { value: {} };

/** Confirmations in progress. */
const pending = new Map<string, Promise<Confirmation>>();

/** Confirms what several events ask at the same time only once. */
async function shared(key: string, confirm: () => Promise<Confirmation>): Promise<Confirmation> {
	const current = pending.get(key) ?? confirm().finally(() => pending.delete(key));
	pending.set(key, current);
	return await current;
}

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
 * activity or the revocation, if it belongs to the athlete of the credential. The response is a
 * - 403 if the event does not belong to the subscription or to the athlete
 * - 404 if the service has no such activity
 * - 503 if the event cannot be confirmed yet, or if there are too many. The service repeats it.
 */
export async function confirmEvent(
	context: IWebhookFunctions,
	event: PushedEvent,
	isOwnAthlete: boolean,
): Promise<Confirmation> {
	const connected = await toResult(connectApplication(context));
	if ('error' in connected) return unavailable;
	const connection = connected.value;
	const application = `${connection.address.url} ${toText(connection.credential.clientId)}`;
	const confirming = { context, connection, application, event };
	const subscription = await confirmSubscription(confirming);
	return 'rejection' in subscription || !isOwnAthlete
		? subscription
		: await confirmByReading(confirming);
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
	if (subscriptionId || ownSubscriptions.has(key)) return confirmed;
	return await shared(key, async () => {
		if (!callBudget.spend(application)) return busy;
		const found = await toResult(findSubscription(connection));
		if ('error' in found) return unavailable;
		if (found.value?.id !== event.subscriptionId || found.value.callbackUrl !== callbackUrl)
			return unknownSubscription;
		ownSubscriptions.add(key);
		return confirmed;
	});
}

async function confirmByReading({
	connection,
	application,
	event,
}: Confirming): Promise<Confirmation> {
	const key = `${application} ${event.objectId}`;
	if (event.name !== 'activityDeleted' && unknownActivities.has(key)) return activityNotFound;
	const { name, objectId, athleteId, updates } = event;
	const read = JSON.stringify([application, name, objectId, athleteId, updates]);
	return await shared(read, async () => {
		if (!callBudget.spend(application)) return busy;
		if (event.name === 'accessRevoked') return await confirmRevocation(connection);
		const result = await confirmActivity(connection, event);
		if (result === activityNotFound) unknownActivities.add(key);
		return result;
	});
}

async function confirmActivity(connection: Connection, event: PushedEvent): Promise<Confirmation> {
	const plan = planRequest('GET /activities/{id}', { values: { id: event.objectId } });
	const result = await toResult(send(connection, plan, { idempotency: 'safe' }));
	const isMissing = 'error' in result && statusOf(result.error) === 404;
	if (event.name === 'activityDeleted' && isMissing) return confirmed;
	if (isMissing) return activityNotFound;
	if ('error' in result) return unavailable;
	if (event.name === 'activityDeleted') return reject(503, 'The activity still exists');
	const activity = (result.value.body ?? {}) as IDataObject;
	if (athleteIdOf(activity) !== event.athleteId)
		return reject(403, 'The activity belongs to another athlete');
	return hasUpdates(activity, event)
		? { value: { activity } }
		: reject(200, 'The activity does not have these values');
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
	if ('value' in result) return reject(503, 'The access has not been revoked');
	const { error } = result;
	const isRevoked = error instanceof PackError && error.details.code === 'invalid_grant';
	return isRevoked || statusOf(error) === 401 ? confirmed : unavailable;
}

export const unknownSubscription = reject(403, 'Unknown subscription');
const busy = reject(503, 'Too many events');
const activityNotFound = reject(404, 'Activity not found');
const unavailable = reject(503, 'The activity is temporarily unavailable');
