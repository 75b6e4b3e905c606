/** The Finance Data service (README.md). */
import { apiRequest } from '../engine';
import { type Resource, service } from '../engine/describe';
import { accessToken, cursorPaging, versionThatRejectsEmptyValues } from './fields';
import { allEntities } from './entities';
import { entityResource } from './entityResource';
import { connectionTest } from './connectionTest';
import { credentials, financeDataProviders } from './credentials';
import { classify, errors } from './errors';
import { attachment } from './resources/attachment';
import { connection } from './resources/connection';
import { job } from './resources/job';
import { metric } from './resources/metric';
import { other } from './resources/other';
import { token } from './resources/token';
import { createFulfillment, variant } from './resources/variant';
import { webhookConfig } from './resources/webhookConfig';

const resources: Record<string, Resource> = {
	apiRequest: apiRequest({
		paging: cursorPaging(''),
		path: '/accounting/time_entries',
		options: { accessToken },
	}),
	...Object.fromEntries(
		allEntities.map((entity) => [
			entity.key,
			entityResource(entity, entity.key === 'order' ? { createFulfillment } : {}),
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
	providers: financeDataProviders,
	credentials,
	connectionTest,
	defaults: ({ accessToken }) => ({ accessToken }),
	default: 'account',
	resources,
	limit: { requests: 500, perMs: 10_000 },
	exactDecimals: true,
	emptyValuesFailAsOf: versionThatRejectsEmptyValues,
	classify,
	errors,
	codex: {
		categories: ['Finance & Accounting', 'Sales'],
		aliases: [
			'accounting',
			'commerce',
			'create invoices',
			'create bills',
			'expense',
			'purchase order',
			'payments',
			'ledger',
			'bookkeeping',
			'unified',
			'e-commerce',
			'quickbooks',
			'xero',
			'shopify',
			'netsuite',
			'overdue invoices',
			'invoice payments',
			'bill payments',
			'income statement',
			'balance sheet',
			'profit and loss',
			'vendors',
			'record payments',
			'refunds',
			'find customers',
			'create customers',
			'accounts payable',
			'journal entry',
		],
	},
});
