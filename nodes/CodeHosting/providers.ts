/** Providers of Code Hosting. */
import { type AddressPart, providers } from '../engine/describe';

export const defaultApiVersion = '2022-11-28';

/** The vendor name in the specification. */
export const specifiedVendor = 'Vendor';

/** What all products of GitHub have in common. Tokens of every kind can be sent as Bearer. */
const gitHub = { vendor: 'GitHub', apiVersion: defaultApiVersion, scheme: 'Bearer' } as const;

/**
 * Points per minute of the secondary rate limit. Enterprise Server has none by default.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const pointsPerMinute = { limit: { requests: 900, perMs: 60_000, writeCost: 5 } } as const;

/** The response to a dispatch contains the run, if the request asks for it. */
const withRunDetails = { dispatchResponse: 'run' } as const;

const oAuth2On = (host: string): { authorizationUrl: string; tokenUrl: string } => ({
	authorizationUrl: `https://${host}/login/oauth/authorize`,
	tokenUrl: `https://${host}/login/oauth/access_token`,
});

/** For `missingIn`: operations that GitHub offers, but not GitHub Enterprise Server. */
export const notOnEnterpriseServer = { gitHubEnterpriseServer: 'inSomeVersions' } as const;

/** The description of Host, in the credential and in the node. */
export const hostDescription =
	'Host name in the address bar of your browser when you are signed in to GitHub Enterprise';

const host: AddressPart = {
	label: 'Host',
	kind: 'host',
	description: hostDescription,
	example: 'github.example.com',
};

export const codeHostingProviders = providers(
	[
		{
			key: 'gitHub',
			label: 'GitHub',
			aliases: ['github actions'],
			fixed: {
				baseUrl: 'https://api.github.com',
				...oAuth2On('github.com'),
				...gitHub,
				...withRunDetails,
			},
			...pointsPerMinute,
		},
		{
			key: 'gitHubEnterpriseServer',
			label: 'GitHub Enterprise Server',
			product: 'GitHub Enterprise',
			aliases: ['ghes'],
			fixed: { baseUrl: 'https://{host}/api/v3', ...oAuth2On('{host}'), ...gitHub },
		},
		{
			key: 'gitHubDataResidency',
			label: 'GitHub Enterprise Cloud With Data Residency',
			product: 'GitHub Enterprise',
			aliases: ['github enterprise cloud', 'ghe.com'],
			fixed: {
				baseUrl: 'https://api.{host}',
				...oAuth2On('{host}'),
				...gitHub,
				...withRunDetails,
			},
			...pointsPerMinute,
		},
	],
	{ host },
);
