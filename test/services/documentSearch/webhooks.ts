// The events of finished jobs (nodes/DocumentSearch/README.md, Webhooks). No public source confirms how
// the service signs them, so they are not signed.

import type { Clock } from '../kit/clock';
import { deliver, deliverUntil, isSuccess } from '../kit/deliver';
import type { Fields, Records } from '../kit/records';

export const ENDPOINTS = '/v2/webhooks/endpoints';

export interface Job extends Fields {
	job_id: string;
	status: 'pending' | 'completed' | 'cancelled';
	collection_name: string;
}

export interface Endpoint extends Fields {
	endpoint_id: string;
	url: string;
	event_types: string[];
	disabled: boolean;
}

const RETRY_DELAYS = [5_000, 5_000, 5_000, 5_000];

/** Sends the event of a finished job to the endpoints. Resolves after the first attempts. */
export async function sendEvent(
	records: Records,
	clock: Clock,
	{ job_id, status, collection_name }: Job,
): Promise<void> {
	const type = `job.${status}`;
	const data = { job_id, status, collection_name, environment: 'development' };
	const body = { id: `evt_${job_id}`, type, data };
	const headers = { 'webhook-id': `msg_${body.id}` };
	const receivers = records
		.of<Endpoint>(ENDPOINTS)
		.filter(
			({ disabled, event_types: types }) =>
				!disabled && (types.length === 0 || types.includes(type)),
		);
	await Promise.all(
		receivers.map(({ url }) =>
			deliverUntil(clock, RETRY_DELAYS, async () => isSuccess(await deliver(url, body, headers))),
		),
	);
}
