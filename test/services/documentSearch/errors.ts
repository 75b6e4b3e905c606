// Error responses (nodes/DocumentSearch/README.md, Errors).

import { HttpError } from '../kit/httpError';

export const failureBody = (status: number, message: string): Record<string, unknown> => ({
	error: 'HTTP_ERROR',
	message,
	path: '',
	status_code: status,
});

/** @param status 400, 401, 403, 404 or 422 */
export const apiError = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));
