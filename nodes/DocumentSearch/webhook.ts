/**
 * Handles the events that Document Search Trigger receives. No public source confirms how the service
 * signs them, so only the job ID is taken from the request (README.md, Webhooks).
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	Confirmation,
	type Confirmed,
	eventKeyOf,
	isCallId,
	isTestDelivery,
	planRequest,
	RecentKeys,
	registerDelivery,
	replyOnly,
	send,
	type WebhookReply,
} from '../engine';
import { isObject, PackError, splitList, toResult, toText } from '../engine/describe';
import { eventOf, type JobEvent } from './jobEvents';
import { documentSearch } from './service';

/** Event keys of the jobs that this process has already emitted. */
const emittedJobs = new RecentKeys(10_000);

const ok = (message: string): WebhookReply => ({ status: 200, message });

/**
 * Not an error, because the service disables an endpoint that fails often. An endpoint receives the
 * events of all environments, and an API key belongs to one.
 */
const unknownJob = ok('The API key has no access to this job');

const confirmation = new Confirmation(unknownJob);

interface FinalJob {
	readonly job: IDataObject;
	readonly event: JobEvent;
}

/**
 * Handles an event. The response has one of these statuses:
 * - 400: the request names no job
 * - 503: the job is not final or cannot be read, or there are too many requests
 * - 200: the event was accepted, or does not start the workflow
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = context.getBodyData() as IDataObject | undefined;
	const data = isObject(body?.data) ? body.data : {};
	if (data.test === true)
		return replyOnly(context, ok('Test events name no real job and do not start the workflow'));
	const id = jobIdOf(body ?? {}, data);
	if (!isCallId(id))
		return replyOnly(context, { status: 400, message: 'The request body has no valid job ID' });
	const result = await readFinalJob(context, id);
	if ('rejection' in result) return replyOnly(context, result.rejection);
	const { job, event } = result.value;
	if (!isSelected(context, result.value))
		return replyOnly(context, ok('Excluded by the events or the filters'));
	const eventKey = eventKeyOf(id, event);
	if (!registerDelivery(context, emittedJobs, eventKey))
		return replyOnly(context, ok('Already received'));
	return {
		workflowData: [[{ json: { ...job, event, eventKey } }]],
		webhookResponse: { received: true },
	};
}

/** The ID of an event is `evt_` and the ID of its job. */
const eventId = /^evt_(?=.)/;

function jobIdOf(body: IDataObject, data: IDataObject): unknown {
	const fromEvent = [body.id, body.event_id, data.event_id].find(
		(id) => typeof id === 'string' && eventId.test(id),
	);
	return data.job_id ?? (fromEvent as string | undefined)?.replace(eventId, '');
}

const readFinalJob = async (
	context: IWebhookFunctions,
	jobId: string,
): Promise<Confirmed<FinalJob>> =>
	await confirmation.read(context, documentSearch, jobId, async (connection) => {
		const plan = planRequest('GET /v2/jobs/{jobId}', { values: { jobId } });
		const result = await toResult(send(connection, plan, { idempotency: 'safe' }));
		if ('error' in result) return rejectionOf(context, result.error);
		const job = (result.value.body ?? {}) as IDataObject;
		const event = eventOf(job);
		return event === undefined
			? { rejection: { status: 503, message: 'The job is not final yet' } }
			: { value: { job, event } };
	});

/** Only the response to a test delivery says why the job cannot be read. */
function rejectionOf(context: IWebhookFunctions, error: unknown): { rejection: WebhookReply } {
	const details = error instanceof PackError ? error.details : {};
	// An error with a `field` means that the ID is not valid in a URL, so the job cannot exist.
	if (details.status === 404 || details.field !== undefined) return { rejection: unknownJob };
	const reason = isTestDelivery(context) && error instanceof PackError ? `: ${error.message}` : '';
	return {
		rejection: { status: 503, message: `The job is temporarily unavailable${reason}` },
	};
}

function isSelected(context: IWebhookFunctions, { job, event }: FinalJob): boolean {
	const events = context.getNodeParameter('events', []) as string[];
	const { collections } = context.getNodeParameter('filters', {}) as { collections?: string };
	const names = splitList(collections);
	return (
		events.includes(event) && (names.length === 0 || names.includes(toText(job.collection_name)))
	);
}
