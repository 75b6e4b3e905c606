import { choice, operation, pathsOf, resource } from '../../engine/describe';
import { member, memberBrief } from '../accounts/shapes';
import { repositoryId } from '../fields';
import { everySearch, searchOrder, searchQuery } from '../search/search';
import {
	foundCode,
	foundCodeBrief,
	foundCommit,
	foundCommitBrief,
	foundTopic,
	searchResult,
	searchResultBrief,
} from '../search/shapes';
import {
	foundIssueBrief,
	issue,
	issueLabel,
	issueLabelBrief,
	repository,
	repositoryBrief,
} from '../shapes';
import { tokenScopes } from '../tokenScopes';

/** The field Query, with an example for what is searched. */
const queryFor = (example: string) => ({
	searchQuery: { ...searchQuery, placeholder: `e.g. ${example}` },
});

const options = 'options';

export const search = resource('Search', {
	default: 'searchIssues',
	operations: {
		searchCode: operation({
			...everySearch,
			action: 'Search code',
			description:
				'Search the files of default branches; the service returns up to 1,000 results and allows ten searches per minute',
			request: 'GET /search/code',
			fields: queryFor('addClass language:js repo:octo-org/hello-world'),
			// Code searches do not count towards the limit of other searches.
			rateLimit: 'codeSearch',
			permission: tokenScopes.contentsRead,
			simplify: foundCodeBrief,
			shape: foundCode,
		}),
		searchCommits: operation({
			...everySearch,
			action: 'Search commits',
			description:
				'Search the commits of default branches; the service returns up to 1,000 results',
			request: 'GET /search/commits',
			fields: queryFor('fix crash repo:octo-org/hello-world'),
			options: {
				commitSearchSort: choice(
					'Sort By',
					{ 'author-date': 'Author Date', 'committer-date': 'Committer Date' },
					{ description: 'Default: best match', apiName: 'sort', collection: options },
				),
				searchOrder,
			},
			permission: tokenScopes.contentsRead,
			simplify: foundCommitBrief,
			shape: foundCommit,
		}),
		searchIssues: operation({
			...everySearch,
			action: 'Search issues and pull requests',
			description: 'Search issues and pull requests; the service returns up to 1,000 results',
			request: 'GET /search/issues',
			fields: queryFor('is:issue is:open repo:octo-org/hello-world crash'),
			options: {
				issueSearchSort: choice(
					'Sort By',
					{
						comments: 'Comments',
						created: 'Created',
						interactions: 'Interactions',
						reactions: 'Reactions',
						'reactions-heart': 'Reactions: Heart',
						'reactions-smile': 'Reactions: Smile',
						'reactions-tada': 'Reactions: Tada',
						'reactions-thinking_face': 'Reactions: Thinking Face',
						'reactions--1': 'Reactions: Thumbs Down',
						'reactions-+1': 'Reactions: Thumbs Up',
						updated: 'Updated',
					},
					{ description: 'Default: best match', apiName: 'sort', collection: options },
				),
				searchOrder,
			},
			permission: tokenScopes.issues,
			simplify: { ...foundIssueBrief, ...searchResultBrief },
			shape: { ...issue, repository_url: 'string', ...searchResult },
		}),
		searchLabels: operation({
			...everySearch,
			action: 'Search labels of a repository',
			description: 'Search the names and descriptions of the labels of a repository',
			request: 'GET /search/labels',
			fields: {
				repositoryId: { ...repositoryId, apiName: 'repository_id' },
				...queryFor('bug'),
			},
			options: {
				labelSearchSort: choice(
					'Sort By',
					{ created: 'Created', updated: 'Updated' },
					{ description: 'Default: best match', apiName: 'sort', collection: options },
				),
				searchOrder,
			},
			permission: tokenScopes.issues,
			simplify: { ...pathsOf(issueLabelBrief.join(' ')), ...searchResultBrief },
			shape: { ...issueLabel, ...searchResult },
		}),
		searchRepositories: operation({
			...everySearch,
			action: 'Search repositories',
			description: 'Search repositories; the service returns up to 1,000 results',
			request: 'GET /search/repositories',
			fields: queryFor('workflow language:typescript stars:>100'),
			options: {
				repositorySearchSort: choice(
					'Sort By',
					{
						stars: 'Stars',
						forks: 'Forks',
						'help-wanted-issues': 'Help Wanted Issues',
						updated: 'Updated',
					},
					{ description: 'Default: best match', apiName: 'sort', collection: options },
				),
				searchOrder,
			},
			permission: tokenScopes.metadata,
			simplify: { ...repositoryBrief, ...searchResultBrief },
			shape: { ...repository, ...searchResult },
		}),
		searchTopics: operation({
			...everySearch,
			action: 'Search topics',
			description: 'Search the topics of repositories; the service returns up to 1,000 results',
			request: 'GET /search/topics',
			fields: queryFor('automation is:featured'),
			permission: tokenScopes.metadata,
			shape: foundTopic,
		}),
		searchUsers: operation({
			...everySearch,
			action: 'Search users',
			description: 'Search users and organizations; the service returns up to 1,000 results',
			request: 'GET /search/users',
			fields: queryFor('octocat type:user'),
			options: {
				userSearchSort: choice(
					'Sort By',
					{ followers: 'Followers', joined: 'Joined', repositories: 'Repositories' },
					{ description: 'Default: best match', apiName: 'sort', collection: options },
				),
				searchOrder,
			},
			permission: tokenScopes.metadata,
			simplify: { ...pathsOf(memberBrief.join(' ')), ...searchResultBrief },
			shape: { ...member, ...searchResult },
		}),
	},
});
