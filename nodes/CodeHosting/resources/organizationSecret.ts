import { choice, list, operation, resource } from '../../engine/describe';
import {
	organizationScope as basePath,
	newName,
	organizationSecretName,
	repositoryId as anyRepositoryId,
	repositoryIdList,
} from '../fields';
import { byLink } from '../paging';
import {
	checkSecret,
	encryptedValueOptions,
	valueFields,
	writeSecret,
} from '../secrets/writeSecret';
import {
	organizationSecret as shape,
	publicKey,
	repository,
	repositoryBrief,
	writeResult,
} from '../shapes';
import { tokenScopes } from '../tokenScopes';

const selectedOnly = 'Only applies if the visibility of the secret is Selected Repositories';
const repositoryId = { ...anyRepositoryId, hint: selectedOnly };
const permission = tokenScopes.organizationSecrets;

export const organizationSecret = resource('Secret (Organization)', {
	default: 'getAll',
	operations: {
		addRepository: operation({
			name: 'Add Repository',
			action: 'Add a repository to a secret of an organization',
			description: 'Give a repository access to a secret that is visible to selected repositories',
			alsoKnownAs: ['addSelectedRepoToOrgSecret'],
			basePath,
			request: 'PUT /actions/secrets/{organizationSecretName}/repositories/{repositoryId}',
			fields: { organizationSecretName, repositoryId },
			permission,
			done: ({ organizationSecretName: name, repositoryId: id }) => ({
				added: true,
				name,
				repository_id: id,
			}),
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a secret of an organization',
			alsoKnownAs: ['deleteOrgSecret'],
			basePath,
			request: 'DELETE /actions/secrets/{organizationSecretName}',
			effect: 'irreversible',
			fields: { organizationSecretName },
			permission,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a secret of an organization',
			description: 'Get the name, timestamps and visibility of a secret; its value cannot be read',
			alsoKnownAs: ['getOrgSecret'],
			basePath,
			request: 'GET /actions/secrets/{organizationSecretName}',
			fields: { organizationSecretName },
			permission,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many secrets of an organization',
			description: 'Get the names and timestamps of secrets; their values cannot be read',
			alsoKnownAs: ['listOrgSecrets'],
			basePath,
			request: 'GET /actions/secrets',
			paging: byLink({ rows: 'secrets' }),
			permission,
			shape,
		}),
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories with access to a secret of an organization',
			alsoKnownAs: ['listSelectedReposForOrgSecret'],
			basePath,
			request: 'GET /actions/secrets/{organizationSecretName}/repositories',
			fields: { organizationSecretName },
			paging: byLink({ rows: 'repositories' }),
			permission,
			simplify: repositoryBrief,
			shape: repository,
		}),
		getPublicKey: operation({
			name: 'Get Public Key',
			action: 'Get the public key for organization secrets',
			alsoKnownAs: ['getOrgPublicKey'],
			basePath,
			request: 'GET /actions/secrets/public-key',
			permission,
			shape: publicKey,
		}),
		removeRepository: operation({
			name: 'Remove Repository',
			action: 'Remove a repository from a secret of an organization',
			description:
				'Revoke the access of a repository to a secret that is visible to selected repositories',
			alsoKnownAs: ['removeSelectedRepoFromOrgSecret'],
			basePath,
			request: 'DELETE /actions/secrets/{organizationSecretName}/repositories/{repositoryId}',
			effect: 'locksOut',
			fields: { organizationSecretName, repositoryId },
			permission,
			done: ({ organizationSecretName: name, repositoryId: id }) => ({
				removed: true,
				name,
				repository_id: id,
			}),
		}),
		setRepositories: operation({
			name: 'Set Repositories',
			action: 'Set the repositories with access to a secret of an organization',
			description: 'Replace the repositories that have access to a secret with selected visibility',
			alsoKnownAs: ['setSelectedReposForOrgSecret'],
			basePath,
			request: 'PUT /actions/secrets/{organizationSecretName}/repositories',
			effect: 'locksOut',
			fields: {
				organizationSecretName,
				selectedRepositoryIds: list('Repository IDs', {
					...repositoryIdList,
					hint: selectedOnly,
					description:
						'IDs of all repositories with access to the secret, separated by commas. An empty list removes all of them.',
					sendEmpty: true,
				}),
			},
			permission,
			done: ({ organizationSecretName: name, selectedRepositoryIds: ids }) => ({
				set: true,
				name,
				repository_ids: ids,
			}),
		}),
		upsert: operation({
			name: 'Create or Update',
			action: 'Create or update a secret of an organization',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			alsoKnownAs: ['createOrUpdateOrgSecret'],
			basePath,
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
			options: encryptedValueOptions,
			check: checkSecret,
			agents: false,
			permission,
			shape: writeResult,
			async run(call) {
				const { organization, newName: name, visibility, visibleTo } = call.input;
				return await writeSecret(
					call,
					'/orgs/{organization}/actions/secrets',
					{ organization },
					name,
					{ visibility, ...(visibleTo ? { selected_repository_ids: visibleTo } : {}) },
				);
			},
		}),
	},
});
