// Error responses. The specification does not define them; the format is from the public
// documentation.

import { HttpError } from '../kit/httpError';

export const apiError = (
	status: number,
	message: string,
	...errors: Array<{ resource: string; field: string; code: string }>
): HttpError => new HttpError(status, { message, errors });

export const notFound = (resource = 'Record'): HttpError =>
	apiError(404, 'Record Not Found', { resource, field: 'id', code: 'invalid' });

export const badRequest = (resource: string, field: string): HttpError =>
	apiError(400, 'Bad Request', { resource, field, code: 'invalid' });

export const unauthorized = (resource: string, field: string): HttpError =>
	apiError(401, 'Authorization Error', { resource, field, code: 'invalid' });
