import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { credentials, sampleServiceProviders } from './credentials';
import { classify, errors } from './errors';
import { paging, record } from './resources/record';

export const sampleService = service({
	name: 'sampleService',
	label: 'Sample Service',
	providers: sampleServiceProviders,
	credentials,
	connectionTest: { request: 'GET /v1/records?limit=1' },
	default: 'record',
	resources: { apiRequest: apiRequest({ paging, path: '/v1/records' }), record },
	classify,
	errors,
	codex: {
		// Categories of n8n's node panel. Aliases are additional search terms.
		categories: ['Miscellaneous'],
		aliases: ['records', 'api request', 'requests'],
	},
});
