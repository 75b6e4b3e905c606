import { choice, type Fields, operation, type RequestLine, resource } from '../../engine/describe';
import {
	environmentName,
	environmentSecretName,
	newName,
	owner,
	repository,
	repositoryId,
} from '../fields';
import { byLink } from '../paging';
import { upsertSecret } from '../secrets/operations';
import { valueFields } from '../secrets/writeSecret';
import { publicKey, secret as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

/**
 * The specification identifies the repository by ID; the current public API uses owner and name.
 */
const byName = { repositoryBy: ['name'] } as const;

const environmentFields = {
	repositoryBy: choice(
		'Repository By',
		{ name: 'Owner and Name', id: 'Repository ID' },
		{
			description: 'How to identify the repository',
			hint: 'GitHub uses owner and name. The repository ID is only for other services.',
			default: 'name',
			in: 'none',
		},
	),
	repositoryId: {
		...repositoryId,
		required: true,
		show: { repositoryBy: ['id'] },
	} as typeof repositoryId,
	owner: { ...owner, show: byName } as typeof owner,
	repository: { ...repository, show: byName } as typeof repository,
	environmentName: {
		...environmentName,
		hint: 'To choose from a list, set Repository By to Owner and Name',
	},
} satisfies Fields;

const parents = ['repositoryId', 'owner', 'repository', 'environmentName'] as const;

const pathById = '/repositories/{repositoryId}/environments/{environmentName}/secrets';
const pathByName = '/repos/{owner}/{repository}/environments/{environmentName}/secrets';

const requestFor =
	(
		method: 'GET' | 'DELETE' | 'PUT',
		suffix: '' | '/{environmentSecretName}' | '/{newName}' | '/public-key',
	) =>
	({ repositoryBy }: { repositoryBy?: string }): RequestLine | undefined =>
		repositoryBy === 'name' ? `${method} ${pathByName}${suffix}` : undefined;

export const environmentSecret = resource('Secret (Environment)', {
	default: 'getAll',
	operations: {
		delete: operation({
			action: 'Delete a secret of an environment',
			request: `DELETE ${pathById}/{environmentSecretName}`,
			effect: 'irreversible',
			requestFor: requestFor('DELETE', '/{environmentSecretName}'),
			fields: { ...environmentFields, environmentSecretName },
			parents,
			permission: tokenScopes.environmentsWrite,
		}),
		get: operation({
			action: 'Get a secret of an environment',
			description: 'Get the name and timestamps of a secret; its value cannot be read',
			request: `GET ${pathById}/{environmentSecretName}`,
			requestFor: requestFor('GET', '/{environmentSecretName}'),
			fields: { ...environmentFields, environmentSecretName },
			permission: tokenScopes.environmentsRead,
			shape,
		}),
		getAll: operation({
			action: 'Get many secrets of an environment',
			description: 'Get the names and timestamps of secrets; their values cannot be read',
			request: `GET ${pathById}`,
			requestFor: requestFor('GET', ''),
			fields: environmentFields,
			parents,
			paging: byLink({ rows: 'secrets' }),
			permission: tokenScopes.environmentsRead,
			shape,
		}),
		getPublicKey: operation({
			action: 'Get the public key for environment secrets',
			request: `GET ${pathById}/public-key`,
			requestFor: requestFor('GET', '/public-key'),
			fields: environmentFields,
			permission: tokenScopes.environmentsRead,
			shape: publicKey,
		}),
		upsert: operation({
			...upsertSecret,
			action: 'Create or update a secret of an environment',
			request: `PUT ${pathById}/{newName}`,
			requestFor: requestFor('PUT', '/{newName}'),
			fields: { ...environmentFields, newName, ...valueFields },
			parents,
			permission: tokenScopes.environmentsWrite,
		}),
	},
});
