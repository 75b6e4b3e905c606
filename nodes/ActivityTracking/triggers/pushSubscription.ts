/**
 * The push subscription of an application, as the service manages it. An application has at most
 * one. The requests contain the ID and the secret of the application, and no access token.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { connect, nodeKeyOf, planRequest, send } from '../../engine';
import {
	type Connection,
	type HttpResponse,
	PackError,
	type RequestLine,
	type RequestParts,
	toText,
} from '../../engine/describe';
import { readError } from '../errors';
import { formBody } from '../publicInterface';
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
	await connect(context, activityTracking, {
		attempts: 1,
		timeout: 10_000,
		authentication: 'oAuth2',
	});

export const stateOf = (context: TriggerContext): SubscriptionState & IDataObject =>
	context.getWorkflowStaticData('node');

export interface Subscription {
	readonly id: string;
	readonly callbackUrl: string;
}

export async function findSubscription(connection: Connection): Promise<Subscription | undefined> {
	const query = applicationOf(connection);
	const response = await request(connection, 'GET /push_subscriptions', { query });
	if (response.status >= 300)
		throw requestError(connection, response, 'did not return the subscription');
	const [first] = Array.isArray(response.body) ? (response.body as IDataObject[]) : [];
	return first && { id: toText(first.id), callbackUrl: toText(first.callback_url) };
}

/**
 * Creates the subscription. While the request is in progress, the service calls the callback URL.
 * @returns the ID, or undefined if the application already has a subscription
 */
export async function createAt(
	context: TriggerContext,
	connection: Connection,
	callbackUrl: string,
): Promise<string | undefined> {
	const response = await request(connection, 'POST /push_subscriptions', {
		open: formBody({
			...applicationOf(connection),
			callback_url: callbackUrl,
			verify_token: verifyTokenOf(context, connection.credential),
		}),
	});
	if (response.status < 300) {
		const id = toText((response.body as IDataObject | undefined)?.id);
		if (id !== '') return id;
		throw new PackError(`${connection.label} did not return the ID of the push subscription`, {
			hint: 'Check the base URL in the credential.',
		});
	}
	const { text = '' } = readError(response.body);
	if (text.includes('already exists')) return undefined;
	throw creationError(connection, response, callbackUrl, text);
}

/** A subscription that does not exist any more counts as deleted. */
export async function deleteById(connection: Connection, id: string): Promise<void> {
	const query = applicationOf(connection);
	const parts = { values: { id }, query };
	const response = await request(connection, 'DELETE /push_subscriptions/{id}', parts);
	if (response.status >= 300 && response.status !== 404)
		throw requestError(connection, response, 'did not delete the subscription');
}

export async function readAthleteId(connection: Connection): Promise<string> {
	const { body } = await send(connection, planRequest('GET /athlete'), { idempotency: 'safe' });
	return toText((body as IDataObject | undefined)?.id);
}

/** Whether the token is the one that this trigger sent when it created the subscription. */
export const isVerifyToken = (
	context: TriggerContext,
	credential: IDataObject,
	token: unknown,
): boolean =>
	typeof token === 'string' &&
	timingSafeEqual(sha256(token), sha256(verifyTokenOf(context, credential)));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Derived from the secret of the application, because n8n stores no state before the service sends
 * the token back.
 */
const verifyTokenOf = (context: TriggerContext, { clientSecret }: IDataObject): string =>
	createHmac('sha256', toText(clientSecret)).update(nodeKeyOf(context)).digest('hex');

const applicationOf = ({
	credential,
}: Connection): { client_id: string; client_secret: string } => ({
	client_id: toText(credential.clientId),
	client_secret: toText(credential.clientSecret),
});

/** Sends a request without the access token. Returns error responses, too. */
const request = async (
	connection: Connection,
	line: RequestLine,
	parts: RequestParts,
): Promise<HttpResponse> =>
	await send(connection, planRequest(line, parts), {
		idempotency: 'none',
		external: true,
		classify: () => 'accept',
	});

function creationError(
	connection: Connection,
	response: HttpResponse,
	callbackUrl: string,
	text: string,
): PackError {
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
		hint: `${status === 429 || status >= 500 ? 'Try again later' : 'Check the client ID and the client secret in the credential'}. ${label} returned: ${readError(body).text ?? 'no details'}`,
	});
