// Users and repositories with every property that the public API description requires.

import type { Repository } from './model';
import { repositoryResponse } from './responses';
import { USER } from './store';

export const HOST = 'https://git.example.com';

const userLinks = {
	followers_url: 'followers',
	following_url: 'following{/other_user}',
	gists_url: 'gists{/gist_id}',
	starred_url: 'starred{/owner}{/repo}',
	subscriptions_url: 'subscriptions',
	organizations_url: 'orgs',
	repos_url: 'repos',
	events_url: 'events{/privacy}',
	received_events_url: 'received_events',
};

const repositoryLinks = [
	'archive',
	'assignees',
	'blobs',
	'branches',
	'collaborators',
	'comments',
	'commits',
	'compare',
	'contents',
	'contributors',
	'deployments',
	'downloads',
	'events',
	'forks',
	'git_commits',
	'git_refs',
	'git_tags',
	'hooks',
	'issue_comment',
	'issue_events',
	'issues',
	'keys',
	'labels',
	'languages',
	'merges',
	'milestones',
	'notifications',
	'pulls',
	'releases',
	'stargazers',
	'statuses',
	'subscribers',
	'subscription',
	'tags',
	'teams',
	'trees',
];

/** Users other than the token's user have an ID that depends on their name. */
const userId = (login: string): number =>
	login === USER.login
		? USER.id
		: [...login].reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 7);

export const nodeId = (kind: string, id: number): string => `${kind}_${id.toString(36)}`;

export function userResponse(login: string) {
	const url = `${HOST}/users/${login}`;
	const id = userId(login);
	return {
		login,
		id,
		node_id: nodeId('U', id),
		avatar_url: `${HOST}/avatars/${id}`,
		gravatar_id: '',
		url,
		html_url: `${HOST}/${login}`,
		...Object.fromEntries(
			Object.entries(userLinks).map(([name, path]) => [name, `${url}/${path}`]),
		),
		type: 'User',
		site_admin: false,
	};
}

export const repositoryUrl = ({ owner, name }: Repository): string =>
	`${HOST}/repos/${owner}/${name}`;

export function fullRepositoryResponse(repo: Repository) {
	const url = repositoryUrl(repo);
	const html = `${HOST}/${repo.owner}/${repo.name}`;
	return {
		...repositoryResponse(repo),
		owner: userResponse(repo.owner),
		node_id: nodeId('R', repo.id),
		url,
		...Object.fromEntries(repositoryLinks.map((name) => [`${name}_url`, `${url}/${name}`])),
		clone_url: `${html}.git`,
		git_url: `git://git.example.com/${repo.owner}/${repo.name}.git`,
		ssh_url: `git@git.example.com:${repo.owner}/${repo.name}.git`,
		svn_url: html,
		mirror_url: null,
		homepage: null,
		language: 'TypeScript',
		license: null,
		forks: 0,
		forks_count: 0,
		stargazers_count: 0,
		watchers: 0,
		watchers_count: 0,
		size: 108,
		open_issues: 0,
		open_issues_count: 0,
		has_issues: true,
		has_projects: true,
		has_wiki: true,
		has_pages: false,
		has_downloads: true,
		archived: false,
		disabled: false,
		pushed_at: '2026-01-26T19:06:43Z',
		created_at: '2025-01-26T19:01:12Z',
		updated_at: '2026-01-26T19:14:43Z',
	};
}
