import { id, operation, resource } from '../../engine/describe';
import { job as shape } from '../shapes';
import { recordNamed } from '../wrapping';

export const job = resource('Job', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a job',
			description: 'Get an asynchronous write with what the platform answered to it',
			request: 'GET /jobs/{jobId}',
			refine: recordNamed('job'),
			shape,
			fields: {
				jobId: id('Job', {
					placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
					description: 'The ID in the async_response of a write',
				}),
			},
		}),
	},
});
