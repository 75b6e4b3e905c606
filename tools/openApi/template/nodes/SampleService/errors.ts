/** Errors of the service. The engine has default messages by status. */
import type { IDataObject } from 'n8n-workflow';
import {
	toText,
	valueAt,
	type Classification,
	type KnownError,
	type ReceivedResponse,
} from '../engine/describe';

/** Known errors, by error code of the service. */
export const errors: Record<string, KnownError> = {};

/** The paths at which services commonly put the code and the message of an error. */
const codes = ['code', 'error.code', 'error_code', 'errors.0.code', 'type'];
const messages = [
	...['message', 'error.message', 'error_description', 'detail', 'title'],
	...['errors.0.message', 'errors.0.detail', 'error'],
];

/** The first text at one of the paths. */
const textAt = (body: unknown, paths: readonly string[]): string | undefined =>
	paths.map((path) => toText(valueAt(body as IDataObject, path))).find((text) => text !== '');

export const classify = ({ body }: ReceivedResponse): Classification => ({
	code: textAt(body, codes),
	text: textAt(body, messages),
});
