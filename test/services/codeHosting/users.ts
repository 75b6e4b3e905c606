// Users in responses.

import { USER } from './store';

export const userResponse = (login: string): Record<string, unknown> => {
	const url = `https://git.example.com/api/users/${login}`;
	return {
		login,
		id: login === USER.login ? USER.id : 1,
		node_id: `user-${login}`,
		avatar_url: `https://git.example.com/avatars/${login}`,
		gravatar_id: '',
		url,
		html_url: `https://git.example.com/${login}`,
		followers_url: `${url}/followers`,
		following_url: `${url}/following{/other_user}`,
		gists_url: `${url}/gists{/gist_id}`,
		starred_url: `${url}/starred{/owner}{/repo}`,
		subscriptions_url: `${url}/subscriptions`,
		organizations_url: `${url}/orgs`,
		repos_url: `${url}/repos`,
		events_url: `${url}/events{/privacy}`,
		received_events_url: `${url}/received_events`,
		type: login.includes('-') ? 'Organization' : 'User',
		site_admin: false,
	};
};
