/** Which service an address belongs to. */

interface ServiceAddress {
	/** Name of the node of this pack. */
	readonly node: string;
	/** Host, and the path in the base URL of the credential. */
	readonly pattern: RegExp;
	/** Path in the base URL. Omitted from the paths of requests. */
	readonly basePath?: string;
	/** Whether the credential contains the host, which differs per account. */
	readonly hasOwnHost?: boolean;
}

const addresses: readonly ServiceAddress[] = [
	{ node: 'codeHosting', pattern: /^api\.github\.com$/ },
	{ node: 'codeHosting', pattern: /^api\.[\w-]+\.ghe\.com$/, hasOwnHost: true },
	{ node: 'activityTracking', pattern: /^(?:www\.)?strava\.com$/, basePath: '/api/v3' },
	{ node: 'taskList', pattern: /^tasks\.googleapis\.com$/ },
	{
		node: 'workspaceToken',
		pattern: /\.(?:cloud\.databricks\.com|azuredatabricks\.net|gcp\.databricks\.com)$/,
		hasOwnHost: true,
	},
	{
		node: 'instanceCloud',
		pattern: /^api\.[\w-]+\.(?:unikraft\.cloud|kraft\.cloud)$/,
		basePath: '/v1',
		hasOwnHost: true,
	},
	{
		node: 'financeData',
		pattern: /^(?:production|sandbox)\.rutterapi\.com$/,
		basePath: '/versioned',
		hasOwnHost: true,
	},
	{ node: 'migrationAssessment', pattern: /^migrationcenter\.googleapis\.com$/ },
	{
		node: 'searchAdsConversions',
		pattern: /^doubleclicksearch\.googleapis\.com$/,
		basePath: '/doubleclicksearch/v2',
	},
	{ node: 'documentSearch', pattern: /^api\.runcaptain\.com$/ },
];

/** APIs of Google at the address that all of them share. */
const sharedHost = /^www\.googleapis\.com$/;
const sharedPaths: Readonly<Record<string, string>> = {
	'/tasks/v1/': 'taskList',
	'/doubleclicksearch/v2/': 'searchAdsConversions',
};

export interface ServiceTarget {
	readonly node: string;
	/** Path and query after the base URL. Can contain expressions. */
	readonly path: string;
	/** Host in the credential, if it differs per account. */
	readonly host?: string;
}

/**
 * The service that a URL belongs to.
 * @param url text without the `=` of an expression
 * @returns undefined if the host is an expression, or belongs to no service of this pack
 */
export function serviceOf(url: string): ServiceTarget | undefined {
	const [, host, given] = /^\s*https:\/\/([\w.-]+)(\/[\s\S]*)?$/.exec(url) ?? [];
	if (host === undefined || given === undefined) return undefined;
	const shared = Object.keys(sharedPaths).find((start) => given.startsWith(start));
	const address = addresses.find(({ node, pattern }) =>
		sharedHost.test(host)
			? shared !== undefined && node === sharedPaths[shared]
			: pattern.test(host),
	);
	if (!address) return undefined;
	const { node, basePath, hasOwnHost } = address;
	// A path outside the base path stays complete with its host.
	const path =
		basePath === undefined
			? given
			: given.startsWith(`${basePath}/`)
				? given.slice(basePath.length)
				: `https://${host}${given}`;
	return { node, path: path.trimEnd(), ...(hasOwnHost ? { host } : {}) };
}
