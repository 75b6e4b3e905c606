// Answers other than 2xx. The specification shows none; their form is that of the public facts: a message, and what is wrong with which field.

import { HttpError } from '../kit/httpError';

export const fault = (
	status: number,
	message: string,
	details: Array<{ resource: string; field: string; code: string }> = [],
): HttpError => new HttpError(status, { message, errors: details });

export const unauthorized = (): HttpError =>
	fault(401, 'Authorization Error', [
		{ resource: 'Athlete', field: 'access_token', code: 'invalid' },
	]);

export const missingPermission = (field: string): HttpError =>
	fault(403, 'Forbidden', [{ resource: 'AccessToken', field, code: 'missing' }]);

export const notFound = (resource: string): HttpError =>
	fault(404, 'Record Not Found', [{ resource, field: 'id', code: 'invalid' }]);

export const badRequest = (resource: string, field: string): HttpError =>
	fault(400, 'Bad Request', [{ resource, field, code: 'invalid' }]);

export const premiumOnly = (field: string): HttpError =>
	fault(402, 'Payment Required', [{ resource: 'Leaderboard', field, code: 'premium only' }]);

/** Body of an answer that no route gave. */
export const failureBody = (_status: number, message: string): Record<string, unknown> => ({
	message,
	errors: [],
});
