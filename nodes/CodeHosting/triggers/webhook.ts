/** Code Hosting Webhook Trigger. */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { eventKeyOf, isSigned, parseJson, placeOf } from '../../engine';
import {
	isObject,
	list,
	readSafely,
	reject,
	splitList,
	type Step,
	toText,
	value,
	webhookTrigger,
	type Delivery,
} from '../../engine/describe';
import { eventNumber } from '../eventNumber';
import { eventsField, filterFields } from './webhookFields';
import {
	excludingField,
	type Filters,
	textAt,
	unreadableFields,
	type WebhookEvent,
} from './filters';
import { isManaged, webhookStateOf } from './webhookSettings';

/** A pattern may begin with a bracket, so filters are not read as lists, which can be JSON. */
const enteredFilters = Object.fromEntries(
	Object.entries(filterFields).map(([name, { label }]) => [name, value(label)]),
);

/** An expression may contain events that the form does not list yet. */
const form = {
	fields: { events: list(eventsField.label) },
	options: enteredFilters,
	collection: 'filters',
} as const;

interface DeliveredEvent extends WebhookEvent {
	readonly deliveryId: string;
	readonly eventKey: string;
}

/** Events that the service signs with the secret of the webhook. */
export const codeHostingWebhook = webhookTrigger({
	form,
	verify: signatureProblem,
	parse(rawBody, { context, headers }): Step<DeliveredEvent> {
		const event = toText(headers['x-github-event']);
		const deliveryId = toText(headers['x-github-delivery']);
		const body = payloadOf(rawBody, headers, isManaged(context));
		if (body === undefined || !isName(event) || !isName(deliveryId))
			return reject(400, 'The request is not an event');
		if (event === 'ping') return reject(200, 'The webhook works');
		const eventKey = eventKeyOf(hostOf(headers, body), deliveryId);
		return { value: { event, body, deliveryId, eventKey } };
	},
	excludes({ event, settings }) {
		const excluding = excludingField(event, settings.events ?? [], filtersOf(settings));
		return excluding === undefined ? undefined : `Filtered out by ${excluding}`;
	},
	eventKey: ({ eventKey }) => eventKey,
	item({ context, event: delivered, headers, settings }) {
		warnOfUnreadableFields(context, delivered, filtersOf(settings));
		const { eventKey, event, deliveryId, body } = delivered;
		const json = {
			eventKey,
			event,
			...(typeof body.action === 'string' ? { action: body.action } : {}),
			...recordOf(body),
			deliveryId,
			body,
			headers: serviceHeaders(headers),
		};
		return { value: { json } };
	},
});

const secretCredential = 'codeHostingWebhookApi';

const signatureHeader = 'X-Hub-Signature-256';

/**
 * Returns why a delivery is not authentic. Undefined if it is authentic. Only test deliveries may
 * contain the explanation in their response: in production, it would help to forge a signature.
 */
async function signatureProblem(
	body: Buffer,
	{ context, headers }: Delivery,
): Promise<string | undefined> {
	const header = headers[signatureHeader.toLowerCase()];
	if (header === undefined)
		return `The request is not signed: it has no header ${signatureHeader}. Enter the secret in the settings of the webhook, or sign the request yourself.`;
	// Such requests are rejected before the secret is read, so that they cause little load.
	if (typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header))
		return `The header ${signatureHeader} has an invalid format. It must be sha256= followed by the hexadecimal HMAC-SHA256 of the body.`;
	const secrets = await secretsOf(context);
	if (secrets.every((secret) => secret === ''))
		return isManaged(context)
			? 'n8n has no secret for the webhook. Start the trigger again, so that it creates the webhook.'
			: 'The credential has no secret. Enter the secret of the webhook.';
	return isSigned(body, header, secrets, 'hex')
		? undefined
		: 'The signature does not match. Check that the webhook has the same secret as the trigger, and that no proxy changes the body.';
}

async function secretsOf(context: IWebhookFunctions): Promise<string[]> {
	if (isManaged(context)) return [webhookStateOf(context).webhook?.secret ?? ''];
	const { secret, previousSecret } = await context.getCredentials<IDataObject>(secretCredential);
	return [toText(secret), toText(previousSecret)];
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
const filtersOf = (values: Readonly<Record<string, unknown>>): Filters =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.map(toText) : splitList(toText(value)),
		]),
	);
