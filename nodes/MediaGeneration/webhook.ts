/** Handles the callbacks that Media Generation Trigger receives. They are not signed, so only the job ID is taken from the request. */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { splitList } from '../engine/input/splitList';
import { connect } from '../engine/transport/connect';
import { RecentKeys } from '../engine/triggers/recentKeys';
import { registerDelivery, replyOnly, type WebhookReply } from '../engine/triggers/webhook';
import { eventKeyOf } from './eventKey';
import { readFinalJob, type Job } from './job';
import { type OutputFileOptions, rowOfCallback } from './outputFiles';
import { mediaGeneration } from './service';

/** Final jobs that this process has already emitted. */
const emittedJobs = new RecentKeys(10_000);

interface Filters {
	readonly statuses?: string[];
	readonly types?: string[];
	readonly models?: string;
}

/**
 * Responds with 400 if the job ID is missing, 404 if the job is unknown, 503 if the job cannot be
 * read or is not final yet, and 200 otherwise.
 */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const id = (context.getBodyData() as IDataObject | undefined)?.id;
	if (typeof id !== 'string' || id === '' || id.length > 255)
		return replyOnly(context, { status: 400, message: 'The request body has no job ID' });
	const options = context.getNodeParameter('options', {}) as IDataObject & OutputFileOptions;
	const connection = await connect(context, mediaGeneration, { attempts: 1, timeout: 20_000 });
	const result = await readFinalJob(connection, id, false);
	if ('rejection' in result) return replyOnly(context, result.rejection);
	const { job } = result;
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

const ok = (message: string): WebhookReply => ({ status: 200, message });

function matchesFilters(job: Job, { statuses = [], types = [], models }: Filters): boolean {
	const matches = (allowed: readonly string[], value: unknown): boolean =>
		allowed.length === 0 || allowed.includes(String(value));
	return (
		matches(statuses, job.status) &&
		matches(types, job.type) &&
		matches(splitList(models), job.model)
	);
}
