/** The callback of a job as a trigger: only the id is taken from the caller, everything else is read back from the service. */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { toRow } from '../engine/run/output';
import { connect } from '../engine/transport/connect';
import { RecentKeys } from '../engine/triggers/recentKeys';
import { replyOnly, type WebhookReply } from '../engine/triggers/webhook';
import { readBack, type Job } from './job';
import { withOutputs } from './outputs';
import { mediaGeneration } from './service';

/** Final jobs whose callback this process let through. */
const delivered = new RecentKeys(10_000);

interface Filters {
	readonly statuses?: string[];
	readonly types?: string[];
	readonly models?: string;
}

/** Takes one delivery: answers 404 for an unknown job, 503 while it cannot be believed yet, 200 otherwise. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const id = (context.getBodyData() as IDataObject | undefined)?.id;
	if (typeof id !== 'string' || id === '' || id.length > 255)
		return replyOnly(context, { status: 400, message: 'The body has no job id' });
	const options = context.getNodeParameter('options', {}) as IDataObject & {
		outputProperty?: string;
	};
	const connection = await connect(context, mediaGeneration, { attempts: 1, timeout: 20_000 });
	const found = await readBack(connection, id, false);
	if ('refused' in found) return replyOnly(context, found.refused);
	const { job } = found;
	const eventKey = `${job.id}:${job.status}`;
	if (!passes(job, context.getNodeParameter('filters', {}) as Filters))
		return replyOnly(context, ok('Filtered out'));
	const key = [context.getWorkflow().id, context.getNode().id, eventKey].join('\n');
	if (context.getMode() !== 'manual' && !delivered.add(key))
		return replyOnly(context, ok('Delivered before'));
	try {
		const row = options.downloadOutputs
			? await withOutputs(context, connection, job, options.outputProperty ?? 'data')
			: toRow(job);
		return {
			workflowData: [[{ ...row, json: { ...row.json, eventKey } }]],
			webhookResponse: { received: true },
		};
	} catch {
		delivered.forget(key);
		return replyOnly(context, {
			status: 503,
			message: 'The files of the job cannot be read at the moment',
		});
	}
}

const ok = (message: string): WebhookReply => ({ status: 200, message });

function passes(job: Job, { statuses = [], types = [], models = '' }: Filters): boolean {
	const wanted = models
		.split(',')
		.map((model) => model.trim())
		.filter(Boolean);
	const among = (values: readonly string[], value: unknown): boolean =>
		values.length === 0 || values.includes(String(value));
	return among(statuses, job.status) && among(types, job.type) && among(wanted, job.model);
}
