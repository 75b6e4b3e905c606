import type { IDataObject } from 'n8n-workflow';
import { isOngoing, toRow, waitUntil } from '../../engine';
import {
	decimal,
	failOnTimeout,
	id,
	operation,
	PackError,
	resource,
	toText,
} from '../../engine/describe';
import { eventOf } from '../triggers/jobEvents';
import { job as shape } from '../shapes';

const jobId = id('Job', {
	description: 'ID of the job, as returned by the index operations of Document',
	placeholder: 'e.g. job_19aa',
});

export const job = resource('Job', {
	default: 'get',
	operations: {
		cancel: operation({
			description: 'Stop an indexing job; documents that are already indexed are kept',
			request: 'POST /v2/jobs/{jobId}/cancel',
			fields: { jobId },
			idempotency: 'safe',
		}),
		get: operation({
			description: 'Get the status of an indexing job',
			request: 'GET /v2/jobs/{jobId}',
			fields: { jobId },
			shape,
		}),
		wait: operation({
			name: 'Wait for Completion',
			action: 'Wait for a job to finish',
			description: 'Poll a job until it has finished, failed or been canceled',
			idempotency: 'safe',
			fields: { jobId },
			options: {
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait for completion. After that, the item contains the job as last read, with timedOut set to true.',
					default: 10,
					minimum: 0.05,
					maximum: 1440,
				}),
				failOnTimeout,
			},
			shape,
			async run({ input, request, connection }) {
				const values = { jobId: input.jobId };
				const { state, timedOut } = await waitUntil({
					read: async () =>
						((await request('GET /v2/jobs/{jobId}', { values })).body ?? {}) as IDataObject,
					isDone: ({ status }) => !isOngoing(status),
					maximumMs: (input.maximumWait ?? 10) * 60_000,
					connection,
					onTimeout: input.failOnTimeout ? 'fail' : 'hint',
				});
				if (!timedOut && eventOf(state) === undefined)
					throw new PackError(
						`Job ${input.jobId} ended with the unknown status "${toText(state.status)}"`,
						{
							hint: 'Read the job with Job: Get.',
						},
					);
				return [toRow(timedOut ? { ...state, timedOut } : state)];
			},
		}),
	},
});
