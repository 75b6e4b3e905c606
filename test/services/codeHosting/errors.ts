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

/** The error for a request that contradicts the description, such as `body.title required`. */
export const invalidRequest = (differences: readonly string[]) => ({
	status: 422,
	message: [
		'Invalid request.\n',
		...differences.map((difference) => {
			const [, name, problem] = /^\w+\.?(\S*) (.*)$/.exec(difference) ?? [];
			return problem === 'required'
				? `"${name}" wasn't supplied.`
				: `For 'properties/${name}', the value is invalid (${problem}).`;
		}),
	].join('\n'),
});
