/** Finance data as data (specification, document 2, part B). */
import { addresses } from './environments';
import { type Resource, service } from '../engine/describe';
import { allEntities } from './entities';
import { readError, errors } from './errors';
import { resourceOf } from './operations';
import { attachment } from './resources/attachment';
import { connection } from './resources/connection';
import { job } from './resources/job';
import { metric } from './resources/metric';
import { other } from './resources/other';
import { token } from './resources/token';
import { fulfillment, variant } from './resources/variant';
import { webhookConfig } from './resources/webhookConfig';

const resources: Record<string, Resource> = {
	...Object.fromEntries(
		allEntities.map((entity) => [
			entity.key,
			resourceOf(entity, entity.key === 'order' ? { createFulfillment: fulfillment } : {}),
		]),
	),
	attachment,
	connection,
	job,
	metric,
	other,
	token,
	variant,
	webhookConfig,
};

export const financeData = service({
	name: 'financeData',
	label: 'Finance Data',
	credentials: [{ value: 'keys', label: 'Client ID and Secret', type: 'financeDataApi' }],
	address: ({ environment, baseUrl }) =>
		environment === 'custom'
			? String(baseUrl)
			: environment === 'sandbox'
				? addresses.sandbox
				: addresses.production,
	defaults: ({ accessToken }) => ({ accessToken }),
	default: 'account',
	resources,
	// 500 in 10 seconds, counted by the service when they arrive: a burst that arrives slowly needs the second more.
	limit: { requests: 500, perMs: 11_000 },
	exactDecimals: true,
	readError,
	errors,
	codex: {
		categories: ['Finance & Accounting', 'Sales'],
		aliases: [
			'accounting',
			'commerce',
			'invoice',
			'bill',
			'order',
			'payment',
			'ledger',
			'bookkeeping',
			'unified',
			'e-commerce',
			'quickbooks',
			'xero',
			'shopify',
			'netsuite',
		],
	},
});
