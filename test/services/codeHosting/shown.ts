// Repositories and organizations as the service shows them in lists.

import type { Organization, Repository } from './model';

export const repositoryResponse = ({ id, name, owner, private: isPrivate }: Repository) => ({
	id,
	name,
	full_name: `${owner}/${name}`,
	owner: { login: owner, id: 1, type: owner.includes('-') ? 'Organization' : 'User' },
	private: isPrivate,
	description: `The repository ${name}`,
	fork: false,
	default_branch: 'main',
	html_url: `https://git.example.com/${owner}/${name}`,
});

export const organizationResponse = ({ id, login }: Organization) => ({
	login,
	id,
	url: `https://git.example.com/orgs/${login}`,
	avatar_url: '',
	description: `The organization ${login}`,
});
