/** Errors of the service. The engine has default messages by status. */
import type { IDataObject } from 'n8n-workflow';
import { type KnownError, type ServiceErrorInfo, toText } from '../engine/describe';

/** Known errors, by error code of the service. */
export const errors: Record<string, KnownError> = {};

/** The paths in an error response. */
const codes: readonly string[] = ['error.code'];
const messages: readonly string[] = ['error.message'];

/** The first text at one of the paths. */
const textAt = (body: unknown, paths: readonly string[]): string | undefined =>
	paths
		.map((path) =>
			toText(
				path
					.split('.')
					.reduce<unknown>((at, key) => (at as IDataObject | null | undefined)?.[key], body),
			),
		)
		.find((text) => text !== '');

export const readError = (body: unknown): ServiceErrorInfo => ({
	code: textAt(body, codes),
	text: textAt(body, messages),
});
