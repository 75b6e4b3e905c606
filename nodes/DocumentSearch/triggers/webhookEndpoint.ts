/** The webhook endpoint of Document Search Trigger, as the service manages it (README.md, Webhooks). */
import type {
	IDataObject,
	IHookFunctions,
	IPollFunctions,
	WebhookSetupMethodNames,
} from 'n8n-workflow';
import {
	connect,
	isOwnUrl,
	parametersOf,
	placeOf,
	planRequest,
	readForm,
	runCheck,
	send,
	withNodeErrors,
} from '../../engine';
import {
	type Connection,
	type HttpResponse,
	isObject,
	PackError,
	type RequestLine,
	type RequestParts,
	statusOf,
	toResult,
	toText,
} from '../../engine/describe';
import { documentSearch } from '../service';
import { form } from './jobEvents';

type TriggerContext = IHookFunctions | IPollFunctions;

/** The `webhookMethods` of the node. n8n calls `create` if `checkExists` returns false. */
export const managedEndpoint = (): Record<
	WebhookSetupMethodNames,
	(this: IHookFunctions) => Promise<boolean>
> => ({
	async checkExists() {
		return await withNodeErrors(this, async () => {
			const url = urlOf(this);
			const connection = await connect(this, documentSearch);
			const endpoint = await findEndpoint(connection, (other) => other === url);
			const exists = endpoint !== undefined;
			if (exists) await correctEndpoint(this, connection, endpoint);
			if (exists) stateOf(this).url = url;
			return exists;
		});
	},
	async create() {
		return await withNodeErrors(this, async () => {
			const url = urlOf(this);
			await createEndpoint(this, await connect(this, documentSearch), url);
			stateOf(this).url = url;
			return true;
		});
	},
	async delete() {
		return await deleteEndpoint(this);
	},
});

/** Creates the endpoint again if it no longer exists, and enables it if the service disabled it. */
export const checkEndpoint = async (context: IPollFunctions): Promise<null> =>
	await runCheck(context, 'Could not verify the webhook endpoint', async () => {
		const connection = await connect(context, documentSearch);
		const endpoint = await findEndpoint(connection, (url) => isOwnUrl(context, 'jobs', url));
		const state = stateOf(context);
		if (endpoint) {
			state.url = toText(endpoint.url);
			await correctEndpoint(context, connection, endpoint);
		}
		// Otherwise, the trigger has no endpoint yet. n8n may poll while it calls the webhook methods.
		else if (state.url !== undefined) await createEndpoint(context, connection, state.url);
	});

/**
 * Corrects the settings of an endpoint: the service disables endpoints that fail often, and the user
 * may have selected other events.
 */
async function correctEndpoint(
	context: TriggerContext,
	connection: Connection,
	endpoint: IDataObject,
): Promise<void> {
	const events = eventsOf(context);
	const known = Array.isArray(endpoint.event_types) ? endpoint.event_types.map(toText) : [];
	const isCorrect = String(known.sort()) === String(events) && endpoint.disabled !== true;
	if (!isCorrect)
		await request(connection, 'PATCH /v2/webhooks/endpoints/{endpointId}', {
			values: { endpointId: endpointId(endpoint) },
			body: { event_types: events, disabled: false },
		});
}

async function createEndpoint(
	context: TriggerContext,
	connection: Connection,
	url: string,
): Promise<void> {
	const body = {
		url,
		description: `n8n: ${context.getWorkflow().name ?? ''}`.slice(0, maxDescription),
		event_types: eventsOf(context),
	};
	const result = await toResult(request(connection, 'POST /v2/webhooks/endpoints', { body }));
	if ('error' in result) throw withAdvice(result.error);
}

const maxDescription = 200;

function withAdvice(error: unknown): unknown {
	if (!(error instanceof PackError) || ![400, 422].includes(Number(error.details.status)))
		return error;
	return new PackError(error.message, {
		...error.details,
		hint: 'The service must be able to reach n8n at an address that starts with https://. Set N8N_WEBHOOK_URL (WEBHOOK_URL in older n8n versions) to the public URL of n8n. An organization can have up to 20 webhook endpoints.',
	});
}

/** Deletes the endpoint. n8n ignores most failures, so they are logged. */
async function deleteEndpoint(context: IHookFunctions): Promise<boolean> {
	const url = urlOf(context);
	const result = await toResult(deleteAt(context, url));
	if ('error' in result) {
		context.logger.warn(
			`Could not delete the webhook endpoint ${url}: ${(result.error as Error).message}. Delete it in the service.`,
			placeOf(context),
		);
		return false;
	}
	delete stateOf(context).url;
	return true;
}

async function deleteAt(context: IHookFunctions, url: string): Promise<void> {
	const connection = await connect(context, documentSearch);
	const endpoint = await findEndpoint(connection, (other) => other === url);
	if (endpoint === undefined) return;
	const deleted = await toResult(
		request(connection, 'DELETE /v2/webhooks/endpoints/{endpointId}', {
			values: { endpointId: endpointId(endpoint) },
		}),
	);
	if ('error' in deleted && statusOf(deleted.error) !== 404) throw deleted.error;
}

async function findEndpoint(
	connection: Connection,
	isUrl: (url: unknown) => boolean,
): Promise<IDataObject | undefined> {
	const { body } = await request(connection, 'GET /v2/webhooks/endpoints');
	return endpointsIn(body).find(({ url }) => isUrl(url));
}

/**
 * The list is the body or a field of it, whose name is not published.
 * @throws PackError if there is no list. Otherwise, every start would create another endpoint.
 */
function endpointsIn(body: unknown): IDataObject[] {
	const list = Array.isArray(body)
		? (body as unknown[])
		: Object.values(isObject(body) ? body : {}).find(Array.isArray);
	if (!Array.isArray(list))
		throw new PackError('The service did not return a list of webhook endpoints', {
			hint: 'Check the base URL in the credential.',
		});
	return (list as unknown[]).filter(isObject);
}

const endpointId = ({ endpoint_id, id }: IDataObject): string => toText(endpoint_id ?? id);

const request = async (
	connection: Connection,
	line: RequestLine,
	parts?: RequestParts,
): Promise<HttpResponse> =>
	await send(connection, planRequest(line, parts), {
		idempotency: line.startsWith('POST ') ? 'none' : 'safe',
	});

const eventsOf = (context: TriggerContext): string[] =>
	readForm(form, parametersOf(context)).events.sort();

/** n8n only stores changes of the returned object. */
const stateOf = (context: TriggerContext): { url?: string } =>
	context.getWorkflowStaticData('node');

function urlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new PackError('n8n did not provide the URL of the trigger');
	return url;
}
