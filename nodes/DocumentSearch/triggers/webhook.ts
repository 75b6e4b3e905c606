/**
 * Document Search Trigger. No public source confirms how the service
 * signs them, so only the job ID is taken from the request (README.md, Webhooks).
 */
import type { IDataObject } from 'n8n-workflow';
import { Confirmation, eventKeyOf, isCallId, planRequest, send } from '../../engine';
import {
	isObject,
	PackError,
	reject,
	splitList,
	toResult,
	toText,
	type WebhookReply,
	webhookTrigger,
} from '../../engine/describe';
import { documentSearch } from '../service';
import { eventOf, form } from './jobEvents';

/**
 * Not an error, because the service disables an endpoint that fails often. An endpoint receives the
 * events of all environments, and an API key belongs to one.
 */
const unknownJob: WebhookReply = {
	status: 200,
	message: 'The API key has no access to this job',
};

const confirmation = new Confirmation(unknownJob);

/**
 * Indexing jobs that ended. The response to an event is a 503 if the job is not final or cannot be
 * read.
 */
export const indexingJobs = webhookTrigger({
	form,
	parse(_, { context }) {
		const body = context.getBodyData() as IDataObject | undefined;
		const data = isObject(body?.data) ? body.data : {};
		if (data.test === true)
			return reject(200, 'Test events name no real job and do not start the workflow');
		const id = jobIdOf(body ?? {}, data);
		return isCallId(id) ? { value: id } : reject(400, 'The request body has no valid job ID');
	},
	confirm: async ({ context, event: jobId, settings: { events, collections }, isTest }) =>
		await confirmation.read(context, documentSearch, jobId, async (connection) => {
			const plan = planRequest('GET /v2/jobs/{jobId}', { values: { jobId } });
			const result = await toResult(send(connection, plan, { idempotency: 'safe' }));
			if ('error' in result) return rejectionOf(result.error, isTest);
			const job = (result.value.body ?? {}) as IDataObject;
			const event = eventOf(job);
			if (event === undefined) return reject(503, 'The job is not final yet');
			const names = splitList(collections);
			const isSelected =
				events.includes(event) &&
				(names.length === 0 || names.includes(toText(job.collection_name)));
			return isSelected
				? { value: { ...job, event, eventKey: eventKeyOf(jobId, event) } }
				: reject(200, 'Excluded by the events or the filters');
		}),
	eventKey: (_, { eventKey }) => eventKey,
	item: (_, json) => ({ value: { json } }),
});

/** The ID of an event is `evt_` and the ID of its job. */
const eventId = /^evt_(?=.)/;

function jobIdOf(body: IDataObject, data: IDataObject): unknown {
	const fromEvent = [body.id, body.event_id, data.event_id].find(
		(id) => typeof id === 'string' && eventId.test(id),
	);
	return data.job_id ?? (fromEvent as string | undefined)?.replace(eventId, '');
}

/** Only the response to a test delivery says why the job cannot be read. */
function rejectionOf(error: unknown, isTest: boolean): { rejection: WebhookReply } {
	const details = error instanceof PackError ? error.details : {};
	// An error with a `field` means that the ID is not valid in a URL, so the job cannot exist.
	if (details.status === 404 || details.field !== undefined) return { rejection: unknownJob };
	const reason = isTest && error instanceof PackError ? `: ${error.message}` : '';
	return reject(503, `The job is temporarily unavailable${reason}`);
}
