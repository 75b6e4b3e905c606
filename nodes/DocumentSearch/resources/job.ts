import type { IDataObject } from 'n8n-workflow';
import { decimal, id, operation, resource } from '../../engine/describe';
import { toRow } from '../../engine/run/output';
import { waitUntil } from '../../engine/run/waitUntil';

const jobId = id('Job', {
	description: 'ID of the job that indexing answered with',
	placeholder: 'e.g. job_19aa',
});

/** How a job ends, after the names of the service's events. */
const ended = new Set([
	'completed',
	'completed_with_errors',
	'failed',
	'timed_out',
	'cancelled',
	'canceled',
]);

export const job = resource('Job', {
	default: 'get',
	operations: {
		cancel: operation({
			name: 'Cancel',
			action: 'Cancel a job',
			description: 'Stop indexing; what was indexed already stays',
			request: 'POST /v2/jobs/{jobId}/cancel',
			fields: { jobId },
			replay: 'safe',
		}),
		get: operation({
			name: 'Get',
			action: 'Get a job',
			description: 'Get the state of an indexing job',
			request: 'GET /v2/jobs/{jobId}',
			fields: { jobId },
			shape: { job_id: 'string', status: 'string' },
		}),
		wait: operation({
			name: 'Wait for Completion',
			action: 'Wait for a job to end',
			description: 'Ask for a job until it has ended, in whatever way',
			replay: 'safe',
			fields: { jobId },
			options: {
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait. After that the item carries the job as it is, marked timedOut.',
					default: 10,
					minimum: 0.05,
					maximum: 1440,
				}),
			},
			shape: { job_id: 'string', status: 'string', timedOut: 'boolean' },
			async run({ input: { jobId: value, maximumWait = 10 }, request, connection: { signal } }) {
				const read = async () =>
					((await request('GET /v2/jobs/{jobId}', { values: { jobId: value } })).body ??
						{}) as IDataObject;
				const { state, timedOut } = await waitUntil({
					read,
					isDone: ({ status }) => ended.has(String(status).toLowerCase()),
					maximumMs: maximumWait * 60_000,
					signal,
				});
				return [toRow(timedOut ? { ...state, timedOut } : state)];
			},
		}),
	},
});
