import { operation, resource } from '../../engine/describe';
import { owner, repository as repositoryName } from '../fields';
import { repository as shape, repositoryBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

export const repository = resource('Repository', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a repository',
			description: 'Get a repository, including its numeric ID',
			alsoKnownAs: ['repos.get'],
			request: 'GET /repos/{owner}/{repository}',
			fields: { owner, repository: repositoryName },
			scope: tokenScopes.metadata,
			simplify,
			shape,
		}),
	},
});
