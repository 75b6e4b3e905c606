// Push subscriptions of the application (public documentation). They are managed with the client ID
// and the client secret. An application has at most one.

import axios from 'axios';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deliver, DELIVERY_TIMEOUT_MS } from '../kit/deliver';
import { apiError, notFound, unauthorized } from './errors';
import { LOCAL_CLIENT } from './tokens';

export interface Subscription {
	id: number;
	callbackUrl: string;
}

/** The fields of an event that differ between events. */
export interface PushEvent {
	object_type: 'activity' | 'athlete';
	object_id: number;
	aspect_type: 'create' | 'update' | 'delete';
	owner_id: number;
	updates?: Record<string, string>;
	event_time?: number;
}

const FIRST_SUBSCRIPTION = 120475;
const MAX_ATTEMPTS = 3;

export class PushSubscriptions {
	/** The subscription of the application. */
	current: Subscription | undefined;
	private created = 0;

	routes(app: FastifyInstance): void {
		app.get('/api/v3/push_subscriptions', async (request) => {
			authenticate(request);
			const { id, callbackUrl } = this.current ?? {};
			return this.current
				? [{ id, callback_url: callbackUrl, resource_state: 2, application_id: 5 }]
				: [];
		});
		app.post('/api/v3/push_subscriptions', async (request, reply) => {
			const { callback_url: callbackUrl = '', verify_token: verifyToken = '' } =
				authenticate(request);
			if (this.current) throw invalid('', 'already exists');
			if (!(await isVerifiable(callbackUrl, verifyToken)))
				throw invalid('callback url', 'not verifiable');
			// Another request may have created a subscription during the verification.
			if (this.current) throw invalid('', 'already exists');
			this.current = { id: FIRST_SUBSCRIPTION + this.created++, callbackUrl };
			return await reply.code(201).send({ id: this.current.id });
		});
		app.delete<{ Params: { id: string } }>(
			'/api/v3/push_subscriptions/:id',
			async (request, reply) => {
				authenticate(request);
				if (String(this.current?.id) !== request.params.id) throw notFound('PushSubscription');
				this.current = undefined;
				return await reply.code(204).send();
			},
		);
	}

	/**
	 * Sends an event to the callback URL, up to three times. Returns the status of each response, or 0
	 * if there was none. Empty without a subscription.
	 */
	async push(event: PushEvent): Promise<number[]> {
		if (!this.current) return [];
		const { id, callbackUrl } = this.current;
		const body = {
			updates: {},
			event_time: Math.floor(Date.now() / 1000),
			...event,
			subscription_id: id,
		};
		const statuses: number[] = [];
		while (statuses.length < MAX_ATTEMPTS && !statuses.includes(200))
			statuses.push((await deliver(callbackUrl, body)).status);
		return statuses;
	}
}

const invalid = (field: string, code: string) =>
	apiError(400, 'Bad Request', { resource: 'PushSubscription', field, code });

/** The parameters of a request, from its query or its form. @throws HttpError 401 */
function authenticate({
	query,
	body,
	headers,
}: FastifyRequest): Readonly<Record<string, string | undefined>> {
	const values = {
		...(query as Record<string, string>),
		...Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : '')),
	};
	if (
		headers.authorization !== undefined ||
		values.client_id !== LOCAL_CLIENT.clientId ||
		values.client_secret !== LOCAL_CLIENT.clientSecret
	)
		throw unauthorized('Application', '');
	return values;
}

async function isVerifiable(callbackUrl: string, verifyToken: string): Promise<boolean> {
	const challenge = '15f7d1a91c1f40f8a748fd134752feb3';
	const params = {
		'hub.mode': 'subscribe',
		'hub.challenge': challenge,
		'hub.verify_token': verifyToken,
	};
	try {
		const { status, data } = await axios.get<Record<string, unknown>>(callbackUrl, {
			timeout: DELIVERY_TIMEOUT_MS,
			proxy: false,
			params,
		});
		return status === 200 && data['hub.challenge'] === challenge;
	} catch {
		return false;
	}
}
