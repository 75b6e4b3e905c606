// Causes events in the local services that make the pack's webhook triggers fire.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import type { PushEvent } from '../../test/services/activityTracking/pushSubscriptions';
import { LOCAL_TOKENS } from '../../test/services/financeData/seedData';
import type { RunningService } from '../../test/services/list';
import { packageName } from '../system/paths';

export interface TriggerEventContext {
	/** The trigger's production webhook URL; undefined for a polling trigger. */
	webhook: string | undefined;
	/** The local services by name. */
	services: Readonly<Record<string, RunningService>>;
	node: INode;
}

/**
 * Causes an event that makes the trigger fire. Resolves when the service has accepted the request.
 */
export type TriggerEvent = (context: TriggerEventContext) => Promise<void>;

/** Events by node type. Polling triggers need no entry, because they fire when activated. */
export const triggerEvents: Readonly<Record<string, TriggerEvent>> = {
	[`${packageName}.mediaGenerationTrigger`]: async ({ webhook, services, node }) => {
		await post(services.mediaGeneration, '/api/v2/generations', {
			model: matchingModel(node.parameters.filters),
			prompt: 'A lighthouse at dusk, seen from the sea',
			callback_url: webhook,
		});
	},
	[`${packageName}.financeDataTrigger`]: async ({ webhook, services: { financeData } }) => {
		await control(financeData, 'settings', { webhooks: [webhook] });
		await control(financeData, 'records', {
			token: LOCAL_TOKENS.east,
			path: 'orders',
			fields: {
				order_number: '1010',
				total_price: '12.30',
				iso_currency_code: 'EUR',
				payment_status: 'paid',
				line_items: [],
			},
		});
		await control(financeData, 'settings', { webhooks: [] });
	},
	[`${packageName}.activityTrackingTrigger`]: async ({ webhook, services, node }) => {
		await untilRegistered(services.activityTracking, webhook);
		await control(services.activityTracking, 'pushEvents', pushEvent(node.parameters.events));
	},
	[`${packageName}.codeHostingWebhookTrigger`]: async ({ webhook, services, node }) => {
		const { codeHosting } = services;
		await untilRegistered(codeHosting, webhook);
		const [event] = node.parameters.events as string[];
		await control(codeHosting, 'webhookEvents', {
			event,
			payload: event === 'issues' ? await openedIssue(codeHosting) : documentationPush,
		});
	},
};

const documentationPush = {
	ref: 'refs/heads/main',
	commits: [
		{
			id: '7638417db6d59f3c431d3e1f261cc637155684cd',
			message: 'Explain the first steps',
			timestamp: '2026-01-31T08:00:00Z',
			url: 'https://git.example.com/octo-org/hello-world/commit/7638417',
			author: { name: 'Mona', email: 'mona@example.com' },
			added: ['docs/first-steps.md'],
			modified: ['README.md'],
			removed: [],
		},
	],
};

/** Opens two issues about the same bug. Returns the payload for the second one. */
async function openedIssue(service: RunningService | undefined): Promise<object> {
	const issues = '/repos/octo-org/hello-world/issues';
	await post(service, issues, { title: 'Export of an empty table fails' });
	const issue = await post(service, issues, {
		title: 'Export stops with an error',
		body: 'This looks like a bug: the export of a table without rows stops with an error.',
	});
	return { action: 'opened', issue };
}

/** Waits until n8n has created its webhook, which happens after its URL accepts requests. */
async function untilRegistered(
	service: RunningService | undefined,
	webhook: string | undefined,
): Promise<void> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const { data } = await axios.get<{ webhooks: string[] }>(controlUrl(service, 'state'), {
			timeout: 5000,
			proxy: false,
		});
		if (webhook !== undefined && data.webhooks.includes(webhook)) return;
		if (Date.now() > deadline)
			throw new Error(`n8n did not create a webhook with the URL ${webhook}`);
		await sleep(200);
	}
}

/** An event about a new activity that the trigger emits. */
function pushEvent(selected: unknown): Partial<PushEvent> {
	const events = (selected ?? ['activityCreated']) as string[];
	if (events.includes('activityCreated')) return {};
	return events.includes('activityUpdated') ? { aspect_type: 'update' } : deletion;
}

/** The service has no activity with this ID. */
const deletion = { aspect_type: 'delete', object_id: 1 } as const;

/** A model that passes the trigger's filters. */
function matchingModel(filters: unknown): string {
	const { models, types } = (filters ?? {}) as { models?: string; types?: string[] };
	const firstModel = models?.split(',')[0]?.trim();
	if (firstModel) return firstModel;
	return types?.length && !types.includes('image') ? 'veo2' : 'nano-banana';
}

async function post(
	service: RunningService | undefined,
	path: string,
	body: unknown,
): Promise<unknown> {
	if (!service) throw new Error(`The local service for ${path} is not running`);
	const { baseUrl, apiKey, token = apiKey } = service.credential.data;
	const response = await axios.post<unknown>(`${baseUrl ?? service.url}${path}`, body, {
		headers: { authorization: `Bearer ${token}` },
		timeout: 30_000,
		proxy: false,
		validateStatus: () => true,
	});
	if (response.status >= 300)
		throw new Error(
			`${path} failed with status ${response.status}: ${JSON.stringify(response.data)}`,
		);
	return response.data;
}

/** Calls the control API of a local service. */
async function control(
	service: RunningService | undefined,
	resource: string,
	body: unknown,
): Promise<void> {
	await axios.post(controlUrl(service, resource), body, { timeout: 30_000, proxy: false });
}

/** The control API is at the root of the server, which may be above the base URL of the service. */
function controlUrl(service: RunningService | undefined, resource: string): string {
	if (!service) throw new Error(`The local service for ${resource} is not running`);
	return new URL(`/_control/${resource}`, service.url).href;
}
