/** Resources of one or two operations, most of them there to find what the others need. */
import type { IDataObject } from 'n8n-workflow';
import { choice, date, integer, operation, resource, text } from '../../engine/describe';
import {
	direction,
	owner,
	repository as repositoryName,
	repositoryScope as under,
	variableName,
} from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import * as shapes from '../shapes';

export const account = resource('Account', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get the authenticated user',
			alsoKnownAs: ['getAuthenticated'],
			request: 'GET /user',
			scope: needs.user,
			shape: shapes.account,
		}),
		getRateLimit: operation({
			name: 'Get Rate Limit',
			action: 'Get the rate limit',
			description: 'Get how many requests are left; asking costs none',
			alsoKnownAs: ['rateLimit.get'],
			request: 'GET /rate_limit',
			shape: shapes.rateLimit,
		}),
	},
});

export const environment = resource('Environment', {
	default: 'getAll',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many environments',
			alsoKnownAs: ['getAllEnvironments'],
			under,
			request: 'GET /environments',
			paging: byLink({ rows: 'environments' }),
			scope: needs.actionsRead,
			shape: shapes.environment,
		}),
	},
});

export const feed = resource('Feed', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get the addresses of feeds',
			description:
				'Get the addresses of the feeds that the user may read; private ones need a credential',
			alsoKnownAs: ['getFeeds'],
			request: 'GET /feeds',
			shape: shapes.feed,
		}),
	},
});

export const issue = resource('Issue', {
	default: 'getAll',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many issues',
			description: 'Get issues of a repository; the service counts pull requests among them',
			alsoKnownAs: ['listForRepo'],
			under,
			request: 'GET /issues',
			options: {
				assignee: text('Assignee', {
					description: 'Only issues of this assignee; none for those without, an asterisk for any',
					placeholder: 'e.g. octocat',
				}),
				creator: text('Creator', {
					description: 'Only issues that this user wrote',
					placeholder: 'e.g. octocat',
				}),
				direction,
				issueFieldValues: text('Issue Field Values', {
					description: 'Only issues whose fields have these values',
					wire: 'issue_field_values',
				}),
				issueLabels: text('Labels', {
					description: 'Only issues with all these labels, separated by commas',
					wire: 'labels',
					placeholder: 'e.g. bug, ui',
				}),
				issueSince: date('Since', {
					description: 'Only issues updated after this time',
					wire: 'since',
				}),
				issueSort: choice(
					'Sort',
					{ created: 'Created', updated: 'Updated', comments: 'Comments' },
					{ description: 'What to sort by', wire: 'sort' },
				),
				issueState: choice(
					'State',
					{ open: 'Open', closed: 'Closed', all: 'All' },
					{ description: 'Issues in which state', wire: 'state' },
				),
				issueType: text('Type', {
					description: 'Only issues of this type; none for those without, an asterisk for any',
					wire: 'type',
					placeholder: 'e.g. Bug',
				}),
				mentioned: text('Mentioned', {
					description: 'Only issues that mention this user',
					placeholder: 'e.g. octocat',
				}),
				milestone: text('Milestone', {
					description: 'Only issues of this milestone: its number, none, or an asterisk for any',
					placeholder: 'e.g. 3',
				}),
			},
			paging: byLink(),
			scope: needs.issues,
			simplify: shapes.issueBrief,
			shape: shapes.issue,
		}),
	},
});

/** Organizations are paged by the number of the last one, not by counting pages. */
const afterLast = byLink({
	unnamed(answer) {
		const last = (answer.body as IDataObject[] | undefined)?.at(-1)?.id;
		return last === undefined ? undefined : { since: last };
	},
});

export const organization = resource('Organization', {
	default: 'getAllMine',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many organizations of the service',
			description: 'Get many organizations of the service in the order in which they were made',
			alsoKnownAs: ['list'],
			request: 'GET /organizations',
			options: {
				organizationsSince: integer('Since ID', {
					description: 'Only organizations with a higher number',
					wire: 'since',
				}),
			},
			paging: afterLast,
			simplify: shapes.organizationBrief,
			shape: shapes.organization,
		}),
		getAllMine: operation({
			name: 'Get Many of the User',
			action: 'Get many organizations of the user',
			alsoKnownAs: ['listForAuthenticatedUser'],
			request: 'GET /user/orgs',
			paging: byLink(),
			scope: needs.organizations,
			simplify: shapes.organizationBrief,
			shape: shapes.organization,
		}),
	},
});

export const repository = resource('Repository', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a repository',
			description: 'Get a repository, its number included',
			alsoKnownAs: ['repos.get'],
			request: 'GET /repos/{owner}/{repository}',
			fields: { owner, repository: repositoryName },
			scope: needs.metadata,
			simplify: shapes.repositoryBrief,
			shape: shapes.repository,
		}),
	},
});

const saved = { name: 'string', created: 'boolean', updated: 'boolean' } as const;
const variableValue = text('Value', {
	description: 'What the variable is to hold; anybody who may read the repository can read it',
	wire: 'value',
});
const newName = text('Name', {
	description: 'Name of the variable',
	wire: 'name',
	placeholder: 'e.g. STAGE',
});

export const variable = resource('Variable', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a variable',
			alsoKnownAs: ['createRepoVariable'],
			under,
			request: 'POST /actions/variables',
			fields: {
				newName: { ...newName, required: true } as typeof newName & { required: true },
				variableValue: { ...variableValue, required: true } as typeof variableValue & {
					required: true;
				},
			},
			scope: needs.variablesWrite,
			shape: saved,
			done: ({ newName: name }) => ({ name, created: true }),
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a variable',
			alsoKnownAs: ['deleteRepoVariable'],
			under,
			request: 'DELETE /actions/variables/{variableName}',
			fields: { variableName },
			scope: needs.variablesWrite,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many variables',
			alsoKnownAs: ['listRepoVariables'],
			under,
			request: 'GET /actions/variables',
			paging: byLink({ rows: 'variables', maximum: 30 }),
			scope: needs.variablesRead,
			shape: shapes.variable,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a variable',
			alsoKnownAs: ['updateRepoVariable'],
			under,
			request: 'PATCH /actions/variables/{variableName}',
			fields: { variableName, variableValue },
			options: {
				renameTo: text('Rename To', { description: 'A new name for the variable', wire: 'name' }),
			},
			replay: 'safe',
			scope: needs.variablesWrite,
			shape: saved,
			done: ({ variableName: name }) => ({ name, updated: true }),
		}),
	},
});
