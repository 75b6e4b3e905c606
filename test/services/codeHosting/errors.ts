// Error responses.

import { HttpError } from '../kit/httpError';

export const failureBody = (status: number, message: string): Record<string, unknown> => ({
	message,
	documentation_url: 'https://docs.example.com/rest',
	status: String(status),
});

export const apiError = (
	status: number,
	message: string,
	headers: Record<string, string> = {},
	details: Record<string, unknown> = {},
): HttpError => new HttpError(status, { ...failureBody(status, message), ...details }, headers);

export const notFound = (): HttpError => apiError(404, 'Not Found');

export const validationError = (field: string, message: string): HttpError =>
	apiError(
		422,
		'Validation Failed',
		{},
		{ errors: [{ resource: 'Request', field, code: 'invalid', message }] },
	);
