/** Fields and scopes that many operations share. Within the node a name has one shape, so runners and secrets of different owners have names of their own. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	flag,
	id,
	type LocatorRow,
	type Lookup,
	type RequestLine,
	scope,
} from '../engine/describe';
import { byLink } from './paging';

const listed = (
	request: RequestLine | readonly RequestLine[],
	rows: string | undefined,
	row: (row: IDataObject) => LocatorRow,
	more: Partial<Lookup<LocatorRow>> = {},
): Lookup<LocatorRow> => ({
	request,
	rows,
	row,
	paging: byLink({ rows }),
	...more,
});

const named = (row: IDataObject, key = 'name'): LocatorRow => ({
	name: String(row[key]),
	value: String(row[key]),
});
const moment = (value: unknown): string =>
	String(value ?? '')
		.slice(0, 16)
		.replace('T', ' ');

export const owner = id('Owner', {
	byName: true,
	description: 'User or organization that the repository belongs to',
	placeholder: 'e.g. octo-org',
	urlPattern: '^https?://[^/]+/([^/?#]+)',
	lookup: listed('GET /user/repos?per_page=100&sort=pushed', undefined, (row) =>
		named(row.owner as IDataObject, 'login'),
	),
});

export const repository = id('Repository', {
	byName: true,
	description: 'Name of the repository, without its owner',
	placeholder: 'e.g. hello-world',
	urlPattern: '^https?://[^/]+/[^/]+/([^/?#]+)',
	lookup: listed(
		'GET /search/repositories?q=user:{owner}+fork:true&per_page=100',
		'items',
		(row) => ({ ...named(row), description: String(row.description ?? '') }),
		{ search: 'q' },
	),
});

export const organization = id('Organization', {
	byName: true,
	description: 'Name of the organization',
	placeholder: 'e.g. octo-org',
	urlPattern: '^https?://[^/]+/(?:orgs/)?([^/?#]+)',
	lookup: listed('GET /user/orgs?per_page=100', undefined, (row) => named(row, 'login')),
});

export const enterprise = id('Enterprise', {
	byName: true,
	description: 'Short name of the enterprise',
	placeholder: 'e.g. octo-corp',
});
export const username = id('Username', {
	byName: true,
	description: 'Name of the user',
	placeholder: 'e.g. octocat',
	urlPattern: '^https?://[^/]+/([^/?#]+)',
});

export const repositoryScope = scope('/repos/{owner}/{repository}', { owner, repository });
export const organizationScope = scope('/orgs/{organization}', { organization });
export const enterpriseScope = scope('/enterprises/{enterprise}', { enterprise });
export const userScope = scope('/users/{username}', { username });

export const workflowId = id('Workflow', {
	description: 'The workflow, by its number or the name of its file',
	placeholder: 'e.g. release.yml',
	urlPattern: '/actions/workflows/([^/?#]+)',
	lookup: listed(
		'GET /repos/{owner}/{repository}/actions/workflows?per_page=100',
		'workflows',
		(row) => ({
			name: `${String(row.name)} · ${String(row.path).split('/').at(-1)} · ${String(row.state)}`,
			value: String(row.id),
		}),
	),
});

export const runId = id('Run', {
	description: 'The workflow run',
	placeholder: 'e.g. 30433642',
	urlPattern: '/actions/runs/([0-9]+)',
	lookup: listed(
		'GET /repos/{owner}/{repository}/actions/runs?per_page=100',
		'workflow_runs',
		(row) => ({
			name: `${String(row.name)} #${String(row.run_number)} · ${String(row.conclusion ?? row.status)} · ${moment(row.created_at)}`,
			value: String(row.id),
		}),
	),
});

export const jobId = id('Job', {
	description: 'One job of a run',
	placeholder: 'e.g. 399444496',
	urlPattern: '/job/([0-9]+)',
});

export const attemptNumber = id('Attempt Number', {
	description: 'Which attempt of the run, from 1',
	placeholder: 'e.g. 1',
});

export const artifactId = id('Artifact', {
	description: 'Which artifact is meant',
	placeholder: 'e.g. 11',
	urlPattern: '/artifacts/([0-9]+)',
	lookup: listed(
		'GET /repos/{owner}/{repository}/actions/artifacts?per_page=100',
		'artifacts',
		(row) => ({
			name: `${String(row.name)} · ${moment(row.created_at)}${row.expired ? ' · expired' : ''}`,
			value: String(row.id),
		}),
	),
});

export const cacheId = id('Cache', {
	description: 'Which cache is meant',
	placeholder: 'e.g. 505',
	lookup: listed(
		'GET /repos/{owner}/{repository}/actions/caches?per_page=100',
		'actions_caches',
		(row) => ({ name: `${String(row.key)} · ${String(row.ref)}`, value: String(row.id) }),
	),
});

const runnerRow = (row: IDataObject): LocatorRow => ({
	name: `${String(row.name)} · ${String(row.os)} · ${String(row.status)}`,
	value: String(row.id),
});

export const runnerId = id('Runner', {
	description: 'Self-hosted runner of the repository',
	placeholder: 'e.g. 23',
	urlPattern: '/runners/([0-9]+)',
	lookup: listed(
		'GET /repos/{owner}/{repository}/actions/runners?per_page=100',
		'runners',
		runnerRow,
	),
});

export const organizationRunnerId = id('Organization Runner', {
	description: 'Self-hosted runner of the organization',
	placeholder: 'e.g. 23',
	urlPattern: '/runners/([0-9]+)',
	lookup: listed('GET /orgs/{organization}/actions/runners?per_page=100', 'runners', runnerRow),
});

const secretField = { byName: true, placeholder: 'e.g. DEPLOY_KEY' } as const;

export const secretName = id('Secret', {
	...secretField,
	description: 'Name of the secret',
	lookup: listed('GET /repos/{owner}/{repository}/actions/secrets?per_page=100', 'secrets', (row) =>
		named(row),
	),
});

export const organizationSecretName = id('Organization Secret', {
	...secretField,
	description: 'Name of the secret',
	lookup: listed('GET /orgs/{organization}/actions/secrets?per_page=100', 'secrets', (row) =>
		named(row),
	),
});

const environment = '/environments/{environmentName}/secrets?per_page=100';

export const environmentSecretName = id('Environment Secret', {
	...secretField,
	description: 'Name of the secret',
	lookup: listed(
		[
			`GET /repositories/{repositoryId}${environment}`,
			`GET /repos/{owner}/{repository}${environment}`,
		],
		'secrets',
		(row) => named(row),
	),
});

export const environmentName = id('Environment', {
	byName: true,
	allowSlashes: true,
	description: 'Name of the environment',
	placeholder: 'e.g. production',
	lookup: listed(
		[
			'GET /repositories/{repositoryId}/environments?per_page=100',
			'GET /repos/{owner}/{repository}/environments?per_page=100',
		],
		'environments',
		(row) => named(row),
	),
});

/** A repository where the service wants its number. */
export const repositoryId = id('Repository ID', {
	description: 'Number of the repository; Repository: Get shows it',
	placeholder: 'e.g. 1296269',
	lookup: listed('GET /user/repos?per_page=100&sort=pushed', undefined, (row) => ({
		name: String(row.full_name),
		value: String(row.id),
	})),
});

export const threadId = id('Thread', {
	description: 'Thread of notifications',
	placeholder: 'e.g. 1234567',
	lookup: listed('GET /notifications?per_page=50', undefined, (row) => ({
		name: `${String((row.repository as IDataObject | undefined)?.full_name)} · ${String((row.subject as IDataObject | undefined)?.title)}`,
		value: String(row.id),
	})),
});

export const variableName = id('Variable', {
	byName: true,
	description: 'Name of the variable',
	placeholder: 'e.g. STAGE',
	lookup: listed(
		'GET /repos/{owner}/{repository}/actions/variables?per_page=30',
		'variables',
		(row) => named(row),
	),
});

export const direction = choice(
	'Direction',
	{ asc: 'Ascending', desc: 'Descending' },
	{ description: 'Order of the results' },
);
export const excludePullRequests = flag('Exclude Pull Requests', {
	description: 'Whether to leave out the pull requests of each run',
	wire: 'exclude_pull_requests',
});
