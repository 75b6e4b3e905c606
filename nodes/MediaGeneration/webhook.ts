/**
 * Handles the callbacks that Media Generation Trigger receives. They are not signed, so only the
 * job ID is taken from the request.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	Confirmation,
	type Confirmed,
	eventKeyOf,
	isCallId,
	isTestDelivery,
	readRequestOptions,
	RecentKeys,
	registerDelivery,
	replyOnly,
	type WebhookReply,
} from '../engine';
import { type Connection, fileSizeOption, splitList, toText } from '../engine/describe';
import { type Job, jobNotFound, readFinalJob, jobStatusOf } from './job';
import { type OutputFileOptions, rowOfCallback } from './outputFiles';
import { mediaGeneration } from './service';

/** Event keys of the final jobs that this process has already emitted. */
const emittedJobs = new RecentKeys(10_000);

const confirmation = new Confirmation(jobNotFound);

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
	if (!isCallId(id))
		return replyOnly(context, { status: 400, message: 'The request body has no valid job ID' });
	const options = context.getNodeParameter('options', {}) as IDataObject & OutputFileOptions;
	const result = await confirmJob(context, id);
	if ('rejection' in result) return replyOnly(context, result.rejection);
	const { connection, job } = result.value;
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

const confirmJob = async (
	context: IWebhookFunctions,
	id: string,
): Promise<Confirmed<{ connection: Connection; job: Job }>> =>
	await confirmation.read(
		context,
		mediaGeneration,
		id,
		async (connection) => {
			const result = await readFinalJob(connection, id, false, isTestDelivery(context));
			return 'job' in result ? { value: { connection, job: result.job } } : result;
		},
		readRequestOptions(fileSizeOption, (name, fallback) =>
			context.getNodeParameter(name, fallback),
		),
	);

const ok = (message: string): WebhookReply => ({ status: 200, message });

function matchesFilters(job: Job, { statuses = [], types = [], models }: Filters): boolean {
	const matches = (allowed: readonly string[], value: unknown): boolean =>
		allowed.length === 0 || allowed.includes(toText(value));
	return (
		matches(statuses, jobStatusOf(job)) &&
		matches(types, job.type) &&
		matches(splitList(models), job.model)
	);
}
