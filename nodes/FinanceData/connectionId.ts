/** Finds the ID of the connection that an access token belongs to. */
import type { IDataObject } from 'n8n-workflow';
import { planRequest, RecentValues, send } from '../engine';
import { type Connection, statusOf, toResult } from '../engine/describe';

/**
 * Connection IDs. The keys are hashes of the base URL and the access token. An empty value means
 * that the service does not provide the ID.
 */
const knownIds = new RecentValues(10_000);

/**
 * Returns the ID of a connection. Some lists do not contain the ID, for example
 * `ListTaxRateResponse` in the vendor's public client. The ID of a connection is requested once per
 * process.
 * @returns undefined if the service does not provide the ID
 */
export async function connectionIdOf(
	connection: Connection,
	token: string,
): Promise<string | undefined> {
	const key = `${connection.address} ${token}`;
	const known = knownIds.get(key);
	if (known !== undefined) return known || undefined;
	const result = await toResult(
		send(
			connection,
			planRequest('GET /connections/access_token', { query: { access_token: token } }),
			{ idempotency: 'safe' },
		),
	);
	if ('error' in result && statusOf(result.error) !== 404) throw result.error;
	const id = 'value' in result ? idIn(result.value.body) : undefined;
	knownIds.set(key, id ?? '');
	return id;
}

/** The ID of the connection in a response. */
export function idIn(body: unknown): string | undefined {
	const { id } = ((body as IDataObject | undefined)?.connection ?? {}) as IDataObject;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
