/** Creates, updates and removes the webhook of the trigger. */
import { randomBytes } from 'node:crypto';
import type { IDataObject, IHookFunctions, WebhookSetupMethodNames } from 'n8n-workflow';
import { placeOf, withNodeErrors } from '../../engine';
import { type Connection, PackError, statusOf, toResult, toText } from '../../engine/describe';
import { findWebhook, request } from './hooks';
import { countLostDeliveries } from './redeliver';
import {
	connectTrigger,
	isManaged,
	readSettings,
	type Settings,
	type StoredWebhook,
	webhookStateOf,
} from './webhookSettings';

type WebhookMethod = (this: IHookFunctions) => Promise<boolean>;

/** The `webhookMethods` of the node. n8n calls `create` if `checkExists` returns false. */
export const managedWebhook = (): Record<WebhookSetupMethodNames, WebhookMethod> => ({
	async checkExists() {
		return !isManaged(this) || (await withAdvice(this, webhookExists));
	},
	async create() {
		return await withAdvice(this, createWebhook);
	},
	async delete() {
		return await deleteWebhook(this);
	},
});

/** Adds to the errors of an action what users can do, and converts them for the editor. */
const withAdvice = async (
	context: IHookFunctions,
	action: (context: IHookFunctions) => Promise<boolean>,
): Promise<boolean> =>
	await withNodeErrors(context, async () => {
		const result = await toResult(action(context));
		if ('error' in result) throw addAdvice(result.error);
		return result.value;
	});

function addAdvice(error: unknown): unknown {
	if (!(error instanceof PackError)) return error;
	const { status, hint } = error.details;
	const advice =
		status === 403 || status === 404
			? 'Managing webhooks requires admin rights in the repository or organization. Without them, set Webhook to Use an Existing Webhook, and ask an admin to enter the URL of the trigger.'
			: status === 422
				? 'The service must be able to reach n8n. If the message is about the URL, set N8N_WEBHOOK_URL (WEBHOOK_URL in older n8n versions) to the public URL of n8n.'
				: undefined;
	return advice === undefined
		? error
		: new PackError(error.message, {
				...error.details,
				hint: [hint, advice].filter(Boolean).join(hint?.endsWith('.') ? ' ' : '. '),
			});
}

/**
 * Whether the webhook still exists. A webhook with other settings, for example because someone
 * disabled it, is updated. Its delivery log is then kept.
 */
async function webhookExists(context: IHookFunctions): Promise<boolean> {
	const state = webhookStateOf(context);
	const stored = state.webhook;
	if (stored === undefined) return false;
	const settings = readSettings(context);
	const connection = await connectTrigger(context);
	const { path, permission } = settings;
	if (stored.address !== connection.address.url || stored.path !== path) {
		// The parameters were changed without a call of `delete`.
		await deleteWebhook(context);
		delete state.webhook;
		return false;
	}
	const found = await readOwnWebhook(context, connection, stored, permission);
	if (found === undefined) {
		delete state.webhook;
		return false;
	}
	const body = webhookBody(settings, webhookUrl(context), stored.secret);
	if (!hasSettings(found, body))
		await request(connection, 'PATCH', `${path}/${stored.id}`, permission, body);
	return true;
}

/**
 * Creates the webhook. If a webhook with this URL exists, for example because n8n stopped before it
 * stored the ID, that webhook gets a new secret instead.
 */
async function createWebhook(context: IHookFunctions): Promise<boolean> {
	const settings = readSettings(context);
	const { path, permission } = settings;
	const connection = await connectTrigger(context);
	const url = webhookUrl(context);
	const secret = randomBytes(32).toString('hex');
	const body = webhookBody(settings, url, secret);
	const existing = await findWebhook(connection, settings, (other) => other === url);
	const response =
		existing === undefined
			? await request(connection, 'POST', path, permission, { name: 'web', ...body })
			: await request(connection, 'PATCH', `${path}/${existing}`, permission, body);
	const id = toText((response.body as IDataObject | undefined)?.id);
	if (!/^\d+$/.test(id))
		throw new PackError('The service did not return the ID of the webhook', {
			hint: 'Check the base URL in the credential.',
		});
	webhookStateOf(context).webhook = { id, path, address: connection.address.url, secret };
	return true;
}

/** Removes the webhook. n8n ignores most failures, so they are logged. */
async function deleteWebhook(context: IHookFunctions): Promise<boolean> {
	const state = webhookStateOf(context);
	const stored = state.webhook;
	if (stored === undefined) return true;
	const result = await toResult(deleteOwnWebhook(context, stored));
	if ('error' in result && !isNotFound(result.error)) {
		context.logger.warn(
			`Could not remove the webhook ${stored.path}/${stored.id}: ${(result.error as Error).message}. Remove it in the settings of the repository or organization.`,
			placeOf(context),
		);
		return false;
	}
	delete state.webhook;
	delete state.checked;
	return true;
}

async function deleteOwnWebhook(context: IHookFunctions, stored: StoredWebhook): Promise<void> {
	const connection = await connectTrigger(context);
	if (connection.address.url !== stored.address) {
		context.logger.warn(
			`The webhook ${stored.path}/${stored.id} at ${stored.address} was left behind, because the base URL of the credential changed to ${connection.address.url}. Remove it in the settings of the repository or organization.`,
			placeOf(context),
		);
		return;
	}
	if ((await readOwnWebhook(context, connection, stored)) === undefined) return;
	const lost = await toResult(countLostDeliveries(connection, stored));
	if ('value' in lost && lost.value > 0)
		context.logger.warn(
			`Removing the webhook ${stored.id} and its log with ${lost.value} deliveries that did not reach n8n`,
			placeOf(context),
		);
	await request(connection, 'DELETE', `${stored.path}/${stored.id}`, undefined);
}

/**
 * Reads the stored webhook. Undefined if it does not exist, or if it calls another URL: this n8n may
 * run with a copy of the database of the n8n at that URL, which still needs the webhook.
 */
async function readOwnWebhook(
	context: IHookFunctions,
	connection: Connection,
	{ path, id }: StoredWebhook,
	permission?: string,
): Promise<IDataObject | undefined> {
	const found = await toResult(request(connection, 'GET', `${path}/${id}`, permission));
	if ('error' in found) {
		if (isNotFound(found.error)) return undefined;
		throw found.error;
	}
	const webhook = found.value.body as IDataObject;
	const { url } = (webhook.config ?? {}) as IDataObject;
	if (url === webhookUrl(context)) return webhook;
	context.logger.warn(
		`The webhook ${id} calls ${toText(url)}, which is not the URL of this trigger, so the trigger does not use or remove it. If no other n8n uses it, remove it in the settings of the repository or organization.`,
		placeOf(context),
	);
	return undefined;
}

const webhookBody = (
	{ events, ignoreSslIssues }: Settings,
	url: string,
	secret: string,
): IDataObject => ({
	active: true,
	events: [...events],
	config: { url, content_type: 'json', insecure_ssl: ignoreSslIssues ? '1' : '0', secret },
});

/** Whether a webhook has the settings in `body`. The service does not return the secret. */
function hasSettings({ active, events, config = {} }: IDataObject, body: IDataObject): boolean {
	return (
		active === true &&
		JSON.stringify([...((events ?? []) as string[])].sort()) === JSON.stringify(body.events) &&
		Object.entries(body.config as IDataObject).every(
			([name, value]) => name === 'secret' || toText((config as IDataObject)[name]) === value,
		)
	);
}

const isNotFound = (error: unknown): boolean => statusOf(error) === 404;

function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new PackError('n8n did not provide the URL of the trigger');
	return url;
}
