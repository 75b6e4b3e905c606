import type { IDataObject } from 'n8n-workflow';
import { operation, operationsIn, resource, text } from '../../engine/describe';
import {
	cacheId,
	direction,
	enterpriseScope,
	organizationScope,
	repositoryScope,
	sortBy,
} from '../fields';
import { byLink } from '../paging';
import { cache as shape, repositoryUsage, totalUsage } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const inRepository = operationsIn(
	repositoryScope,
	tokenScopes.actionsRead,
	tokenScopes.actionsWrite,
);
const inOrganization = operationsIn(organizationScope, tokenScopes.organizationUsage);

const ref = text('Ref', {
	description: 'Only include caches with this full ref',
	placeholder: 'e.g. refs/heads/main',
});
const usageDelay = 'the data is up to about five minutes old';

export const cache = resource('Cache', {
	default: 'getAll',
	operations: {
		delete: inRepository({
			request: 'DELETE /actions/caches/{cacheId}',
			effect: 'irreversible',
			fields: { cacheId },
			done: () => ({ deleted: true, count: 1 }),
		}),
		deleteByKey: inRepository({
			name: 'Delete by Key',
			action: 'Delete all caches with a key',
			description: 'Delete all caches with a key, and return their number',
			request: 'DELETE /actions/caches',
			effect: 'irreversible',
			fields: {
				key: text('Key', {
					description: 'Complete key of the caches',
					placeholder: 'e.g. Linux-node-958aff96db2d75d67787d1e634ae70b659de937b',
					required: true,
				}),
			},
			options: { ref },
			shape: { deleted: 'boolean', count: 'integer', caches: [shape] },
			async run({
				request,
				operation: { request: line },
				input: { key, ref: refFilter, ...values },
			}) {
				const { body } = await request(line!, {
					values,
					query: { key, ...(refFilter === undefined ? {} : { ref: refFilter }) },
				});
				const { total_count: count, actions_caches: caches } = (body ?? {}) as IDataObject;
				return [{ json: { deleted: true, ...(count === undefined ? {} : { count, caches }) } }];
			},
		}),
		getAll: inRepository({
			request: 'GET /actions/caches',
			options: {
				ref,
				keyPrefix: text('Key', {
					description: 'Only return caches whose key starts with this value',
					apiName: 'key',
				}),
				cacheSort: sortBy({
					created_at: 'Created',
					last_accessed_at: 'Last Accessed',
					size_in_bytes: 'Size',
				}),
				direction,
			},
			paging: byLink({ rows: 'actions_caches' }),
			shape,
		}),
		getAllUsageByRepository: inOrganization({
			name: 'Get Many Usages by Repository',
			action: 'Get the cache usage of each repository of an organization',
			description: `Get the cache usage of each repository of an organization; ${usageDelay}`,
			request: 'GET /actions/cache/usage-by-repository',
			paging: byLink({ rows: 'repository_cache_usages' }),
			shape: repositoryUsage,
		}),
		getUsage: inRepository({
			action: 'Get the cache usage of a repository',
			description: `Get the cache usage of a repository; ${usageDelay}`,
			request: 'GET /actions/cache/usage',
			shape: repositoryUsage,
		}),
		getUsageEnterprise: operation({
			name: 'Get Usage of an Enterprise',
			action: 'Get the cache usage of an enterprise',
			description: `Get the cache usage of an enterprise (enterprise editions only); ${usageDelay}`,
			basePath: enterpriseScope,
			request: 'GET /actions/cache/usage',
			permission: tokenScopes.enterprise,
			shape: totalUsage,
		}),
		getUsageOrganization: inOrganization({
			name: 'Get Usage of an Organization',
			action: 'Get the cache usage of an organization',
			description: `Get the cache usage of an organization; ${usageDelay}`,
			request: 'GET /actions/cache/usage',
			shape: totalUsage,
		}),
	},
});
