import { service } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { errors, readError } from './errors';
import { record } from './resources/record';

export const sampleService = service({
	name: 'sampleService',
	label: 'Sample Service',
	credentials: [{ value: 'accessToken', label: 'Access Token', type: 'sampleServiceApi' }],
	address: ({ baseUrl }) => toText(baseUrl),
	default: 'record',
	resources: { record },
	readError,
	errors,
	codex: {
		// Categories of n8n's node panel. Aliases are additional search terms.
		categories: ['Miscellaneous'],
		aliases: ['records', 'rest api', 'http api'],
	},
});
