/** Writes and the jobs that they become (specification part B, States and Errors). */
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
import { toRow } from '../engine/run/output';
import { sendOnce } from '../engine/run/sendOnce';
import { waitUntil } from '../engine/run/waitUntil';
import { responseError } from '../engine/transport/responseErrors';
import { send } from '../engine/transport/send';
import { isObject } from './wrapping';

/** The service waits for the platform for 30 seconds before it answers with a job; its answer still has to travel. */
const longestSyncMs = 45_000;
const standardWaitMinutes = 15;

export interface WriteInput {
	readonly responseMode?: string;
	readonly waitForJob?: boolean;
	readonly idempotencyKey?: string;
	/** Minutes. */
	readonly maximumWait?: number;
}

interface JobState {
	readonly id?: string;
	readonly status?: string;
	readonly response_url?: string;
	readonly response?: { readonly http_status?: number; readonly body?: unknown };
}

/**
 * Sends a write in the chosen mode. An asynchronous one carries a key, so that it may go again; the other has none, and may not,
 * by Retry On Fail neither.
 * @param body changes the body that the fields make
 */
export async function write(
	call: Call<WriteInput>,
	body: (body: IDataObject) => IDataObject = (same) => same,
): Promise<Row[]> {
	const { input, operation, connection } = call;
	const values = input as IDataObject;
	const plan = buildRequest(operation.request!, allFieldsOf(operation), values);
	const isAsync = input.responseMode === 'async';
	const parts = { values, query: plan.query, body: body((plan.body ?? {}) as IDataObject) };
	const answer = isAsync
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
						timeoutMs: Math.max(connection.timeoutMs, longestSyncMs),
					}),
			);
	return [await settled(call, answer)];
}

/** What a write answered: the record, or a job that is waited for where the person wants that. */
async function settled(
	{ connection, input }: Call<WriteInput>,
	{ body }: HttpResponse,
): Promise<Row> {
	const job =
		isObject(body) && isObject(body.async_response) ? (body.async_response as JobState) : undefined;
	if (!job) return toRow(body ?? { success: true });
	if (input.waitForJob === false) return toRow(body);
	return await awaitJob(connection, job, (input.maximumWait ?? standardWaitMinutes) * 60_000);
}

/** Reads a job until it has ended, and answers what it made. After the longest wait the item carries the job as last read. */
async function awaitJob(connection: Connection, job: JobState, maximumMs: number): Promise<Row> {
	const url = addressOf(connection, job);
	const { state, timedOut } = await waitUntil({
		read: async () =>
			jobIn(
				(await send(connection, { method: 'GET', url, query: {}, headers: {} }, { replay: 'safe' }))
					.body,
			),
		isDone: ({ status }) => ended.has(status ?? ''),
		maximumMs,
		signal: connection.signal,
	});
	if (timedOut)
		return {
			json: {
				async_response: { ...job, status: state.status ?? job.status } as IDataObject,
				timedOut,
			},
		};
	const { response = {}, status } = state;
	if (status === 'failure' || (response.http_status ?? 200) >= 400)
		throw failed(connection, { ...job, ...state });
	return toRow({
		...(isObject(response.body) ? response.body : { success: true }),
		...(status === 'partial_success' ? { job_status: status } : {}),
	});
}

const ended: ReadonlySet<string> = new Set(['success', 'partial_success', 'failure']);

/** A job as read back: in the wrapper of its webhook, as it is, or as the answer to the write once more. */
export function jobIn(body: unknown): JobState {
	if (!isObject(body)) return {};
	return (
		isObject(body.job) ? body.job : isObject(body.async_response) ? body.async_response : body
	) as JobState;
}

/** The address to read a job at. The credential goes along, so it has to be the service's own. */
function addressOf({ address }: Connection, { id, response_url: told }: JobState): string {
	if (told === undefined && id !== undefined) return `/jobs/${encodeURIComponent(id)}`;
	const url = URL.canParse(told ?? '', `${address}/`)
		? new URL(told ?? '', `${address}/`)
		: undefined;
	if (url?.origin === new URL(address).origin) return url.href;
	throw new PackError(
		`The service names another address for the job ${id ?? ''}: ${url?.origin ?? 'an unreadable one'}`,
		{
			hint: 'The write was accepted. Read its job with Job: Get before you repeat it; the node does not send the credential elsewhere.',
		},
	);
}

/** A failed job as the same error that the write would have met without a job. */
function failed(connection: Connection, { id, response }: JobState): PackError {
	if (response?.http_status === undefined || response.http_status < 400)
		return new PackError(`The job ${id ?? ''} failed`, {
			hint: 'Read it with Job: Get to see what the service says.',
		});
	const { message, details: facts } = responseError(connection, {
		status: response.http_status,
		body: response.body,
	}).refusal(1, { stop: 'final' });
	return new PackError(message, {
		...facts,
		hint: `It was the job ${id ?? ''}. ${facts.hint ?? ''}`,
	});
}
