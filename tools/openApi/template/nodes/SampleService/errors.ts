/** Errors of the service. The engine has default messages by status. */
import type { IDataObject } from 'n8n-workflow';
import {
	toText,
	type Classification,
	type KnownError,
	type ReceivedResponse,
} from '../engine/describe';
import description from './openapi.json';

/** Known errors, by error code of the service. */
export const errors: Record<string, KnownError> = {};

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

/** The paths in openapi.json are those of the document, and common ones. */
export const classify = ({ body }: ReceivedResponse): Classification => ({
	code: textAt(body, description.errors.codes),
	text: textAt(body, description.errors.messages),
});
