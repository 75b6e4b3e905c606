/** The life of a job: when it is final, how it is read and awaited (specification part A, States). */
import type { IDataObject } from 'n8n-workflow';
import { type Connection, PackError } from '../engine/describe';
import { planRequest } from '../engine/request/buildRequest';
import { waitUntil } from '../engine/run/waitUntil';
import { send } from '../engine/transport/send';
import type { WebhookReply } from '../engine/triggers/webhook';

export type Job = IDataObject & { id: string; status: string };

/** Completed means completed with files: they attach a moment after the status changes. Whether stalled ends a job is not shown. */
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

/** Reads a job with the credential. Job ids are read back before anything that was told about them is believed. */
export async function readJob(connection: Connection, id: string): Promise<Job> {
	const answer = await send(
		connection,
		planRequest('GET /api/v2/generations/{id}', { values: { id } }),
		{ replay: 'safe' },
	);
	return answer.body as Job;
}

export interface Patience {
	/** Milliseconds. */
	readonly maximumMs: number;
	readonly stalledIsFinal: boolean;
}

/**
 * Reads a job until it is final.
 * @returns the job as last read, marked `timedOut` when the time was over before it was final
 */
export async function awaitJob(
	connection: Connection,
	id: string,
	{ maximumMs, stalledIsFinal }: Patience,
): Promise<IDataObject> {
	const { state: job, timedOut } = await waitUntil({
		read: async () => await readJob(connection, id),
		isDone: (state) => isFinal(state, stalledIsFinal),
		maximumMs,
		signal: connection.signal,
	});
	return timedOut ? { ...job, timedOut } : job;
}

/**
 * What a callback claims, as the service itself describes it; the request was not signed.
 * A job that nobody knows ends delivery; one that is not final yet, or cannot be read for now, makes the service call again.
 */
export async function readBack(
	connection: Connection,
	id: string,
	stalledIsFinal: boolean,
): Promise<{ job: Job } | { refused: WebhookReply }> {
	try {
		const job = await readJob(connection, id);
		return isFinal(job, stalledIsFinal)
			? { job }
			: { refused: { status: 503, message: 'The job is not final yet' } };
	} catch (error) {
		// What was refused before it was sent is no id of a job either.
		if (
			error instanceof PackError &&
			(error.details.status === 404 || error.details.field !== undefined)
		)
			return { refused: { status: 404, message: 'No such job' } };
		return { refused: { status: 503, message: 'The job cannot be read at the moment' } };
	}
}
