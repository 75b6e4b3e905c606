import { choice, date, operation, resource, text } from '../../engine/describe';
import { profile, profileBrief } from '../contentShapes';
import { direction, userScope as under, username } from '../fields';
import { byLink } from '../paging';
import { issue, ownIssueBrief, repository, repositoryBrief } from '../shapes';
import { tokenScopes } from '../tokenScopes';

/** Fields by which lists of repositories can be sorted. */
export const repositorySort = choice(
	'Sort Repositories By',
	{ created: 'Created', updated: 'Updated', pushed: 'Pushed', full_name: 'Full Name' },
	{ description: 'Property to sort by', wire: 'sort', collection: 'options' },
);

export const user = resource('User', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a user',
			description: 'Get the public profile of a user',
			alsoKnownAs: ['getByUsername'],
			request: 'GET /users/{username}',
			fields: { username },
			simplify: profileBrief,
			shape: profile,
		}),
		getAllIssues: operation({
			name: 'Get Many Issues',
			action: 'Get many issues of the authenticated user',
			description:
				'Get issues and pull requests of the authenticated user in all repositories; not available to apps',
			alsoKnownAs: ['issues.list'],
			request: 'GET /issues',
			options: {
				direction,
				involvement: choice(
					'Involvement',
					{
						all: 'All',
						assigned: 'Assigned',
						created: 'Created',
						mentioned: 'Mentioned',
						repos: 'Repositories',
						subscribed: 'Subscribed',
					},
					{
						description: 'How the user is involved in the issues. Default: assigned.',
						wire: 'filter',
					},
				),
				ownIssueLabels: text('Labels', {
					description: 'Only return issues with all of these labels, separated by commas',
					wire: 'labels',
					placeholder: 'e.g. bug, ui',
				}),
				ownIssueSince: date('Since', {
					description: 'Only return issues updated after this time',
					wire: 'since',
				}),
				ownIssueSort: choice(
					'Sort',
					{ created: 'Created', updated: 'Updated', comments: 'Comments' },
					{ description: 'Property to sort by', wire: 'sort', collection: 'options' },
				),
				ownIssueState: choice(
					'State',
					{ open: 'Open', closed: 'Closed', all: 'All' },
					{ description: 'Only return issues in this state', wire: 'state' },
				),
			},
			paging: byLink(),
			scope: tokenScopes.issues,
			simplify: ownIssueBrief,
			shape: { ...issue, repository: { full_name: 'string' } },
		}),
		getAllRepositories: operation({
			name: 'Get Many Repositories',
			action: 'Get many repositories of a user',
			description: 'Get the public repositories of a user',
			alsoKnownAs: ['listForUser'],
			under,
			request: 'GET /repos',
			options: {
				direction,
				repositorySort,
				userRepositoryType: choice(
					'Type',
					{ all: 'All', member: 'Member', owner: 'Owner' },
					{
						description: 'Only return repositories that the user owns or is a member of',
						wire: 'type',
					},
				),
			},
			paging: byLink(),
			simplify: repositoryBrief,
			shape: repository,
		}),
	},
});
