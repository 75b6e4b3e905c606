/** Webhooks of a repository. The webhook trigger manages its own. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	flag,
	id,
	list,
	operationsIn,
	resource,
	secret,
	text,
	toText,
} from '../../engine/describe';
import { pagedLookup, repositoryPath, repositoryScope } from '../fields';
import { byLink } from '../paging';
import {
	webhook as shape,
	webhookBrief as simplify,
	webhookDelivery,
} from '../repositories/shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.repositoryWebhooksRead,
	tokenScopes.repositoryWebhooks,
);

const hookId = id('Webhook', {
	urlExample: 'https://github.com/octo-org/hello-world/settings/hooks/12345678',
	description: 'ID of the webhook',
	placeholder: 'e.g. 12345678',
	urlPattern: '/hooks/([0-9]+)',
	listMethod: 'searchWebhook',
	lookup: pagedLookup(
		`GET ${repositoryPath}/hooks?per_page=100`,
		undefined,
		({ id: webhookId, config, active }) => ({
			name: `${toText((config as IDataObject).url)}${active === false ? ' · inactive' : ''}`,
			value: toText(webhookId),
		}),
	),
});

const eventNames = {
	description: 'Names of the events, separated by commas. Use * for all events.',
	placeholder: 'e.g. push, pull_request',
} as const;
const webhookEvents = list('Events', { ...eventNames, apiName: 'events' });
const webhookActive = flag('Active', {
	description: 'Whether the service delivers events',
	apiName: 'active',
	default: true,
});

/** @param path of the object that contains the values */
const deliveryFields = (path: '' | 'config.') => ({
	webhookContentType: choice(
		'Content Type',
		{ json: 'JSON', form: 'Form' },
		{ description: 'Format of the body', apiName: `${path}content_type`, default: 'json' },
	),
	webhookIgnoresSslIssues: flag('Ignore SSL Issues (Insecure)', {
		description: 'Whether to deliver events even if the certificate of the URL cannot be verified',
		apiName: `${path}insecure_ssl`,
	}),
	webhookSecret: secret('Secret', {
		description: 'Key for the signature of each delivery. The service never returns it.',
		apiName: `${path}secret`,
	}),
	webhookUrl: text('URL', {
		description: 'URL that receives the events',
		placeholder: 'e.g. https://n8n.example.com/webhook/code',
		apiName: `${path}url`,
	}),
});
const { webhookContentType, webhookUrl, ...deliveryOptions } = deliveryFields('config.');

/** The service expects the text 1 or 0. */
const withSslFlag = ({ webhookIgnoresSslIssues: ignored, ...input }: IDataObject): IDataObject =>
	ignored === undefined
		? input
		: { ...input, webhookIgnoresSslIssues: ignored === true ? '1' : '0' };

export const webhook = resource('Webhook', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			description:
				'Create a webhook of a repository; to start a workflow on events, use the webhook trigger',
			request: 'POST /hooks',
			// Events contain data of private repositories, and the URL can belong to anybody.
			effect: 'irreversible',
			fields: {
				webhookUrl: { ...webhookUrl, required: true as const },
				webhookEvents: { ...webhookEvents, required: true as const, minimum: 1 },
				webhookContentType,
			},
			options: {
				...deliveryOptions,
				webhookActive,
			},
			prepare: withSslFlag,
			simplify,
			shape,
		}),
		delete: operation({
			description: 'Delete a webhook with its secret and its delivery log',
			request: 'DELETE /hooks/{hookId}',
			effect: 'irreversible',
			fields: { hookId },
		}),
		get: operation({
			request: 'GET /hooks/{hookId}',
			fields: { hookId },
			simplify,
			shape,
		}),
		getAll: operation({
			request: 'GET /hooks',
			paging: byLink(),
			simplify,
			shape,
		}),
		ping: operation({
			description: 'Send the event ping to a webhook, to test it',
			request: 'POST /hooks/{hookId}/pings',
			fields: { hookId },
			done: ({ hookId: webhookId }) => ({ pinged: true, id: webhookId }),
		}),
		update: operation({
			collection: 'updateFields',
			description:
				'Update the events of a webhook, or deactivate it; its URL and its secret are kept',
			request: 'PATCH /hooks/{hookId}',
			fields: { hookId },
			options: {
				addedEvents: list('Add Events', { ...eventNames, apiName: 'add_events' }),
				removedEvents: list('Remove Events', { ...eventNames, apiName: 'remove_events' }),
				webhookActive,
				webhookEvents,
			},
			simplify,
			shape,
		}),
		updateDelivery: operation({
			action: 'Update the delivery of a webhook',
			collection: 'updateFields',
			description: 'Change where and how a webhook delivers events; other settings are kept',
			request: 'PATCH /hooks/{hookId}/config',
			effect: 'irreversible',
			fields: { hookId },
			options: deliveryFields(''),
			prepare: withSslFlag,
			shape: webhookDelivery,
		}),
	},
});
