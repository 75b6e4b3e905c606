/** Finance Data Trigger. */
import {
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { parametersOf, parseJson, readForm } from '../../engine';
import {
	flag,
	type Input,
	list,
	reject,
	several,
	toText,
	webhookTrigger,
	withProvider,
} from '../../engine/describe';
import { financeDataProviders } from '../credentials';
import { allEntities, singular } from '../entities';
import { changeLabels, isRecordEvent, keyOf, webhookEvent, type FinanceEvent } from '../events';
import { hasSignature, isSigned, signatureHeader, signatureProblem } from '../signature';

const exampleEvent =
	'{"type":"INVOICE","code":"INVOICE_UPDATED","connection_id":"1","invoice":{"id":"1"}}';

/** Maximum length of a record type or a code in a message. */
const maxTypeLength = 100;

const form = {
	fields: {
		events: several('Events', changeLabels, {
			description: 'Events that start the workflow',
			required: true,
			default: ['created', 'updated', 'deleted'],
		}),
	},
	options: {
		connectionIds: list('Connection IDs', {
			description:
				'Only events of these connections, separated by commas. Events without a connection ' +
				'ID, such as Job Completed, are excluded.',
			placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
		}),
		entities: list('Entities', {
			description:
				'Only receive changes to records of these types, which are the resources of Finance Data. Separate multiple types with commas.',
			placeholder: 'e.g. order, invoice, bill_credit_memo',
		}),
		includeAccessToken: flag('Include Access Token', {
			description:
				'Whether to include the access token of the connection, so that later nodes can use it. n8n then stores the token with every execution.',
			collection: 'options',
		}),
	},
	collection: 'filters',
} as const;

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
	if (context.getActivationMode() !== 'manual') return;
	const { entities = [] } = readForm(form, parametersOf(context));
	const unknown = entities.find((entity) => !knownTypes.has(typeOf(entity)));
	if (unknown === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		`Entities: "${unknown.slice(0, maxTypeLength)}" is not a known type of record`,
		{
			description:
				'Enter the names of resources of Finance Data, such as invoice, order or bill_credit_memo. No event of another type is known, so the workflow would not start. A type that the service added later only works in production.',
		},
	);
}

/** Events that the service sends, signed with the client secret. */
export const financeDataWebhook = webhookTrigger({
	form,
	async verify(body, { context, headers, isTest }) {
		// In production, such requests are rejected before the credential is read.
		if (!isTest && !hasSignature(headers)) return 'Not signed';
		const { vendor, secrets } = await signingCredential(context);
		return isSigned(body, headers[signatureHeader(vendor).toLowerCase()], secrets)
			? undefined
			: signatureProblem(headers, vendor, secrets);
	},
	parse(body) {
		const event = webhookEvent(parseBody(body));
		return event
			? { value: event }
			: reject(
					400,
					`The payload is not an event: it must be a JSON object with type and code, for example ${exampleEvent}`,
				);
	},
	excludes({ event, settings }) {
		const excluding = exclusionOf(event, settings);
		return excluding === undefined ? undefined : `Filtered out by ${excluding}`;
	},
	eventKey: (event) => keyOf(event),
	item({ event, settings: { includeAccessToken = false } }) {
		const { access_token: token, ...json } = event;
		return {
			value: {
				json: includeAccessToken && token !== undefined ? { ...json, access_token: token } : json,
			},
		};
	},
});

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
	{ events, entities = [], connectionIds = [] }: Input<typeof form.fields, typeof form.options>,
): string | undefined {
	// People also write "Invoices", as in the form of the node.
	const types = entities.map(typeOf);
	const isSelected = (selection: readonly string[], value = ''): boolean =>
		selection.length === 0 || selection.includes(value);
	if (!events.includes(event.change))
		return `Events: ${changeLabels[event.change]} is not selected (code ${event.code.slice(0, maxTypeLength)})`;
	if (isRecordEvent(event) && !isSelected(types, typeOf(event.type)))
		return `Entities: the record is of the type ${event.type.slice(0, maxTypeLength)}`;
	if (!isSelected(connectionIds, event.connection_id)) return 'Connection IDs';
	return undefined;
}
