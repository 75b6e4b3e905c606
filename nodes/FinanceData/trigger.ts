/** Takes the service's webhooks: signed over the bytes as they came, filtered, repeats dropped. */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parseJson } from '../engine/input/parseJson';
import { RecentKeys } from '../engine/triggers/recentKeys';
import { replyOnly } from '../engine/triggers/webhook';
import { eventOf, isDistinct, isRecord, type FinanceEvent } from './events';
import { isSigned, looksSigned } from './signature';

/** Changes whose delivery this process let through. */
const delivered = new RecentKeys(20_000);

interface Filters {
	readonly entities?: string;
	readonly connectionIds?: string;
}

/** Takes one delivery. Whoever did not sign it learns nothing but that. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { rawBody } = context.getRequestObject() as { rawBody?: unknown };
	if (!Buffer.isBuffer(rawBody) || !(await isGenuine(context, rawBody)))
		return replyOnly(context, { status: 401, message: 'Unauthorized' });
	const event = eventOf(read(rawBody));
	if (!event) return replyOnly(context, { status: 400, message: 'This is no event' });
	if (
		!passes(
			event,
			context.getNodeParameter('events', []) as string[],
			context.getNodeParameter('filters', {}) as Filters,
		)
	)
		return replyOnly(context, { status: 200, message: 'Filtered out' });
	if (context.getMode() !== 'manual' && isDistinct(event) && !isNew(context, event.eventKey))
		return replyOnly(context, { status: 200, message: 'Delivered before' });
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

async function isGenuine(context: IWebhookFunctions, body: Buffer): Promise<boolean> {
	const headers = context.getHeaderData() as IDataObject;
	if (!looksSigned(headers)) return false;
	const { vendor, clientSecret, previousClientSecret } =
		await context.getCredentials<IDataObject>('financeDataApi');
	return isSigned(
		body,
		headers[`x-${String(vendor).toLowerCase()}-signature`],
		[clientSecret, previousClientSecret].map((secret) => String(secret ?? '')),
	);
}

/** The bytes that were signed are the ones that count; n8n's own reading of them rounds long numbers. */
function read(body: Buffer): unknown {
	try {
		return parseJson(body.toString('utf8'), [], true);
	} catch {
		return undefined;
	}
}

/** Remembers a change, unless n8n does not manage to start an execution: then the service will deliver it again, and it has to pass. */
function isNew(context: IWebhookFunctions, eventKey: string): boolean {
	const key = [context.getWorkflow().id, context.getNode().id, eventKey].join('\n');
	if (!delivered.add(key)) return false;
	const response = context.getResponseObject();
	response.once('close', () => {
		if (!response.writableFinished || response.statusCode >= 400) delivered.forget(key);
	});
	return true;
}

const listed = (text: string | undefined): string[] =>
	(text ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);

function passes(
	event: FinanceEvent,
	events: readonly string[],
	{ entities, connectionIds }: Filters,
): boolean {
	const types = listed(entities).map((entity) => entity.toUpperCase().replace(/[\s-]+/g, '_'));
	const connections = listed(connectionIds);
	const isWanted = (wanted: readonly string[], value: string | undefined): boolean =>
		wanted.length === 0 || wanted.includes(value ?? '');
	return (
		events.includes(event.change) &&
		(!isRecord(event) || isWanted(types, event.type)) &&
		isWanted(connections, event.connection_id)
	);
}
