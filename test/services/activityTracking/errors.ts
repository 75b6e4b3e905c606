// Error responses. The specification does not define them; the format is from the public
// documentation.

import { HttpError } from '../kit/httpError';

export const apiError = (
	status: number,
	message: string,
	details: Array<{ resource: string; field: string; code: string }> = [],
): HttpError => new HttpError(status, { message, errors: details });

export const unauthorized = (): HttpError =>
	apiError(401, 'Authorization Error', [
		{ resource: 'Athlete', field: 'access_token', code: 'invalid' },
	]);

export const notFound = (resource: string): HttpError =>
	apiError(404, 'Record Not Found', [{ resource, field: 'id', code: 'invalid' }]);

export const badRequest = (resource: string, field: string): HttpError =>
	apiError(400, 'Bad Request', [{ resource, field, code: 'invalid' }]);

/**
 * Body of an error response that no route produced, such as 404 for an unknown path or a simulated
 * fault.
 */
export const failureBody = (_status: number, message: string): Record<string, unknown> => ({
	message,
	errors: [],
});
