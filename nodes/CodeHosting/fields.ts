/**
 * Fields and path scopes that several operations share. In a node, all parameters with the same
 * name must have the same definition, so runners and secrets of repositories and organizations have
 * separate fields.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	basePath,
	choice,
	flag,
	id,
	type LocatorRow,
	type Lookup,
	numbered,
	PackError,
	type RequestLine,
	text,
	toText,
} from '../engine/describe';
import { byLink } from './paging';

export const repositoryPath = '/repos/{owner}/{repository}';

export const pagedLookup = (
	request: RequestLine | readonly RequestLine[],
	rows: string | undefined,
	row: Lookup<LocatorRow>['row'],
	more: Partial<Lookup<LocatorRow>> = {},
): Lookup<LocatorRow> => ({
	request,
	rows,
	row,
	paging: byLink({ rows }),
	...more,
});

export const nameRow = (row: IDataObject, key = 'name'): LocatorRow => ({
	name: toText(row[key]),
	value: toText(row[key]),
});

/**
 * Whether the credential belongs to an app installation, and therefore not to a user. Installation
 * tokens start with `ghs_`.
 */
const isInstallation = ({ appId, token }: IDataObject): boolean =>
	appId !== undefined || toText(token).startsWith('ghs_');

/**
 * Looks up a list of the authenticated user. For an app installation, which has no user, looks up
 * the repositories of the installation instead.
 * @param rowOfRepository converts a repository of the installation to a list entry
 */
const userLookup = (
	request: RequestLine,
	row: Lookup<LocatorRow>['row'],
	rowOfRepository = row,
): Lookup<LocatorRow> =>
	pagedLookup(request, undefined, row, {
		forCredential: (credential) =>
			isInstallation(credential)
				? pagedLookup(
						'GET /installation/repositories?per_page=100',
						'repositories',
						rowOfRepository,
					)
				: undefined,
	});

/**
 * For lists of the authenticated user that have no counterpart for apps.
 * @throws PackError if the credential belongs to an app installation
 */
export const onlyForUsers =
	(records: string): Lookup<LocatorRow>['forCredential'] =>
	(credential) => {
		if (isInstallation(credential))
			throw new PackError(`Apps have no ${records}`, {
				hint: 'Use the access token of a user, or OAuth2.',
			});
		return undefined;
	};

const ownerRow = ({ owner: account }: IDataObject): LocatorRow =>
	nameRow(account as IDataObject, 'login');

/** Shortens an ISO date to the minute: `2026-01-31 12:00`. */
export const shortDate = (value: unknown): string => toText(value).slice(0, 16).replace('T', ' ');

/** The owner and the repository in the URL of a page, of the API, or for `git clone`. */
export const repositoryUrl =
	/^https?:\/\/[^/]+\/(?:api\/v3\/)?(?:repos\/)?(?!orgs\/|organizations\/|users\/)(?<owner>[^/?#]+)\/(?<repository>[^/?#]+?)(?:\.git)?(?=[/?#]|$)/;

export const owner = id('Owner', {
	urlExample: 'https://github.com/octo-org',
	byName: true,
	description: 'User or organization that owns the repository',
	placeholder: 'e.g. octo-org',
	urlPattern: '^https?://[^/]+/(?:api/v3/)?(?:repos/)?([^/?#]+)',
	listMethod: 'searchOwner',
	lookup: userLookup('GET /user/repos?per_page=100&sort=pushed', ownerRow),
});

export const repository = id('Repository', {
	urlExample: 'https://github.com/octo-org/hello-world',
	byName: true,
	description: 'Name of the repository. The owner is optional, as in octo-org/hello-world.',
	resourceName: /^(?<owner>[^/\s:@]+)\/(?<repository>[^/\s]+?)(?:\.git)?$/,
	placeholder: 'e.g. hello-world',
	urlPattern: '^https?://[^/]+/(?:api/v3/)?(?:repos/)?[^/]+/([^/?#]+?)(?:\\.git)?(?=[/?#]|$)',
	urlParents: repositoryUrl,
	listMethod: 'searchRepository',
	lookup: pagedLookup(
		'GET /search/repositories?q=user:{owner}+fork:true&per_page=100',
		'items',
		(row) => ({ ...nameRow(row), description: toText(row.description) }),
		{ search: 'q' },
	),
});

export const organization = id('Organization', {
	urlExample: 'https://github.com/octo-org',
	byName: true,
	description: 'Name of the organization',
	placeholder: 'e.g. octo-org',
	urlPattern: '^https?://[^/]+/(?:orgs/|organizations/)?([^/?#]+)',
	listMethod: 'searchOrganization',
	lookup: userLookup(
		'GET /user/orgs?per_page=100',
		(row) => nameRow(row, 'login'),
		(row) => ((row.owner as IDataObject).type === 'Organization' ? ownerRow(row) : undefined),
	),
});

export const enterprise = id('Enterprise', {
	byName: true,
	description: 'Slug of the enterprise',
	placeholder: 'e.g. octo-corp',
});

export const username = id('Username', {
	urlExample: 'https://github.com/octocat',
	byName: true,
	description: 'Name of the user',
	placeholder: 'e.g. octocat',
	urlPattern: '^https?://[^/]+/([^/?#]+)',
});

/** Of an organization or a repository. */
export const invitationId = id('Invitation', {
	description: 'ID of the invitation',
	placeholder: 'e.g. 37',
});

export const repositoryScope = basePath(repositoryPath, { owner, repository });
export const organizationScope = basePath('/orgs/{organization}', { organization });
export const enterpriseScope = basePath('/enterprises/{enterprise}', { enterprise });
export const userScope = basePath('/users/{username}', { username });

export const branchLookup = pagedLookup(
	`GET ${repositoryPath}/branches?per_page=100`,
	undefined,
	(row) => nameRow(row),
);

export const workflowId = id('Workflow', {
	urlExample: 'https://github.com/octo-org/hello-world/actions/workflows/release.yml',
	description: 'ID or file name of the workflow',
	placeholder: 'e.g. release.yml',
	urlPattern: '/actions/workflows/([^/?#]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchWorkflow',
	lookup: pagedLookup(
		`GET ${repositoryPath}/actions/workflows?per_page=100`,
		'workflows',
		(row) => ({
			name: `${toText(row.name)} · ${toText(row.path).split('/').at(-1)} · ${toText(row.state)}`,
			value: toText(row.id),
		}),
	),
});

export const runId = id('Run', {
	urlExample: 'https://github.com/octo-org/hello-world/actions/runs/30433642',
	description: 'ID of the workflow run in its URL, not the run number',
	placeholder: 'e.g. 30433642',
	urlPattern: '/actions/runs/([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchRun',
	lookup: pagedLookup(
		`GET ${repositoryPath}/actions/runs?per_page=100`,
		'workflow_runs',
		(row) => ({
			name: `${toText(row.name)} #${toText(row.run_number)} · ${toText(row.conclusion ?? row.status)} · ${shortDate(row.created_at)}`,
			value: toText(row.id),
		}),
	),
});

export const jobId = id('Job', {
	urlExample: 'https://github.com/octo-org/hello-world/actions/runs/30433642/job/399444496',
	description: 'ID of the job',
	placeholder: 'e.g. 399444496',
	urlPattern: '/jobs?/([0-9]+)',
	urlParents: repositoryUrl,
});

export const attemptNumber = id('Attempt Number', {
	...numbered,
	description: 'Number of the attempt, starting at 1',
	placeholder: 'e.g. 1',
});

export const artifactId = id('Artifact', {
	urlExample: 'https://github.com/octo-org/hello-world/actions/runs/30433642/artifacts/11',
	description: 'ID of the artifact',
	placeholder: 'e.g. 11',
	urlPattern: '/artifacts/([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchArtifact',
	lookup: pagedLookup(
		`GET ${repositoryPath}/actions/artifacts?per_page=100`,
		'artifacts',
		(row) => ({
			name: `${toText(row.name)} · ${shortDate(row.created_at)}${row.expired ? ' · expired' : ''}`,
			value: toText(row.id),
		}),
	),
});

export const cacheId = id('Cache', {
	description: 'ID of the cache',
	placeholder: 'e.g. 505',
	listMethod: 'searchCache',
	lookup: pagedLookup(
		`GET ${repositoryPath}/actions/caches?per_page=100`,
		'actions_caches',
		(row) => ({ name: `${toText(row.key)} · ${toText(row.ref)}`, value: toText(row.id) }),
	),
});

const runnerRow = (row: IDataObject): LocatorRow => ({
	name: `${toText(row.name)} · ${toText(row.os)} · ${toText(row.status)}`,
	value: toText(row.id),
});

export const runnerId = id('Runner', {
	urlExample: 'https://github.com/octo-org/hello-world/settings/actions/runners/23',
	description: 'Self-hosted runner of the repository',
	placeholder: 'e.g. 23',
	urlPattern: '/runners/([0-9]+)',
	listMethod: 'searchRunner',
	lookup: pagedLookup(`GET ${repositoryPath}/actions/runners?per_page=100`, 'runners', runnerRow),
});

export const organizationRunnerId = id('Organization Runner', {
	urlExample: 'https://github.com/organizations/octo-org/settings/actions/runners/23',
	description: 'Self-hosted runner of the organization',
	placeholder: 'e.g. 23',
	urlPattern: '/runners/([0-9]+)',
	listMethod: 'searchOrganizationRunner',
	lookup: pagedLookup(
		'GET /orgs/{organization}/actions/runners?per_page=100',
		'runners',
		runnerRow,
	),
});

/** Names that do not exist yet are entered, not selected. */
const nameRules = {
	pattern: /^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/i,
	expected: 'made of letters, digits and underscores, and cannot start with a digit or GITHUB_',
	required: true,
} as const;

export const newName = text('Secret Name', {
	...nameRules,
	description: 'Name of the secret to create or update',
	placeholder: 'e.g. DEPLOY_KEY',
});

export const newVariableName = text('Name', {
	...nameRules,
	description: 'Name of the variable',
	placeholder: 'e.g. STAGE',
});

const secretField = { byName: true, placeholder: 'e.g. DEPLOY_KEY' } as const;

export const secretName = id('Secret', {
	...secretField,
	description: 'Name of the secret',
	listMethod: 'searchSecret',
	lookup: pagedLookup(`GET ${repositoryPath}/actions/secrets?per_page=100`, 'secrets', (row) =>
		nameRow(row),
	),
});

export const organizationSecretName = id('Organization Secret', {
	...secretField,
	description: 'Name of the secret',
	listMethod: 'searchOrganizationSecret',
	lookup: pagedLookup('GET /orgs/{organization}/actions/secrets?per_page=100', 'secrets', (row) =>
		nameRow(row),
	),
});

const environmentSecrets = '/environments/{environmentName}/secrets?per_page=100';

export const environmentSecretName = id('Environment Secret', {
	...secretField,
	description: 'Name of the secret',
	listMethod: 'searchEnvironmentSecret',
	lookup: pagedLookup(
		[
			`GET /repositories/{repositoryId}${environmentSecrets}`,
			`GET ${repositoryPath}${environmentSecrets}`,
		],
		'secrets',
		(row) => nameRow(row),
	),
});

export const environmentName = id('Environment', {
	byName: true,
	allowSlashes: true,
	description: 'Name of the environment',
	placeholder: 'e.g. production',
	listMethod: 'searchEnvironment',
	lookup: pagedLookup(`GET ${repositoryPath}/environments?per_page=100`, 'environments', (row) =>
		nameRow(row),
	),
});

export const environmentScope = basePath(`${repositoryPath}/environments/{environmentName}`, {
	owner,
	repository,
	environmentName,
});

/** For endpoints that identify a repository by its numeric ID. */
export const repositoryId = id('Repository ID', {
	description: 'Numeric ID of the repository, as returned by Repository: Get',
	placeholder: 'e.g. 1296269',
	listMethod: 'searchRepositoryID',
	lookup: userLookup('GET /user/repos?per_page=100&sort=pushed', (row) => ({
		name: toText(row.full_name),
		value: toText(row.id),
	})),
});

export const threadId = id('Thread', {
	description: 'ID of the notification thread',
	placeholder: 'e.g. 1234567',
	listMethod: 'searchThread',
	lookup: pagedLookup(
		'GET /notifications?per_page=50',
		undefined,
		({ id: threadId, repository, subject }) => {
			const name = toText((repository as IDataObject | undefined)?.full_name);
			const title = toText((subject as IDataObject | undefined)?.title);
			return { name: `${name} · ${title}`, value: toText(threadId) };
		},
		{ forCredential: onlyForUsers('notifications') },
	),
});

const variableField = {
	byName: true,
	description: 'Name of the variable',
	placeholder: 'e.g. STAGE',
} as const;

const variableLookup = (path: `/${string}`) =>
	pagedLookup(`GET ${path}/variables?per_page=30`, 'variables', (row) => nameRow(row));

export const variableName = id('Variable', {
	...variableField,
	listMethod: 'searchVariable',
	lookup: variableLookup(`${repositoryPath}/actions`),
});

export const organizationVariableName = id('Organization Variable', {
	...variableField,
	listMethod: 'searchOrganizationVariable',
	lookup: variableLookup('/orgs/{organization}/actions'),
});

export const environmentVariableName = id('Environment Variable', {
	...variableField,
	listMethod: 'searchEnvironmentVariable',
	lookup: variableLookup(`${repositoryPath}/environments/{environmentName}`),
});

/** The property that a list is sorted by. Each list has a parameter name of its own for it. */
export const sortBy = (properties: Readonly<Record<string, string>>, label = 'Sort') =>
	choice(label, properties, {
		description: 'Property to sort by',
		apiName: 'sort',
		collection: 'options',
	});

/** For lists of repositories. */
export const repositorySort = sortBy(
	{ created: 'Created', updated: 'Updated', pushed: 'Pushed', full_name: 'Full Name' },
	'Sort Repositories By',
);

export const direction = choice(
	'Direction',
	{ desc: 'Descending', asc: 'Ascending' },
	{ description: 'Sort order of the results', collection: 'options' },
);
export const excludePullRequests = flag('Exclude Pull Requests', {
	description: 'Whether to omit the pull requests of each run',
	apiName: 'exclude_pull_requests',
	collection: 'options',
});

export const enableDebugLogging = flag('Enable Debug Logging', {
	description: 'Whether to write debug logs in this run',
	apiName: 'enable_debug_logging',
});

/** Settings shared by all fields that contain IDs of selected repositories. */
export const repositoryIdList = {
	itemKind: 'integer',
	apiName: 'selected_repository_ids',
	placeholder: 'e.g. 1296269, 1296280',
} as const;
