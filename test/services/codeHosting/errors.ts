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

/** The error for a fault with one of these codes. Those of the GraphQL API have the status 200. */
export function errorForCode(code: string, now: number): HttpError | undefined {
	const reset = String(Math.ceil(now / 1000) + 3600);
	if (code === 'rate_limit')
		return apiError(403, 'API rate limit exceeded', {
			'x-ratelimit-limit': '5000',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': reset,
		});
	if (code === 'abuse_limit')
		return apiError(403, 'You have exceeded a secondary rate limit', { 'retry-after': '1' });
	if (code === 'graphql_rate_limit')
		return new HttpError(
			200,
			{ errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }] },
			{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(now / 1000) + 1) },
		);
	if (code === 'graphql_failure')
		return new HttpError(200, {
			data: { addStar: { starrable: null } },
			errors: [{ message: 'Something went wrong while executing your query.' }],
		});
	return undefined;
}
