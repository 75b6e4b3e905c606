// What many responses contain: users, repositories and organizations.

import responses from '../../contract/data/responses/code-hosting.json';
import { DocumentedResponses } from '../kit/documentedResponses';

export const HOST = 'https://git.example.com';
/** The host for uploads, until a response is sent. */
export const UPLOADS = 'https://uploads.github.com';
export const documented = new DocumentedResponses(responses);

export const USER = { login: 'octocat', id: 583_231 } as const;
export const ORGANIZATION = 'octo-org';

interface Name {
	readonly owner: string;
	readonly name: string;
}

/** The path of a repository, which is also that of its records. */
export const repositoryPath = ({ owner, name }: Name): string => `/repos/${owner}/${name}`;
export const repositoryUrl = (repository: Name): string => HOST + repositoryPath(repository);
/** The address of a repository for people. */
export const website = ({ owner, name }: Name): string => `${HOST}/${owner}/${name}`;

export const fullName = ({ owner, name }: Name): string => `${owner}/${name}`;

/** Users other than the token's user have an ID that depends on their name. */
const userId = (login: string): number =>
	login === USER.login
		? USER.id
		: [...login].reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 7);

const accountType = (login: string): string => (/-org$/.test(login) ? 'Organization' : 'User');

/** A user or an organization that owns or creates something. */
export const userResponse = (login: string) => {
	const { user } = documented.body('GET /repos/:owner/:repo/issues/:number') as { user: object };
	const own = JSON.parse(JSON.stringify(user).replaceAll('octocat', login)) as object;
	return { ...own, login, id: userId(login), type: accountType(login) };
};

/**
 * A documented response with the addresses of this host and of the repository of the request. GitHub's
 * times have no milliseconds.
 */
export function ownAddresses<T>(body: T, repository: Partial<Name>): T {
	const { owner = 'octocat', name = 'Hello-World' } = repository;
	const text = JSON.stringify(body)
		.replaceAll(/https:\/\/(?:api\.)?github\.com(?=\/)/g, HOST)
		.replaceAll(/\boctocat\/Hello-World\b/g, `${owner}/${name}`)
		.replaceAll(/(?<=T\d\d:\d\d:\d\d)\.\d{3}(?=Z")/g, '');
	return JSON.parse(text) as T;
}

export const repositoryResponse = ({
	id,
	name,
	owner,
	private: isPrivate,
}: Name & { id: number; private: boolean }) => ({
	id,
	name,
	full_name: `${owner}/${name}`,
	owner: { login: owner, id: 1, type: accountType(owner) },
	private: isPrivate,
	description: `The repository ${name}`,
	fork: false,
	default_branch: 'main',
	html_url: `${HOST}/${owner}/${name}`,
});
