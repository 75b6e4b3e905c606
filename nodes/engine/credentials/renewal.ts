/** Lets requests that need a new token at the same time share one token request. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

const inProgress = new Map<string, Promise<IDataObject>>();

/**
 * Requests a token, or waits for the request in progress for the same values.
 * @param values what the token is issued for
 */
export async function renewOnce<T extends IDataObject>(
	values: readonly unknown[],
	renew: () => Promise<T>,
): Promise<T> {
	const key = fingerprint(values);
	const renewal = inProgress.get(key) ?? renew().finally(() => inProgress.delete(key));
	inProgress.set(key, renewal);
	return (await renewal) as T;
}

/** Hash of credential values. It does not reveal the private key. */
export const fingerprint = (values: readonly unknown[]): string =>
	createHash('sha256').update(JSON.stringify(values)).digest('hex');
