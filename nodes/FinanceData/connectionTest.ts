/** Tests a credential: the keys, and the access token if there is one. */
import type { ConnectionTest } from '../engine/describe';

export const connectionTest: ConnectionTest = {
	request: ({ accessToken }) =>
		accessToken ? 'GET /connections/status?access_token={accessToken}' : 'GET /connections',
	explain: (status, { accessToken }) =>
		status === undefined ? undefined : (accessToken ? withToken : withoutToken)[status],
};

type Explanations = Readonly<Record<number, string>>;

const withoutToken: Explanations = {
	401: 'The client ID or the client secret is wrong (401). Check both. Production and sandbox have different ones.',
	400: 'The service rejected the request (400). Check Version, and Vendor in Header Names if the provider is Other.',
	404: 'The address was not found (404). Check Base URL, which ends in /versioned.',
};

/** The service returns 401 for wrong keys and for a wrong access token. */
const withToken: Explanations = {
	401: 'The credential was rejected (401). Clear Access Token and test again. If the test passes, the access token was wrong. Otherwise, check Client ID, Client Secret and Provider.',
	400: 'The access token does not belong to a connection of this provider (400).',
	404: 'The access token does not belong to a connection of this provider (404).',
	410: 'The client ID and secret are valid, but the access token was rejected (410). It does not belong to a connection of this provider.',
};
