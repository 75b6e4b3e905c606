import type { IDataObject } from 'n8n-workflow';
import type { Classification, KnownError, ReceivedResponse } from '../engine/describe';

/**
 * Known errors, by error code of the service. For other responses, the engine has default messages
 * by status (401, 403, 404, 429, 5xx).
 */
export const errors: Record<string, KnownError> = {
	record_not_found: {
		message: 'The record was not found',
		hint: 'Select the record from the list, or check its ID. It may have been deleted',
		action: 'fail',
	},
	maintenance: {
		message: 'Sample Service is down for maintenance',
		hint: 'Try again later',
	},
};

/** Reads `{ "error": { "code", "message" } }`. */
export function classify({ body }: ReceivedResponse): Classification {
	const { code, message } = ((body as IDataObject | null | undefined)?.error ?? {}) as IDataObject;
	return {
		...(typeof code === 'string' ? { code } : {}),
		...(typeof message === 'string' && message !== '' ? { text: message } : {}),
	};
}
