/** Webhook of the trigger: verifies the signature, filters events and drops duplicates. */
import {
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';
import {
	isTestDelivery,
	parseJson,
	rawBodyOf,
	RecentKeys,
	registerDelivery,
	replyOnly,
} from '../engine';
import { splitList, toText, withProvider } from '../engine/describe';
import { financeDataProviders } from './credentials';
import { allEntities, singular } from './entities';
import {
	changeLabels,
	isDeduplicable,
	isRecordEvent,
	webhookEvent,
	type FinanceEvent,
} from './events';
import { hasSignature, isSigned, signatureHeader, signatureProblem } from './signature';

const exampleEvent =
	'{"type":"INVOICE","code":"INVOICE_UPDATED","connection_id":"1","invoice":{"id":"1"}}';

/** Maximum length of a record type or a code in a message. */
const maxTypeLength = 100;

/** Keys of the events that this process emitted. */
const emittedKeys = new RecentKeys(20_000);

interface Filters {
	readonly entities?: string;
	readonly connectionIds?: string;
}

/** A type of record as in events: `BILL_CREDIT_MEMO` for `Bill Credit Memos`. */
const typeOf = (entity: string): string =>
	singular(entity.toLowerCase().replace(/[\s-]+/g, '_')).toUpperCase();

const knownTypes = new Set(
	allEntities.flatMap(({ label, recordName }) => [typeOf(label), typeOf(recordName)]),
);

/**
 * Rejects the types that the pack does not know while the user tries the trigger. In production, a
 * type that the service added later is accepted.
 * @throws NodeOperationError if Entities contains a type that is not known
 */
export function checkEntities(context: IHookFunctions): void {
	const { entities } = context.getNodeParameter('filters', {}) as Filters;
	const unknown = splitList(entities).find((entity) => !knownTypes.has(typeOf(entity)));
	if (unknown === undefined || context.getActivationMode() !== 'manual') return;
	throw new NodeOperationError(
		context.getNode(),
		`Entities: "${unknown.slice(0, maxTypeLength)}" is not a known type of record`,
		{
			description:
				'Enter the names of resources of Finance Data, such as invoice, order or bill_credit_memo. No event of another type is known, so the workflow would not start. A type that the service added later only works in production.',
		},
	);
}

/**
 * Handles one delivery. In production, the response is the same for every request without a valid
 * signature, so that it does not help to forge one. The response to a test delivery says what is
 * wrong. The test URL works only while the user waits for the delivery in the editor.
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await rawBodyOf(context);
	if (!rawBody || !(await isAuthentic(context, rawBody)))
		return replyOnly(context, { status: 401, message: await rejectionMessage(context, rawBody) });
	const event = webhookEvent(parseBody(rawBody));
	if (!event)
		return replyOnly(context, {
			status: 400,
			message: `The payload is not an event: it must be a JSON object with type and code, for example ${exampleEvent}`,
		});
	const events = context.getNodeParameter('events', []) as string[];
	const filters = context.getNodeParameter('filters', {}) as Filters;
	const excluding = exclusionOf(event, events, filters);
	if (excluding !== undefined)
		return replyOnly(context, { status: 200, message: `Filtered out by ${excluding}` });
	if (isDeduplicable(event) && !registerDelivery(context, emittedKeys, event.eventKey))
		return replyOnly(context, { status: 200, message: 'Already received' });
	const { includeAccessToken = false } = context.getNodeParameter('options', {}) as IDataObject;
	const { access_token: token, ...json } = event;
	return {
		workflowData: [
			[
				{
					json:
						includeAccessToken === true && token !== undefined
							? { ...json, access_token: token }
							: json,
				},
			],
		],
		webhookResponse: { received: true },
	};
}

async function isAuthentic(context: IWebhookFunctions, body: Buffer): Promise<boolean> {
	const headers = context.getHeaderData() as IDataObject;
	if (!hasSignature(headers)) return false;
	const { vendor, secrets } = await signingCredential(context);
	return isSigned(body, headers[signatureHeader(vendor).toLowerCase()], secrets);
}

async function rejectionMessage(
	context: IWebhookFunctions,
	body: Buffer | undefined,
): Promise<string> {
	if (!isTestDelivery(context)) return 'Unauthorized';
	if (!body) return 'The request has no body.';
	const { vendor, secrets } = await signingCredential(context);
	return signatureProblem(context.getHeaderData(), vendor, secrets);
}

/** The vendor in the name of the signature header, and the secrets that can sign deliveries. */
async function signingCredential(
	context: IWebhookFunctions,
): Promise<{ vendor: string; secrets: string[] }> {
	const { vendor, clientSecret, previousClientSecret } = withProvider(
		financeDataProviders,
		await context.getCredentials<IDataObject>('financeDataApi'),
	);
	return {
		vendor: toText(vendor),
		secrets: [clientSecret, previousClientSecret].map((secret) => toText(secret)),
	};
}

/**
 * Parses the raw body, because n8n's parsed body rounds large numbers. Returns undefined if it is
 * not valid JSON.
 */
function parseBody(body: Buffer): unknown {
	try {
		return parseJson(body.toString('utf8'), [], true);
	} catch {
		return undefined;
	}
}

/** The setting that excludes an event. Undefined if the event starts the workflow. */
function exclusionOf(
	event: FinanceEvent,
	events: readonly string[],
	{ entities, connectionIds }: Filters,
): string | undefined {
	// People also write "Invoices", as in the form of the node.
	const types = splitList(entities).map(typeOf);
	const isSelected = (selection: readonly string[], value = ''): boolean =>
		selection.length === 0 || selection.includes(value);
	if (!events.includes(event.change))
		return `Events: ${changeLabels[event.change]} is not selected (code ${event.code.slice(0, maxTypeLength)})`;
	if (isRecordEvent(event) && !isSelected(types, typeOf(event.type)))
		return `Entities: the record is of the type ${event.type.slice(0, maxTypeLength)}`;
	if (!isSelected(splitList(connectionIds), event.connection_id)) return 'Connection IDs';
	return undefined;
}
