/** Tests a credential: the keys, and the access token if there is one. */
import type { ConnectionTest } from '../engine/describe';

export const connectionTest: ConnectionTest = {
	request: ({ accessToken }) =>
		accessToken ? 'GET /connections/status?access_token={accessToken}' : 'GET /connections',
	explain: (status, { accessToken }, provider) => {
		const reason =
			status === undefined ? undefined : (accessToken ? withToken : withoutToken)[status];
		return reason && `${provider} ${reason}`;
	},
};

/** Ends of sentences that begin with the name of the provider, by HTTP status. */
type Explanations = Readonly<Record<number, string>>;

/** Without the header with the version, the service rejects every request. */
const versionMissing =
	'rejected the request (400). Check Version, and Vendor in Header Names if the provider is Other.';

const withoutToken: Explanations = {
	401: 'rejected the client ID or the client secret (401). One of them is wrong or was revoked. Production and sandbox have different ones.',
	400: versionMissing,
	404: 'does not have the endpoint that the test requests (404). If the provider is Other, check Base URL, which ends in /versioned.',
};

/** The service returns 401 for wrong keys and for a wrong access token. */
const withToken: Explanations = {
	401: 'rejected the credential (401). Clear Access Token and test again. If the test passes, the access token was wrong. Otherwise, check Client ID, Client Secret and Provider.',
	400: `${versionMissing} Otherwise, the access token is not that of a connection.`,
	404: 'has no connection with this access token (404). If the provider is Other, also check Base URL, which ends in /versioned.',
	410: 'accepted the client ID and secret, but has no connection with this access token (410).',
};
