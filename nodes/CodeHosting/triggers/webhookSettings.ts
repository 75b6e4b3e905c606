/** The parameters that the trigger needs to manage its webhook, and what it stores with the workflow. */
import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	connect,
	fillPath,
	parametersOf,
	readForm,
	readRunSettings,
	type RunSettings,
} from '../../engine';
import { type Connection, type Form, list, PackError } from '../../engine/describe';
import { codeHosting } from '../service';
import { tokenScopes } from '../tokenScopes';
import { everyEvent, isAvailable, type WebhookSource } from './webhookEvents';
import {
	defaultRedeliveries,
	eventsField,
	sourceFields,
	triggerOptions,
	webhookField,
} from './webhookFields';

/** n8n limits the time of an activation and of a poll, so there is no long wait before a retry. */
const runSettings: RunSettings = { attempts: 2, maximumRetryWait: 2_000, timeout: 15_000 };

export interface Settings {
	readonly events: readonly string[];
	/** Path of the webhooks of the repository or organization. */
	readonly path: string;
	/** Permission that managing webhooks requires. */
	readonly permission: string;
	readonly ignoreSslIssues: boolean;
	readonly redeliveries: number;
}

/** Whether the trigger creates and removes the webhook. */
export const isManaged = (context: IHookFunctions | IPollFunctions | IWebhookFunctions): boolean =>
	context.getNodeParameter('webhook', 'create') === 'create';

/** @throws PackError if a parameter is missing or not valid */
export function readSettings(context: IHookFunctions | IPollFunctions): Settings {
	const input = readForm(form, parametersOf(context));
	const { source, events, ignoreSslIssues = false, redeliveries = defaultRedeliveries } = input;
	const { plural, path, permission } = sources[source as WebhookSource];
	const unavailable = events.find((event) => !isAvailable(event, source as WebhookSource));
	if (unavailable !== undefined)
		throw new PackError(`Webhooks of ${plural} do not receive the event ${unavailable}`, {
			field: eventsField.label,
			hint: isAvailable(unavailable, 'organization')
				? 'Remove the event, or set Source to Organization.'
				: 'Remove the event, or set Webhook to Use an Existing Webhook and enter the URL of the trigger in an app.',
		});
	return {
		events: events.includes(everyEvent) ? [everyEvent] : [...new Set(events)].sort(),
		path: fillPath(path, input, sourceFields),
		permission,
		ignoreSslIssues,
		redeliveries,
	};
}

/** Connects to the service with the credential that manages the webhook. */
export async function connectTrigger(
	context: IHookFunctions | IPollFunctions,
): Promise<Connection> {
	const settings = readRunSettings(codeHosting, parametersOf(context));
	return await connect(context, codeHosting, { ...settings, ...runSettings });
}

const sources: Readonly<
	Record<WebhookSource, { plural: string; path: string; permission: string }>
> = {
	repository: {
		plural: 'repositories',
		path: '/repos/{owner}/{repository}/hooks',
		permission: tokenScopes.repositoryWebhooks,
	},
	organization: {
		plural: 'organizations',
		path: '/orgs/{organization}/hooks',
		permission: tokenScopes.organizationWebhooks,
	},
};

const form = {
	fields: {
		webhook: webhookField,
		...sourceFields,
		// An expression may contain events that the form does not list yet.
		events: list(eventsField.label, { required: true }),
	},
	options: triggerOptions,
} satisfies Form;

/** The webhook that the trigger created. */
export interface StoredWebhook extends IDataObject {
	id: string;
	/** Path of the webhooks of the repository or organization. */
	path: string;
	/** Base URL of the service. */
	address: string;
	/** Secret that the service signs deliveries with. */
	secret: string;
}

/** n8n never shows it. */
interface WebhookState {
	/** Polls with durable cursors do not see it. */
	webhook?: StoredWebhook;
	/** The time up to which the last check read a delivery log, in milliseconds since 1970. */
	checked?: { log: string; until: number };
}

/** The returned object must be changed in place, because n8n only detects such changes. */
export const webhookStateOf = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): WebhookState => context.getWorkflowStaticData('node');
