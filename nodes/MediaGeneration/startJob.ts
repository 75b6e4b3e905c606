/** Starts jobs so that a repeated run gets them again without a second charge. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	type Call,
	CanceledError,
	PackError,
	type RunInfo,
	toExactJson,
	toResult,
	valueOf,
} from '../engine/describe';
import { type CreateInput, requestOf } from './generationRequest';
import type { Job } from './job';
import { recordOfRun, type StartedJob } from './runRecord';
import { resolveCallbackUrl } from './waitByCallback';

/** The job of one item before its files are uploaded. */
export interface PlannedJob {
	readonly call: Call<CreateInput>;
	readonly request: IDataObject;
	readonly callbackUrl?: string;
	readonly fingerprint: string;
	/** The job that an earlier attempt started, or may have started, for the same request. */
	readonly started?: StartedJob;
}

/** @throws PackError if the request is not valid */
export function planJob(call: Call<CreateInput>): PlannedJob {
	const { modelId, idempotencyKey } = call.input;
	const callbackUrl = resolveCallbackUrl(call, call.input);
	const request = requestOf(call.input);
	// Another account does not have the jobs that an earlier attempt paid.
	const account = call.connection.node.credentials?.mediaGenerationApi?.id;
	const fingerprint = createHash('sha256')
		.update(toExactJson([account, modelId, request, callbackUrl, idempotencyKey]))
		.digest('hex')
		.slice(0, 32);
	// An agent that calls the tool again with the same arguments gets a new job.
	const earlier = call.isAgent ? undefined : recordOfRun(call).jobs[call.item];
	const started = earlier?.request === fingerprint ? earlier : undefined;
	return { call, request, callbackUrl, fingerprint, started };
}

/** Sends the request to create a job, and records the job before and after the request. */
export async function startJob(
	{ call, callbackUrl, fingerprint, started }: PlannedJob,
	body: IDataObject,
): Promise<Job> {
	const { item, input } = call;
	const { jobs } = recordOfRun(call);
	const earlier = jobs[item];
	const job: StartedJob = {
		...started,
		key: input.idempotencyKey ?? started?.key ?? call.key,
		request: fingerprint,
		waitsForCallback: input.wait === 'callback',
	};
	jobs[item] = job;
	const result = await toResult(
		call.request('POST /api/v2/generations', {
			body: {
				...body,
				idempotency_key: job.key,
				...(callbackUrl ? { callback_url: callbackUrl } : {}),
			},
		}),
	);
	if ('error' in result && !mayBeCharged(result.error)) {
		if (earlier) jobs[item] = earlier;
		else delete jobs[item];
	}
	const accepted = valueOf(result).body as Job;
	// The body of a malformed response can be empty.
	const { id, cost } = (accepted ?? {}) as Partial<Job>;
	jobs[item] = { ...job, id, ...(typeof cost === 'number' ? { cost } : {}) };
	return accepted;
}

const mayBeCharged = (error: unknown): boolean =>
	!(error instanceof PackError) ||
	error instanceof CanceledError ||
	(error.details.mayHaveBeenProcessed === true && error.details.code !== 'generation_failed');

/**
 * Which jobs a run has paid, and how to get them without paying again. Undefined if there are none.
 */
export function describePaidJobs(run: RunInfo): string | undefined {
	const jobs = Object.values(recordOfRun(run).jobs).filter(({ id }) => id !== undefined);
	if (jobs.length === 0 || run.isAgent) return undefined;
	const cost = totalOf(jobs.map((job) => job.cost ?? 0));
	const paid = `This run started and paid for ${jobs.length} of ${run.itemCount} jobs (${cost} credits).`;
	// The callback URL is different in every execution, so a retry sends a different request.
	const awaited = jobs.find(({ waitsForCallback }) => waitsForCallback);
	return awaited
		? `${paid} Get the job with Generation: Get (ID: ${awaited.id}). A retry of this execution starts and pays for a new job.`
		: `${paid} Generation: Get Many also returns them. To get them without paying again, retry this execution in the list of executions. A new execution pays for them again, unless you set Idempotency Key.${continueHint(run)}`;
}

const continueHint = ({ itemCount }: RunInfo): string =>
	itemCount > 1
		? ' To process the other items after an error, set On Error to Continue (using error output) in the settings of the node.'
		: '';

/** Sums of credits, without the rounding errors of binary fractions. */
export const totalOf = (amounts: readonly number[]): number =>
	Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(6));
