/** Reads jobs and waits until they are final (specification part A, States). */
import type { IDataObject } from 'n8n-workflow';
import { type Connection, PackError } from '../engine/describe';
import { planRequest } from '../engine/request/buildRequest';
import { waitUntil } from '../engine/run/waitUntil';
import { send } from '../engine/transport/send';
import type { WebhookReply } from '../engine/triggers/webhook';

export type Job = IDataObject & { id: string; status: string };

/**
 * Whether a job is final. A completed job is final once it has files, which are attached shortly after the status changes.
 * Whether a stalled job can continue is not specified.
 */
export function isFinal(job: IDataObject, stalledIsFinal = false): boolean {
	switch (job.status) {
		case 'failed':
		case 'canceled':
			return true;
		case 'completed':
			return Array.isArray(job.outputs) && job.outputs.length > 0;
		default:
			return stalledIsFinal && job.status === 'stalled';
	}
}

export async function readJob(connection: Connection, id: string): Promise<Job> {
	const response = await send(
		connection,
		planRequest('GET /api/v2/generations/{id}', { values: { id } }),
		{ replay: 'safe' },
	);
	return response.body as Job;
}

/**
 * Polls a job until it is final.
 * @returns the job as last read, with `timedOut` if it was not final after `maxWaitMs` milliseconds
 */
export async function waitForJob(
	connection: Connection,
	id: string,
	{ maxWaitMs, stalledIsFinal }: { maxWaitMs: number; stalledIsFinal: boolean },
): Promise<IDataObject> {
	const { state: job, timedOut } = await waitUntil({
		read: async () => await readJob(connection, id),
		isDone: (state) => isFinal(state, stalledIsFinal),
		maximumMs: maxWaitMs,
		connection,
	});
	return timedOut ? { ...job, timedOut } : job;
}

/** Copies `idempotent_replay` from the create response to the job, because later responses do not contain it. */
export const withReplayFlag = (job: IDataObject, created: IDataObject): IDataObject =>
	created.idempotent_replay === undefined
		? job
		: { ...job, idempotent_replay: created.idempotent_replay };

/**
 * Reads the job named in an unsigned callback.
 * @returns the job, or the response to the callback: 404 stops the service's retries, 503 causes a
 * retry
 */
export async function readFinalJob(
	connection: Connection,
	id: string,
	stalledIsFinal: boolean,
): Promise<{ job: Job } | { rejection: WebhookReply }> {
	try {
		const job = await readJob(connection, id);
		return isFinal(job, stalledIsFinal)
			? { job }
			: { rejection: { status: 503, message: 'The job is not final yet' } };
	} catch (error) {
		// An error with a field means that the ID is not valid in a URL, so the job cannot exist.
		if (
			error instanceof PackError &&
			(error.details.status === 404 || error.details.field !== undefined)
		)
			return { rejection: { status: 404, message: 'Job not found' } };
		return { rejection: { status: 503, message: 'The job is temporarily unavailable' } };
	}
}
