import { id, operation, resource } from '../../engine/describe';
import { uuidPlaceholder } from '../fields';
import { redactJob, unwrapJob } from '../jobs';
import { job as shape } from '../shapes';

export const job = resource('Job', {
	default: 'get',
	operations: {
		get: operation({
			description: 'Get the status of an asynchronous write and the response of the platform',
			request: 'GET /jobs/{jobId}',
			refine: (rows) => rows.map((row) => ({ ...row, json: redactJob(unwrapJob(row.json)) })),
			shape,
			fields: {
				jobId: id('Job', {
					placeholder: uuidPlaceholder,
					description: 'ID from async_response in the response to a write',
				}),
			},
		}),
	},
});
