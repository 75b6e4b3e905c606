/** The operations on secrets that repositories and organizations have in common. */
import { type Field, operationsIn, type RequestLine, type Shape } from '../../engine/describe';
import type { Level } from '../levels';
import { byLink } from '../paging';
import { publicKey, writeResult } from '../shapes';
import { checkSecret, encryptedValueOptions } from './writeSecret';

/** What the upsert operations of all levels have in common. */
export const upsertSecret = {
	name: 'Create or Update',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	options: encryptedValueOptions,
	check: checkSecret,
	agents: false,
	shape: writeResult,
} as const;

/**
 * @param fields the field that identifies a secret at this level
 * @param metadata what Get returns
 */
export const secretOperations = (
	{ basePath, phrase, noun }: Level,
	fields: Readonly<Record<string, Field<string>>>,
	metadata: { readonly description: string; readonly shape: Shape },
	readScope: string,
	writeScope: string,
) => {
	const operation = operationsIn(basePath, readScope, writeScope);
	const secretPath = `/actions/secrets/{${Object.keys(fields).join()}}`;
	return {
		delete: operation({
			action: `Delete a secret of ${phrase}`,
			request: `DELETE ${secretPath}` as RequestLine,
			effect: 'irreversible',
			fields,
		}),
		get: operation({
			action: `Get a secret of ${phrase}`,
			description: `Get the ${metadata.description} of a secret; its value cannot be read`,
			request: `GET ${secretPath}` as RequestLine,
			fields,
			shape: metadata.shape,
		}),
		getAll: operation({
			action: `Get many secrets of ${phrase}`,
			description: 'Get the names and timestamps of secrets; their values cannot be read',
			request: 'GET /actions/secrets',
			paging: byLink({ rows: 'secrets' }),
			shape: metadata.shape,
		}),
		getPublicKey: operation({
			action: `Get the public key for ${noun} secrets`,
			request: 'GET /actions/secrets/public-key',
			shape: publicKey,
		}),
	};
};
