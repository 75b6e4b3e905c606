/**
 * Handles the callbacks that Media Generation Trigger receives. They are not signed, so only the
 * job ID is taken from the request.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Connection } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { splitList } from '../engine/input/splitList';
import { connect } from '../engine/transport/connect';
import { CallQueue } from '../engine/triggers/callQueue';
import { ExpiringKeys, RecentKeys } from '../engine/triggers/recentKeys';
import { registerDelivery, replyOnly, type WebhookReply } from '../engine/triggers/webhook';
import { eventKeyOf } from './eventKey';
import { isJobId, jobNotFound, readFinalJob, type Job } from './job';
import { type OutputFileOptions, rowOfCallback } from './outputFiles';
import { mediaGeneration } from './service';

/** Event keys of the final jobs that this process has already emitted. */
const emittedJobs = new RecentKeys(10_000);

/**
 * IDs that the service did not know, by node. Anyone can send callbacks, so repeated ones must not
 * cause API calls.
 */
const unknownJobs = new ExpiringKeys(10_000, 10 * 60_000);

/** Reads of jobs by node. The service repeats a callback that is not accepted. */
const reads = new CallQueue(5, 45);

interface Filters {
	readonly statuses?: string[];
	readonly types?: string[];
	readonly models?: string;
}

/**
 * Responds with 400 if the job ID is missing or invalid, 404 if the job is unknown, 503 if the job
 * cannot be read or is not final yet or if too many callbacks arrive at once, and 200 otherwise.
 */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const id = (context.getBodyData() as IDataObject | undefined)?.id;
	if (!isJobId(id))
		return replyOnly(context, { status: 400, message: 'The request body has no valid job ID' });
	const options = context.getNodeParameter('options', {}) as IDataObject & OutputFileOptions;
	const nodeKey = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const result =
		(await reads.run(nodeKey, async () => await readCallbackJob(context, id, nodeKey, options))) ??
		busy;
	if ('rejection' in result) return replyOnly(context, result.rejection);
	const { connection, job } = result;
	const eventKey = eventKeyOf(job);
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
	{ maximumFileSize }: OutputFileOptions,
): Promise<{ connection: Connection; job: Job } | { rejection: WebhookReply }> {
	const key = `${nodeKey} ${id}`;
	if (unknownJobs.has(key)) return { rejection: jobNotFound };
	const connection = await connect(context, mediaGeneration, {
		attempts: 1,
		timeout: 20_000,
		maximumFileSize,
	});
	const result = await readFinalJob(connection, id, false);
	if ('job' in result) return { connection, job: result.job };
	if (result.rejection === jobNotFound) unknownJobs.add(key);
	return result;
}

const ok = (message: string): WebhookReply => ({ status: 200, message });

function matchesFilters(job: Job, { statuses = [], types = [], models }: Filters): boolean {
	const matches = (allowed: readonly string[], value: unknown): boolean =>
		allowed.length === 0 || allowed.includes(toText(value));
	return (
		matches(statuses, job.status) &&
		matches(types, job.type) &&
		matches(splitList(models), job.model)
	);
}
