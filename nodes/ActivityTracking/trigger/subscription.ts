/**
 * The push subscription of an application. An application has at most one. The requests contain the
 * ID and the secret of the application, and no access token.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	type Connection,
	type HttpResponse,
	type Method,
	PackError,
	type RequestPlan,
} from '../../engine/describe';
import { toText } from '../../engine/input/messages';
import { planRequest } from '../../engine/request/buildRequest';
import { connect } from '../../engine/transport/connect';
import { withNodeErrors } from '../../engine/transport/nodeError';
import { send } from '../../engine/transport/send';
import { readError } from '../errors';
import { formBody } from '../publicInterface';
import { activityTracking } from '../service';

/** What n8n stores with the workflow when it is activated. */
export interface SubscriptionState {
	subscriptionId?: string;
	/** The athlete of the credential. */
	athleteId?: string;
}

/** Connects with OAuth2, the only credential type that contains the secret of the application. */
export const connectApplication = async (
	context: IHookFunctions | IWebhookFunctions,
): Promise<Connection> =>
	await connect(context, activityTracking, { attempts: 1, timeout: 10_000 }, 'oAuth2');

/** Whether the subscription of the application belongs to this trigger. */
export async function checkSubscription(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const existing = await findSubscription(connection);
		if (existing?.callbackUrl !== callbackUrlOf(context)) return false;
		const athleteId = await readAthleteId(connection);
		storeState(context, { subscriptionId: existing.id, athleteId });
		return true;
	});
}

/**
 * Creates the subscription. While the request is in progress, the service calls the callback URL.
 * @throws NodeApiError if the application has a subscription for another URL
 */
export async function createSubscription(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const callbackUrl = callbackUrlOf(context);
		const existing = await findSubscription(connection);
		const { replaceExisting = false } = context.getNodeParameter('options', {}) as IDataObject;
		if (existing && replaceExisting !== true) throw conflict(connection, existing.callbackUrl);
		// Fails if the account is not connected, before the subscription is changed.
		const athleteId = await readAthleteId(connection);
		if (existing) await deleteById(connection, existing.id);
		const response = await request(connection, 'POST', '', {
			open: formBody({
				...applicationOf(connection),
				callback_url: callbackUrl,
				verify_token: verifyTokenOf(context, connection.credential),
			}),
		});
		if (response.status >= 300) throw creationError(connection, response, callbackUrl);
		const subscriptionId = toText((response.body as IDataObject | undefined)?.id);
		storeState(context, { subscriptionId, athleteId });
		return true;
	});
}

/** Deletes the subscription. Returns false if the service does not confirm it. */
export async function deleteSubscription(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	const { subscriptionId } = state;
	if (!subscriptionId) return true;
	try {
		await deleteById(await connectApplication(context), subscriptionId);
	} catch {
		return false;
	}
	delete state.subscriptionId;
	return true;
}

export const stateOf = (context: IHookFunctions | IWebhookFunctions): SubscriptionState =>
	context.getWorkflowStaticData('node');

/** Whether the token is the one that this trigger sent when it created the subscription. */
export const isVerifyToken = (
	context: IWebhookFunctions,
	credential: IDataObject,
	token: unknown,
): boolean =>
	typeof token === 'string' &&
	timingSafeEqual(sha256(token), sha256(verifyTokenOf(context, credential)));

/**
 * Derived from the secret of the application, because n8n stores no state before the service sends
 * the token back.
 */
const verifyTokenOf = (
	context: Pick<IHookFunctions, 'getNode' | 'getWorkflow'>,
	{ clientSecret }: IDataObject,
): string =>
	createHmac('sha256', toText(clientSecret))
		.update(JSON.stringify([context.getWorkflow().id, context.getNode().id]))
		.digest('hex');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const callbackUrlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

interface Subscription {
	readonly id: string;
	readonly callbackUrl: string;
}

async function findSubscription(connection: Connection): Promise<Subscription | undefined> {
	const response = await request(connection, 'GET', '', { query: applicationOf(connection) });
	if (response.status >= 300)
		throw requestError(connection, response, 'did not return the subscription');
	const [first] = Array.isArray(response.body) ? (response.body as IDataObject[]) : [];
	return first && { id: toText(first.id), callbackUrl: toText(first.callback_url) };
}

/** A subscription that does not exist any more counts as deleted. */
async function deleteById(connection: Connection, id: string): Promise<void> {
	const query = applicationOf(connection);
	const response = await request(connection, 'DELETE', `/${encodeURIComponent(id)}`, { query });
	if (response.status >= 300 && response.status !== 404)
		throw requestError(connection, response, 'did not delete the subscription');
}

const applicationOf = ({
	credential,
}: Connection): { client_id: string; client_secret: string } => ({
	client_id: toText(credential.clientId),
	client_secret: toText(credential.clientSecret),
});

/** Sends a request without the access token. Returns error responses, too. */
const request = async (
	connection: Connection,
	method: Method,
	path: string,
	parts: Partial<RequestPlan>,
): Promise<HttpResponse> =>
	await send(
		connection,
		{ method, url: `/push_subscriptions${path}`, query: {}, headers: {}, ...parts },
		{ replay: 'never', foreign: true, isResult: () => true },
	);

async function readAthleteId(connection: Connection): Promise<string> {
	const { body } = await send(connection, planRequest('GET /athlete'), { replay: 'safe' });
	return toText((body as IDataObject | undefined)?.id);
}

const storeState = (context: IHookFunctions, state: Required<SubscriptionState>): void =>
	void Object.assign(stateOf(context), state);

const conflict = ({ label }: Connection, callbackUrl: string): PackError =>
	new PackError(`The ${label} application already has a push subscription, for ${callbackUrl}`, {
		hint:
			'An application can have only one. To start several workflows, use one trigger, and call the other ' +
			'workflows with Execute Sub-workflow. If no other workflow or app needs the existing ' +
			'subscription, turn on Replace Existing Subscription in Options.',
	});

function creationError(
	connection: Connection,
	response: HttpResponse,
	callbackUrl: string,
): PackError {
	const { text = '' } = readError(response.body);
	if (text.includes('already exists')) return conflict(connection, 'another URL');
	if (!/callback url/i.test(text))
		return requestError(connection, response, 'did not create the push subscription');
	return new PackError(`${connection.label} could not verify the URL ${callbackUrl}`, {
		status: response.status,
		hint: `The URL must be reachable from the internet. Check the public URL of n8n (N8N_WEBHOOK_URL), or use Activity Tracking Updates Trigger, which needs no public URL. ${connection.label} returned: ${text}`,
	});
}

const requestError = (
	{ label }: Connection,
	{ status, body }: HttpResponse,
	problem: string,
): PackError =>
	new PackError(`${label} ${problem} (status ${status})`, {
		status,
		hint: `Check the client ID and the client secret in the credential. ${label} returned: ${readError(body).text ?? 'no details'}`,
	});
