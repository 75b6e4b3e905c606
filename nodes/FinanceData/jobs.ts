/**
 * Sends writes and waits for the jobs that they create (README.md, States).
 */
import type { IDataObject } from 'n8n-workflow';
import {
	buildRequest,
	fillPath,
	isOngoing,
	responseError,
	send,
	toRow,
	waitUntil,
} from '../engine';
import {
	allFieldsOf,
	type Call,
	CanceledError,
	type Connection,
	type HttpResponse,
	isObject,
	PackError,
	type Row,
	toResult,
} from '../engine/describe';

/**
 * The service waits up to 30 seconds for the platform before it returns a job, so the timeout must
 * be longer.
 */
const minSyncTimeoutMs = 45_000;
const defaultWaitMinutes = 15;

export interface WriteInput {
	readonly responseMode?: string;
	readonly waitForJob?: boolean;
	readonly idempotencyKey?: string;
	/** Minutes. */
	readonly maximumWait?: number;
}

interface Job {
	readonly id?: string;
	readonly status?: string;
	readonly response_url?: string;
	readonly response?: { readonly http_status?: number; readonly body?: IDataObject[string] };
}

/**
 * Sends a write in the selected response mode. An asynchronous write has an idempotency key, so it
 * can be retried. A synchronous write has no idempotency key and is never repeated, not even by
 * Retry On Fail.
 * @param changeBody changes the body built from the fields
 */
export async function write(
	call: Call<WriteInput>,
	changeBody: (body: IDataObject) => IDataObject = (body) => body,
): Promise<Row[]> {
	const { input, operation, connection } = call;
	const values = input as IDataObject;
	const plan = buildRequest(operation.request!, allFieldsOf(operation), values);
	const parts = { values, query: plan.query, body: changeBody((plan.body ?? {}) as IDataObject) };
	const response =
		input.responseMode === 'async'
			? await call.request(
					operation.request!,
					{ ...parts, headers: { 'Idempotency-Key': input.idempotencyKey ?? call.key } },
					{ idempotency: 'keyed' },
				)
			: await call.request(operation.request!, parts, {
					idempotency: 'none',
					timeoutMs: Math.max(connection.limits.timeoutMs, minSyncTimeoutMs),
				});
	return [await writeResult(call, response)];
}

/** The result of a write: the record, or the job if Wait For Job is off. */
async function writeResult(
	{ connection, input }: Call<WriteInput>,
	{ body }: HttpResponse,
): Promise<Row> {
	const job =
		isObject(body) && isObject(body.async_response) ? (body.async_response as Job) : undefined;
	if (!job) return toRow(body ?? { success: true });
	if (input.waitForJob === false) return toRow(body);
	return await waitForJob(connection, job, (input.maximumWait ?? defaultWaitMinutes) * 60_000);
}

/**
 * Polls a job until it is finished.
 * @returns the record that the job created or updated, or the job in its current state after
 * `maximumMs`
 * @throws PackError if the job failed
 */
async function waitForJob(connection: Connection, job: Job, maximumMs: number): Promise<Row> {
	const { state, timedOut } = await waitUntil({
		read: jobReader(connection, job),
		isDone: ({ status }) => !isOngoing(status),
		maximumMs,
		connection,
		onTimeout: 'hint',
	});
	if (timedOut)
		return {
			json: {
				async_response: { ...job, status: state.status ?? job.status },
				timedOut,
			},
		};
	if (!isFinished(state))
		throw new PackError(
			`Job ${state.id ?? job.id ?? ''} ended with the unknown status "${state.status}"`,
			{
				hint: 'Read the job with Job: Get before you run the node again, because the service has accepted the write.',
				mayHaveBeenProcessed: true,
			},
		);
	const { response = {}, status } = state;
	if (status === 'failure' || (response.http_status ?? 200) >= 400)
		throw jobError(connection, { ...job, ...state });
	return toRow({
		...(isObject(response.body) ? response.body : { success: true }),
		...(status === 'partial_success' ? { job_status: status } : {}),
	});
}

const finalStatuses: ReadonlySet<string> = new Set(['success', 'partial_success', 'failure']);

const isFinished = ({ status }: Job): boolean => finalStatuses.has(status ?? '');

/**
 * Returns a function that reads the current state of a job. It requests the link of the job, or the
 * URL with the job ID if the request for the link fails.
 * @throws PackError with the job ID, because the service has already accepted the write
 */
function jobReader(connection: Connection, job: Job): () => Promise<Job> {
	const urls = jobUrls(connection, job);
	return async () => {
		for (;;) {
			const result = await toResult(
				send(
					connection,
					{ method: 'GET', url: urls[0]!, query: {}, headers: {} },
					{
						idempotency: 'safe',
						classify: ({ body }) => (isFinished(unwrapJob(body)) ? 'accept' : undefined),
					},
				),
			);
			if ('value' in result) {
				const { status, body } = result.value;
				const state = unwrapJob(body);
				return { ...state, response: { http_status: status, ...state.response } };
			}
			if (urls.length === 1) throw unreadableJobError(result.error, job);
			urls.shift();
		}
	};
}

/**
 * Reads a job from a response, which contains it as `job`, as `async_response`, or without a
 * wrapper.
 */
export function unwrapJob(body: unknown): Job & IDataObject {
	if (!isObject(body)) return {};
	return isObject(body.job) ? body.job : isObject(body.async_response) ? body.async_response : body;
}

/**
 * Redacts the access token in a job. A job contains the request that created it, and the URL of
 * that request contains an access token, possibly of another connection.
 */
export function redactJob(job: IDataObject): IDataObject {
	const { request } = job;
	if (!isObject(request) || typeof request.url !== 'string') return job;
	return {
		...job,
		request: { ...request, url: request.url.replace(/([?&]access_token=)[^&#]*/g, '$1[secret]') },
	};
}

/**
 * URLs of a job, in the order in which they are tried: first the link in the job, unless it is
 * outside the base URL, then the URL with the job ID.
 * @throws PackError if the job has no ID and no link within the base URL. Other links are not
 * requested, because the request contains the credential.
 */
function jobUrls(
	{ address: { url: address } }: Connection,
	{ id, response_url: responseUrl = '' }: Job,
): string[] {
	const link = URL.canParse(responseUrl, `${address}/`)
		? new URL(responseUrl, `${address}/`)
		: undefined;
	const urls = [
		...(responseUrl !== '' && link?.href.startsWith(`${address}/`) ? [link.href] : []),
		...(id === undefined
			? []
			: [address + fillPath('/jobs/{jobId}', { jobId: id }, { jobId: { label: 'Job ID' } })]),
	];
	if (urls.length > 0) return [...new Set(urls)];
	throw new PackError(
		`The service accepted the write, but the URL of its job does not belong to the service: ${link?.origin ?? 'invalid URL'}`,
		{ hint: 'Check in the service whether the job succeeded before you run the node again.' },
	);
}

/**
 * HTTP statuses that report an error of the platform, not of the service. If a request for a job
 * returns one of them, the job failed.
 */
const platformStatuses: ReadonlySet<number> = new Set([450, 451, 452, 550]);

/**
 * Adds the job ID to the error of a request for a job. Unless the status means that the job failed,
 * the message also reports that the write was accepted.
 */
function unreadableJobError(error: unknown, { id = '' }: Job): unknown {
	if (!(error instanceof PackError) || error instanceof CanceledError) return error;
	const { message, details } = error;
	if (platformStatuses.has(details.status ?? 0)) return withJobId(error, id);
	return new PackError(`The service accepted the write, but job ${id} cannot be read: ${message}`, {
		...details,
		hint: `${details.hint ?? ''} Read the job with Job: Get before you run the node again.`.trimStart(),
	});
}

const withJobId = ({ message, details }: PackError, id: string): PackError =>
	new PackError(message, { ...details, hint: `${details.hint ?? ''} Job: ${id}.`.trimStart() });

/** Converts a failed job to the error that a synchronous write would have thrown. */
function jobError(connection: Connection, { id = '', response }: Job): PackError {
	if (response?.http_status === undefined || response.http_status < 400)
		return new PackError(`Job ${id} failed`, {
			hint: 'Use Job: Get to read the response of the service.',
		});
	const { buildError } = responseError(connection, {
		status: response.http_status,
		headers: {},
		body: response.body,
		idempotency: 'none',
	});
	return withJobId(buildError(1, { stop: 'final' }), id);
}
