import { choice, operation, resource } from '../../engine/describe';
import { profile, profileBrief } from '../accounts/shapes';
import { direction, repositorySort, userScope as basePath, username } from '../fields';
import { issueFilters } from '../issues/fields';
import { byLink } from '../paging';
import { issue, ownIssueBrief, repository, repositoryBrief } from '../shapes';
import { tokenScopes } from '../tokenScopes';

export const user = resource('User', {
	default: 'get',
	operations: {
		get: operation({
			action: 'Get a user',
			description: 'Get the public profile of a user',
			request: 'GET /users/{username}',
			fields: { username },
			simplify: profileBrief,
			shape: profile,
		}),
		getAllIssues: operation({
			action: 'Get many issues of the authenticated user',
			description:
				'Get issues and pull requests of the authenticated user in all repositories; not available to apps',
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
						apiName: 'filter',
					},
				),
				ownIssueLabels: issueFilters.labels,
				ownIssueSince: issueFilters.since,
				ownIssueSort: issueFilters.sort,
				ownIssueState: issueFilters.state,
			},
			paging: byLink(),
			permission: tokenScopes.issues,
			simplify: ownIssueBrief,
			shape: { ...issue, repository: { full_name: 'string' } },
		}),
		getAllRepositories: operation({
			action: 'Get many repositories of a user',
			description: 'Get the public repositories of a user',
			basePath,
			request: 'GET /repos',
			options: {
				direction,
				repositorySort,
				userRepositoryType: choice(
					'Type',
					{ all: 'All', member: 'Member', owner: 'Owner' },
					{
						description: 'Only return repositories that the user owns or is a member of',
						apiName: 'type',
					},
				),
			},
			paging: byLink(),
			simplify: repositoryBrief,
			shape: repository,
		}),
	},
});
