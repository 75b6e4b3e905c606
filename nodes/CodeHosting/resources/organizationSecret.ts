import { choice, list, operationsIn, resource } from '../../engine/describe';
import {
	organizationScope,
	newName,
	organizationSecretName,
	repositoryId as anyRepositoryId,
	repositoryIdList,
} from '../fields';
import { organizationLevel } from '../levels';
import { byLink } from '../paging';
import { secretOperations, upsertSecret } from '../secrets/operations';
import { valueFields } from '../secrets/writeSecret';
import { organizationSecret as shape, repository, repositoryBrief } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const permission = tokenScopes.organizationSecrets;
const operation = operationsIn(organizationScope, permission);

const selectedOnly = 'Only applies if the visibility of the secret is Selected Repositories';
const repositoryId = { ...anyRepositoryId, hint: selectedOnly };

const secrets = secretOperations(
	organizationLevel,
	{ organizationSecretName },
	{ description: 'name, timestamps and visibility', shape },
	permission,
	permission,
);

export const organizationSecret = resource('Secret (Organization)', {
	default: 'getAll',
	operations: {
		addRepository: operation({
			action: 'Add a repository to a secret of an organization',
			description:
				'Give a repository access to a secret that is visible to selected repositories; its workflows can read the value',
			effect: 'irreversible',
			request: 'PUT /actions/secrets/{organizationSecretName}/repositories/{repositoryId}',
			fields: { organizationSecretName, repositoryId },
			done: ({ organizationSecretName: name, repositoryId: id }) => ({
				added: true,
				name,
				repository_id: id,
			}),
		}),
		delete: secrets.delete,
		get: secrets.get,
		getAll: secrets.getAll,
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories with access to a secret of an organization',
			request: 'GET /actions/secrets/{organizationSecretName}/repositories',
			fields: { organizationSecretName },
			paging: byLink({ rows: 'repositories' }),
			simplify: repositoryBrief,
			shape: repository,
		}),
		getPublicKey: secrets.getPublicKey,
		removeRepository: operation({
			action: 'Remove a repository from a secret of an organization',
			description:
				'Revoke the access of a repository to a secret that is visible to selected repositories',
			request: 'DELETE /actions/secrets/{organizationSecretName}/repositories/{repositoryId}',
			effect: 'locksOut',
			fields: { organizationSecretName, repositoryId },
			done: ({ organizationSecretName: name, repositoryId: id }) => ({
				removed: true,
				name,
				repository_id: id,
			}),
		}),
		setRepositories: operation({
			action: 'Set the repositories with access to a secret of an organization',
			description: 'Replace the repositories that have access to a secret with selected visibility',
			request: 'PUT /actions/secrets/{organizationSecretName}/repositories',
			effect: 'locksOut',
			fields: {
				organizationSecretName,
				selectedRepositoryIds: list('Repository IDs', {
					...repositoryIdList,
					hint: selectedOnly,
					description:
						'IDs of all repositories with access to the secret, separated by commas. An empty list removes all of them.',
					clearable: true,
				}),
			},
			done: ({ organizationSecretName: name, selectedRepositoryIds: ids }) => ({
				set: true,
				name,
				repository_ids: ids,
			}),
		}),
		upsert: operation({
			...upsertSecret,
			action: 'Create or update a secret of an organization',
			request: 'PUT /actions/secrets/{newName}',
			fields: {
				newName,
				...valueFields,
				visibility: choice(
					'Visibility',
					{
						all: 'All Repositories',
						private: 'Private Repositories',
						selected: 'Selected Repositories',
					},
					{
						description: 'Which repositories have access to the secret',
						required: true,
						default: 'private',
					},
				),
				visibleTo: list('Selected Repository IDs', {
					...repositoryIdList,
					description: 'IDs of the repositories with access to the secret, separated by commas',
					show: { visibility: ['selected'] },
				}),
			},
		}),
	},
});
