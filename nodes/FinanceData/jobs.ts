/**
 * Sends writes and waits for the jobs that they create (specification part B, States and Errors).
 */
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Call,
	type Connection,
	type HttpResponse,
	PackError,
	type Row,
} from '../engine/describe';
import { buildRequest } from '../engine/request/buildRequest';
import { fillPath } from '../engine/request/path';
import { toRow } from '../engine/run/output';
import { sendOnce } from '../engine/run/sendOnce';
import { waitUntil } from '../engine/run/waitUntil';
import { responseError } from '../engine/transport/responseErrors';
import { send } from '../engine/transport/send';
import { isObject } from './unwrapRecord';

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
					{ replay: 'keyed' },
				)
			: await sendOnce(
					call,
					async () =>
						await call.request(operation.request!, parts, {
							replay: 'never',
							timeoutMs: Math.max(connection.timeoutMs, minSyncTimeoutMs),
						}),
				);
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
	const url = jobUrl(connection, job);
	const { state, timedOut } = await waitUntil({
		read: async () =>
			unwrapJob(
				(await send(connection, { method: 'GET', url, query: {}, headers: {} }, { replay: 'safe' }))
					.body,
			),
		isDone: ({ status }) => finalStatuses.has(status ?? ''),
		maximumMs,
		connection,
	});
	if (timedOut)
		return {
			json: {
				async_response: { ...job, status: state.status ?? job.status },
				timedOut,
			},
		};
	const { response = {}, status } = state;
	if (status === 'failure' || (response.http_status ?? 200) >= 400)
		throw jobError(connection, { ...job, ...state });
	return toRow({
		...(isObject(response.body) ? response.body : { success: true }),
		...(status === 'partial_success' ? { job_status: status } : {}),
	});
}

const finalStatuses: ReadonlySet<string> = new Set(['success', 'partial_success', 'failure']);

/**
 * Reads a job from a response, which contains it as `job`, as `async_response`, or without a
 * wrapper.
 */
export function unwrapJob(body: unknown): Job & IDataObject {
	if (!isObject(body)) return {};
	return isObject(body.job) ? body.job : isObject(body.async_response) ? body.async_response : body;
}

/**
 * URL of a job.
 * @throws PackError if the URL does not have the origin of the service, because the request would
 * send the credential to another host
 */
function jobUrl({ address }: Connection, { id, response_url: responseUrl }: Job): string {
	if (responseUrl === undefined && id !== undefined)
		return fillPath(
			'/jobs/{jobId}',
			() => id,
			() => 'Job ID',
		);
	const url = URL.canParse(responseUrl ?? '', `${address}/`)
		? new URL(responseUrl ?? '', `${address}/`)
		: undefined;
	if (url?.origin === new URL(address).origin) return url.href;
	throw new PackError(
		`The URL of job ${id ?? ''} does not belong to the service: ${url?.origin ?? 'invalid URL'}`,
		{
			hint: 'The write was accepted, but the node does not send the credential to a different address. Read the job with Job: Get before you run the node again.',
		},
	);
}

/** Converts a failed job to the error that a synchronous write would have thrown. */
function jobError(connection: Connection, { id, response }: Job): PackError {
	if (response?.http_status === undefined || response.http_status < 400)
		return new PackError(`Job ${id ?? ''} failed`, {
			hint: 'Use Job: Get to read the response of the service.',
		});
	const { message, details } = responseError(connection, {
		status: response.http_status,
		body: response.body,
	}).buildError(1, { stop: 'final' });
	return new PackError(message, {
		...details,
		hint: `${details.hint ?? ''} Job: ${id ?? ''}.`.trimStart(),
	});
}
