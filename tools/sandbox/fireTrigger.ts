// What makes each trigger of the pack fire, at the local services.
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { LOCAL_TOKENS } from '../../test/services/financeData/seeds';
import type { RunningService } from '../../test/services/list';
import { packageName } from '../system/paths';

/** What a provocation has to work with. */
export interface Occasion {
	/** The trigger's production webhook address; undefined for a trigger that polls. */
	webhook: string | undefined;
	/** The local services by name. */
	services: Readonly<Record<string, RunningService>>;
	node: INode;
}

/** Makes something happen that the trigger is to notice; resolves when the service has accepted it. */
export type Provocation = (occasion: Occasion) => Promise<void>;

/** By node type. A polling trigger without an entry is provoked by its activation alone. */
export const provocations: Readonly<Record<string, Provocation>> = {
	[`${packageName}.mediaGenerationTrigger`]: async ({ webhook, services, node }) => {
		await post(services.mediaGeneration, '/api/v2/generations', {
			model: acceptedModel(node.parameters.filters),
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
};

// A job that the trigger's own filters let through.
function acceptedModel(filters: unknown): string {
	const { models, types } = (filters ?? {}) as { models?: string; types?: string[] };
	const named = models?.split(',')[0]?.trim();
	if (named) return named;
	return types?.length && !types.includes('image') ? 'veo2' : 'nano-banana';
}

async function post(
	service: RunningService | undefined,
	path: string,
	body: unknown,
): Promise<void> {
	if (!service) throw new Error(`The local service for ${path} is not running`);
	const { baseUrl, apiKey } = service.credential.data;
	const answer = await axios.post(`${baseUrl ?? service.url}${path}`, body, {
		headers: { authorization: `Bearer ${apiKey}` },
		timeout: 30_000,
		proxy: false,
		validateStatus: () => true,
	});
	if (answer.status >= 300)
		throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.data)}`);
}

/** Tells a local service something that its interface has no request for. */
async function control(
	service: RunningService | undefined,
	what: string,
	body: unknown,
): Promise<void> {
	if (!service) throw new Error(`The local service for ${what} is not running`);
	await axios.post(`${service.url}/_control/${what}`, body, { timeout: 30_000, proxy: false });
}
