/**
 * Error bodies of Google APIs:
 * `{ error: { code, status, message, errors: [{ reason }], details: [{ reason }] } }`.
 */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceErrorInfo } from '../describe';

interface GoogleError {
	readonly status?: unknown;
	readonly message?: unknown;
	readonly errors?: unknown;
	readonly details?: unknown;
}

/**
 * Reads the error. The code is the first available value of: the reason in `details`, the reason in
 * `errors`, the status.
 */
export function readGoogleError(body: unknown): ServiceErrorInfo {
	const error = objectOf(objectOf(body).error) as GoogleError;
	const reasons = [...listOf(error.details), ...listOf(error.errors)].map(({ reason }) => reason);
	const code = [...reasons, error.status].find(
		(word) => typeof word === 'string' && word !== '',
	) as string | undefined;
	return {
		...(code === undefined ? {} : { code }),
		...(typeof error.message === 'string' ? { text: error.message } : {}),
		facts: { errors: listOf(error.errors) },
	};
}

const objectOf = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

const listOf = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(objectOf) : []);
