/** Handles the deliveries of the webhook: verifies the signature, filters events, drops duplicates. */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	eventKeyOf,
	isTestDelivery,
	parseJson,
	placeOf,
	rawBodyOf,
	RecentKeys,
	registerDelivery,
	replyOnly,
} from '../../engine';
import { isObject, readSafely, splitList, toText } from '../../engine/describe';
import { eventNumber } from '../eventNumber';
import { signatureProblem } from './authenticity';
import {
	excludingField,
	type Filters,
	textAt,
	unreadableFields,
	type WebhookEvent,
} from './filters';
import { isManaged } from './settings';

/** Keys of the events that this process emitted. */
const emittedKeys = new RecentKeys(20_000);

export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await rawBodyOf(context);
	const problem = await signatureProblem(context, rawBody);
	if (problem !== undefined)
		return replyOnly(context, {
			status: 401,
			message: isTestDelivery(context) ? problem : 'Unauthorized',
		});
	const headers = context.getHeaderData() as IDataObject;
	const event = toText(headers['x-github-event']);
	const deliveryId = toText(headers['x-github-delivery']);
	const body = payloadOf(rawBody as Buffer, headers, isManaged(context));
	if (body === undefined || !isName(event) || !isName(deliveryId))
		return replyOnly(context, { status: 400, message: 'The request is not an event' });
	if (event === 'ping') return replyOnly(context, { status: 200, message: 'The webhook works' });
	const filters = filtersOf(context.getNodeParameter('filters', {}) as IDataObject);
	const excluding = excludingField(
		{ event, body },
		context.getNodeParameter('events', []) as string[],
		filters,
	);
	if (excluding !== undefined)
		return replyOnly(context, { status: 200, message: `Filtered out by ${excluding}` });
	const eventKey = eventKeyOf(hostOf(headers, body), deliveryId);
	if (!registerDelivery(context, emittedKeys, eventKey))
		return replyOnly(context, { status: 200, message: 'Already received' });
	warnOfUnreadableFields(context, { event, body }, filters);
	const json = {
		eventKey,
		event,
		...(typeof body.action === 'string' ? { action: body.action } : {}),
		...recordOf(body),
		deliveryId,
		body,
		headers: serviceHeaders(headers),
	};
	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
}

function warnOfUnreadableFields(
	context: IWebhookFunctions,
	event: WebhookEvent,
	filters: Filters,
): void {
	const fields = unreadableFields(event, filters);
	if (fields.length > 0)
		context.logger.warn(
			`The filters did not check ${fields.join(' and ')} of an event ${event.event}, because the value is not a list of the expected form`,
			placeOf(context),
		);
}

const serviceHeaders = (headers: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-github-')));

/**
 * Parses the raw body, because n8n's parsed body rounds large numbers. An existing webhook can be
 * set to send the payload as a form field. The content type is not signed, so it must agree with
 * the body: otherwise, an outsider could replay signed JSON as a form that is hidden in it.
 */
function payloadOf(
	rawBody: Buffer,
	headers: IDataObject,
	isAlwaysJson: boolean,
): IDataObject | undefined {
	const text = rawBody.toString('utf8');
	const isForm = toText(headers['content-type']).startsWith('application/x-www-form-urlencoded');
	if (isForm && (isAlwaysJson || !text.startsWith('payload='))) return undefined;
	try {
		const json = isForm ? new URLSearchParams(text).get('payload')! : text;
		const payload = parseJson(json, [], true);
		return isObject(payload) ? payload : undefined;
	} catch {
		return undefined;
	}
}

/** Event names and delivery GUIDs. */
const isName = (text: string): boolean => /^[\w-]{1,100}$/.test(text);

/** The repository of an event and the number of its record, as in the items of other nodes. */
function recordOf(body: IDataObject): IDataObject {
	const owner = textAt(body, 'repository.owner.login') || textAt(body, 'organization.login');
	const repository = textAt(body, 'repository.name');
	const number = eventNumber(body);
	return {
		...(owner ? { owner } : {}),
		...(repository ? { repository } : {}),
		...(number === undefined ? {} : { number }),
	};
}

/**
 * Host of the service, because delivery GUIDs are unique only within a service. GitHub Enterprise
 * Server sends its own host in a header. Other services are recognized by the links in the payload.
 */
function hostOf(headers: IDataObject, body: IDataObject): string {
	const link = textAt(body, 'repository.html_url') || textAt(body, 'sender.html_url');
	const host = toText(headers['x-github-enterprise-host']) || readSafely(() => new URL(link).host);
	return host !== undefined && /^[\w.:-]{1,253}$/.test(host) ? host : 'github.com';
}

/** An expression can return a list instead of comma-separated text. */
const filtersOf = (values: IDataObject): Filters =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.map(toText) : splitList(toText(value)),
		]),
	);
