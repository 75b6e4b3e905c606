// Webhook endpoints, and the events of finished jobs (nodes/DocumentSearch/README.md, Webhooks). No
// public source confirms how the service signs them, so they are not signed.

import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import type { Routes } from '../kit/exchange';
import { apiError } from './errors';

export interface Job {
	job_id: string;
	status: 'pending' | 'completed' | 'cancelled';
	collection_name: string;
	files_total: number;
	files_processed: number;
}

export interface Endpoint {
	endpoint_id: string;
	url: string;
	description: string | null;
	event_types: string[];
	disabled: boolean;
}

const MAX_ENDPOINTS = 20;
const RETRY_MS = 5_000;
const MAX_ATTEMPTS = 5;

export class Webhooks {
	readonly endpoints: Endpoint[] = [];
	private lastId = 0;

	constructor(private readonly clock: Clock) {}

	/** @throws HttpError 404 */
	private find(id: string | undefined): Endpoint {
		const found = this.endpoints.find(({ endpoint_id }) => endpoint_id === id);
		if (!found) throw apiError(404, 'Webhook endpoint not found.');
		return found;
	}

	readonly routes: Routes = {
		'GET /v2/webhooks/endpoints': () => ({ endpoints: this.endpoints }),
		'POST /v2/webhooks/endpoints': ({ body }) => {
			if (!body.url) throw apiError(422, 'url is required.');
			if (this.endpoints.length >= MAX_ENDPOINTS)
				throw apiError(400, `An organization can have up to ${MAX_ENDPOINTS} endpoints.`);
			const endpoint: Endpoint = {
				description: null,
				event_types: [],
				disabled: false,
				...(body as Pick<Endpoint, 'url'>),
				endpoint_id: `whe_${++this.lastId}`,
			};
			this.endpoints.push(endpoint);
			return { ...endpoint, secret: `whsec_${Buffer.from(endpoint.url).toString('base64')}` };
		},
		'PATCH /v2/webhooks/endpoints/:id': ({ params, body }) =>
			Object.assign(this.find(params.id), body),
		'DELETE /v2/webhooks/endpoints/:id': ({ params }) => {
			this.endpoints.splice(this.endpoints.indexOf(this.find(params.id)), 1);
			return {};
		},
	};

	/** Sends the event of a finished job to the endpoints. Resolves after the first attempts. */
	async send({ job_id, status, collection_name }: Job): Promise<void> {
		const type = `job.${status}`;
		const body = {
			id: `evt_${job_id}`,
			type,
			data: { job_id, status, collection_name, environment: 'development' },
		};
		const receivers = this.endpoints.filter(
			({ disabled, event_types: types }) =>
				!disabled && (types.length === 0 || types.includes(type)),
		);
		await Promise.all(receivers.map(async ({ url }) => await this.attempt(url, body, 1)));
	}

	private async attempt(url: string, body: { id: string }, number: number): Promise<void> {
		const { status } = await deliver(url, body, { 'webhook-id': `msg_${body.id}` });
		if ((status < 200 || status >= 300) && number < MAX_ATTEMPTS)
			this.clock.after(RETRY_MS, () => this.attempt(url, body, number + 1));
	}
}
