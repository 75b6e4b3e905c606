// Error answers of the specification (part B, Errors).

import { HttpError } from '../kit/httpError';

/** Body of any refusal. The path is put in by whoever knows it. */
export const failureBody = (
	status: number,
	message: string,
	path = '',
): Record<string, unknown> => ({ error: 'HTTP_ERROR', message, path, status_code: status });

/** @param status 400, 401, 403, 404 or 422 */
export const refusal = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));
