/**
 * Handles the callbacks that Media Generation Trigger receives. They are not signed, so only the
 * job ID is taken from the request.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	CallQueue,
	connect,
	eventKeyOf,
	isTestDelivery,
	nodeKeyOf,
	readRequestOptions,
	RecentKeys,
	registerDelivery,
	replyOnly,
	type WebhookReply,
} from '../engine';
import { type Connection, fileSizeOption, splitList, toText } from '../engine/describe';
import { isJobId, type Job, jobNotFound, readFinalJob, statusOf } from './job';
import { type OutputFileOptions, rowOfCallback } from './outputFiles';
import { mediaGeneration } from './service';

/** Event keys of the final jobs that this process has already emitted. */
const emittedJobs = new RecentKeys(10_000);

/**
 * IDs of jobs that the service did not find, by node. Anyone can send callbacks, so repeated
 * callbacks with such an ID must not cause API calls.
 */
const unknownJobs = new RecentKeys(10_000, 10 * 60_000);

/**
 * In this process, each node reads at most 5 jobs at the same time, and up to 45 more callbacks
 * wait. Further callbacks are rejected with a 503, and the service repeats them.
 */
const reads = new CallQueue(5, 45);

interface Filters {
	readonly statuses?: string[];
	readonly types?: string[];
	readonly models?: string;
}

/**
 * Handles a callback. The response has one of these statuses:
 * - 400: the job ID is missing or invalid
 * - 404: the service has no such job
 * - 503: the job is not final, the job or its files cannot be read, or there are too many callbacks
 * - 200: the callback was accepted
 */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const id = (context.getBodyData() as IDataObject | undefined)?.id;
	if (!isJobId(id))
		return replyOnly(context, { status: 400, message: 'The request body has no valid job ID' });
	const options = context.getNodeParameter('options', {}) as IDataObject & OutputFileOptions;
	const nodeKey = nodeKeyOf(context);
	const result =
		(await reads.run(nodeKey, async () => await readCallbackJob(context, id, nodeKey))) ?? busy;
	if ('rejection' in result) return replyOnly(context, result.rejection);
	const { connection, job } = result;
	// Repeated callbacks for the same job and status have the same key.
	const eventKey = eventKeyOf(job.id, job.status);
	if (!matchesFilters(job, context.getNodeParameter('filters', {}) as Filters))
		return replyOnly(context, ok('Excluded by the filters'));
	if (!registerDelivery(context, emittedJobs, eventKey))
		return replyOnly(context, ok('Already received'));
	const output = await rowOfCallback(context, connection, job, options);
	if ('rejection' in output) return replyOnly(context, output.rejection);
	const { row } = output;
	return {
		workflowData: [[{ ...row, json: { ...row.json, eventKey } }]],
		webhookResponse: { received: true },
	};
}

const busy = { rejection: { status: 503, message: 'Too many callbacks at once' } };

async function readCallbackJob(
	context: IWebhookFunctions,
	id: string,
	nodeKey: string,
): Promise<{ connection: Connection; job: Job } | { rejection: WebhookReply }> {
	const key = `${nodeKey} ${id}`;
	if (unknownJobs.has(key)) return { rejection: jobNotFound };
	const connection = await connect(context, mediaGeneration, {
		...readRequestOptions(fileSizeOption, (name, fallback) =>
			context.getNodeParameter(name, fallback),
		),
		attempts: 1,
		timeout: 20_000,
	});
	const result = await readFinalJob(connection, id, false, isTestDelivery(context));
	if ('job' in result) return { connection, job: result.job };
	if (result.rejection === jobNotFound) unknownJobs.add(key);
	return result;
}

const ok = (message: string): WebhookReply => ({ status: 200, message });

function matchesFilters(job: Job, { statuses = [], types = [], models }: Filters): boolean {
	const matches = (allowed: readonly string[], value: unknown): boolean =>
		allowed.length === 0 || allowed.includes(toText(value));
	return (
		matches(statuses, statusOf(job)) &&
		matches(types, job.type) &&
		matches(splitList(models), job.model)
	);
}
