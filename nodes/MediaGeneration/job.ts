/** Reads jobs and waits until they are final (README.md, States). */
import type { IDataObject } from 'n8n-workflow';
import { isOngoing, planRequest, send, waitUntil } from '../engine';
import {
	type Connection,
	PackError,
	reject,
	type Step,
	toText,
	type WebhookReply,
} from '../engine/describe';

export type Job = IDataObject & { id: string; status: string };

/**
 * Whether a job is final. A completed job is final once it has files, which are attached shortly
 * after the status changes. The specification does not define whether a stalled job can continue,
 * so `stalledIsFinal` decides. A job with an unknown status is also final.
 */
export function isFinal(job: IDataObject, stalledIsFinal = false): boolean {
	switch (jobStatusOf(job)) {
		case 'completed':
			return Array.isArray(job.outputs) && job.outputs.length > 0;
		case 'stalled':
			return stalledIsFinal;
		default:
			return !isOngoing(job.status);
	}
}

/** The status of a job in the spelling of the specification. */
export const jobStatusOf = ({ status }: IDataObject): string =>
	toText(status).toLowerCase().replace('cancelled', 'canceled');

const knownFinalStatuses: ReadonlySet<string> = new Set([
	'completed',
	'failed',
	'stalled',
	'canceled',
]);

export async function readJob(connection: Connection, id: string): Promise<Job> {
	const response = await send(
		connection,
		planRequest('GET /api/v2/generations/{id}', { values: { id } }),
		{ idempotency: 'safe', records: [{ label: 'Generation', value: id }] },
	);
	return response.body as Job;
}

/**
 * Polls a job until it is final.
 * @returns the job as last read, with `timedOut` if it was not final after `maxWaitMs` milliseconds
 * @throws PackError if the status of the job is unknown
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
		onTimeout: 'hint',
	});
	if (timedOut) return { ...job, timedOut };
	if (!knownFinalStatuses.has(jobStatusOf(job)))
		throw new PackError(`Job ${id} ended with the unknown status "${toText(job.status)}"`, {
			hint: 'Read the job with Generation: Get before you run the node again, because it may have been charged.',
			mayHaveBeenProcessed: true,
		});
	return job;
}

/**
 * Copies `idempotent_replay` from the create response to the job, because later responses do not
 * contain it.
 */
export const withReplayFlag = (job: IDataObject, created: IDataObject): IDataObject =>
	created.idempotent_replay === undefined
		? job
		: { ...job, idempotent_replay: created.idempotent_replay };

export const jobNotFound: WebhookReply = { status: 404, message: 'Job not found' };

/**
 * Reads the job whose ID is in an unsigned callback.
 * @returns the job if it is final. Otherwise, the response to the callback: after a 404, the
 * service stops retrying the callback; after a 503, it retries.
 * @param explains whether the response may say why the job could not be read
 */
export async function readFinalJob(
	connection: Connection,
	id: string,
	stalledIsFinal: boolean,
	explains = false,
): Promise<Step<Job>> {
	try {
		const job = await readJob(connection, id);
		return isFinal(job, stalledIsFinal) ? { value: job } : reject(503, 'The job is not final yet');
	} catch (error) {
		// An error with a `field` means that the ID is not valid in a URL, so the job cannot exist.
		if (
			error instanceof PackError &&
			(error.details.status === 404 || error.details.field !== undefined)
		)
			return { rejection: jobNotFound };
		const reason = explains && error instanceof PackError ? `: ${error.message}` : '';
		return reject(503, `The job is temporarily unavailable${reason}`);
	}
}
