// Causes events in the local services that make the pack's webhook triggers fire.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import type { PushEvent } from '../../test/services/activityTracking/pushSubscriptions';
import { LOCAL_TOKENS } from '../../test/services/financeData/seedData';
import type { RunningService } from '../../test/services/list';
import { packageName } from '../system/paths';

interface TriggerEventContext {
	/** The trigger's production webhook URL; undefined for a polling trigger. */
	webhook: string | undefined;
	/** The local services by name. */
	services: Readonly<Record<string, RunningService>>;
	node: INode;
}

const http = axios.create({ timeout: 30_000, proxy: false });

/**
 * Functions that cause an event, by node type. They resolve when the service has accepted the
 * request. Polling triggers need none, because they fire when activated.
 */
export const triggerEvents: Readonly<
	Record<string, (context: TriggerEventContext) => Promise<void>>
> = {
	[`${packageName}.mediaGenerationTrigger`]: async ({ webhook, services, node }) => {
		await post(services.mediaGeneration!, '/api/v2/generations', {
			model: matchingModel(node.parameters.filters),
			prompt: 'A lighthouse at dusk, seen from the sea',
			callback_url: webhook,
		});
	},
	[`${packageName}.financeDataTrigger`]: async ({ webhook, services }) => {
		const financeData = services.financeData!;
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
		await untilRegistered(services.activityTracking!, webhook);
		await control(services.activityTracking!, 'pushEvents', pushEvent(node.parameters.events));
	},
	[`${packageName}.codeHostingWebhookTrigger`]: async ({ webhook, services, node }) => {
		const codeHosting = services.codeHosting!;
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
async function openedIssue(service: RunningService): Promise<object> {
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
	service: RunningService,
	webhook: string | undefined,
): Promise<void> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const { data } = await http.get<{ webhooks: string[] }>(controlUrl(service, 'state'));
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
	// The service has no activity with the ID 1.
	return events.includes('activityUpdated')
		? { aspect_type: 'update' }
		: { aspect_type: 'delete', object_id: 1 };
}

/** A model that passes the trigger's filters. */
function matchingModel(filters: unknown): string {
	const { models, types } = (filters ?? {}) as { models?: string; types?: string[] };
	const firstModel = models?.split(',')[0]?.trim();
	if (firstModel) return firstModel;
	return types?.length && !types.includes('image') ? 'veo2' : 'nano-banana';
}

async function post(service: RunningService, path: string, body: unknown): Promise<unknown> {
	const { baseUrl, apiKey, token = apiKey } = service.credential.data;
	const response = await http.post<unknown>(`${baseUrl ?? service.url}${path}`, body, {
		headers: { authorization: `Bearer ${token}` },
	});
	return response.data;
}

/** Calls the control API of a local service. */
async function control(service: RunningService, resource: string, body: unknown): Promise<void> {
	await http.post(controlUrl(service, resource), body);
}

/** The control API is at the root of the server, which may be above the base URL of the service. */
const controlUrl = ({ url }: RunningService, resource: string): string =>
	new URL(`/_control/${resource}`, url).href;
