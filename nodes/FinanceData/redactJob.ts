import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../engine/describe';

/**
 * Redacts the access token in a job. A job contains the request that created it, and the URL of
 * that request contains an access token, possibly of another connection.
 */
export function redactJob(job: IDataObject): IDataObject {
	const { request } = job;
	if (!isObject(request) || typeof request.url !== 'string') return job;
	return {
		...job,
		request: { ...request, url: request.url.replace(/([?&]access_token=)[^&#]*/g, '$1[secret]') },
	};
}
