import { choice, list, operation, resource } from '../../engine/describe';
import {
	organizationScope as under,
	organizationSecretName,
	repositoryId as anyRepositoryId,
} from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { checkSecret, sealedOptions, valueFields, writeSecret } from '../secrets';
import { organizationSecret as shape, publicKey, repository, repositoryBrief } from '../shapes';

const selectedOnly = 'Counts only while the visibility of the secret is selected';
const repositoryId = { ...anyRepositoryId, hint: selectedOnly };
const selectedRepositoryIds = {
	itemKind: 'integer',
	wire: 'selected_repository_ids',
	placeholder: 'e.g. 1296269, 1296280',
	hint: selectedOnly,
} as const;
const scope = needs.organizationSecrets;

export const organizationSecret = resource('Secret (Organization)', {
	default: 'getAll',
	operations: {
		addRepository: operation({
			name: 'Add Repository',
			action: 'Let one more repository use a secret of an organization',
			description: 'Let one more repository use a secret whose visibility is selected',
			alsoKnownAs: ['addSelectedRepoToOrgSecret'],
			under,
			request: 'PUT /actions/secrets/{organizationSecretName}/repositories/{repositoryId}',
			fields: { organizationSecretName, repositoryId },
			scope,
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
			under,
			request: 'DELETE /actions/secrets/{organizationSecretName}',
			fields: { organizationSecretName },
			scope,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a secret of an organization',
			description: 'Get name, times and visibility of a secret; nobody can read its value',
			alsoKnownAs: ['getOrgSecret'],
			under,
			request: 'GET /actions/secrets/{organizationSecretName}',
			fields: { organizationSecretName },
			scope,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many secrets of an organization',
			description: 'Get names and times of secrets; nobody can read their values',
			alsoKnownAs: ['listOrgSecrets'],
			under,
			request: 'GET /actions/secrets',
			paging: byLink({ rows: 'secrets' }),
			scope,
			shape,
		}),
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories that may use a secret of an organization',
			alsoKnownAs: ['listSelectedReposForOrgSecret'],
			under,
			request: 'GET /actions/secrets/{organizationSecretName}/repositories',
			fields: { organizationSecretName },
			paging: byLink({ rows: 'repositories' }),
			scope,
			simplify: repositoryBrief,
			shape: repository,
		}),
		getPublicKey: operation({
			name: 'Get Public Key',
			action: 'Get the key that seals secrets of an organization',
			alsoKnownAs: ['getOrgPublicKey'],
			under,
			request: 'GET /actions/secrets/public-key',
			scope,
			shape: publicKey,
		}),
		removeRepository: operation({
			name: 'Remove Repository',
			action: 'Keep a repository from a secret of an organization',
			description: 'Keep a repository from using a secret whose visibility is selected',
			alsoKnownAs: ['removeSelectedRepoFromOrgSecret'],
			under,
			request: 'DELETE /actions/secrets/{organizationSecretName}/repositories/{repositoryId}',
			fields: { organizationSecretName, repositoryId },
			scope,
			done: ({ organizationSecretName: name, repositoryId: id }) => ({
				removed: true,
				name,
				repository_id: id,
			}),
		}),
		setRepositories: operation({
			name: 'Set Repositories',
			action: 'Set the repositories that may use a secret of an organization',
			description: 'Set all repositories that may use a secret whose visibility is selected',
			alsoKnownAs: ['setSelectedReposForOrgSecret'],
			under,
			request: 'PUT /actions/secrets/{organizationSecretName}/repositories',
			fields: {
				organizationSecretName,
				selectedRepositoryIds: list('Repository IDs', {
					...selectedRepositoryIds,
					description:
						'All repositories that may use the secret, separated by commas. An empty list takes it from all.',
					sendEmpty: true,
				}),
			},
			scope,
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
			under,
			request: 'PUT /actions/secrets/{organizationSecretName}',
			fields: {
				organizationSecretName,
				...valueFields,
				visibility: choice(
					'Visibility',
					{
						all: 'All Repositories',
						private: 'Private Repositories',
						selected: 'Selected Repositories',
					},
					{
						description: 'Which repositories may use the secret',
						required: true,
						default: 'private',
					},
				),
			},
			options: {
				...sealedOptions,
				visibleTo: list('Selected Repository IDs', {
					...selectedRepositoryIds,
					description: 'The repositories, where Visibility is Selected Repositories',
				}),
			},
			check: ({ visibility, visibleTo, ...input }) =>
				visibleTo !== undefined && visibility !== 'selected'
					? { field: 'visibleTo', problem: 'need the visibility selected' }
					: checkSecret(input),
			agents: false,
			scope,
			shape: { name: 'string', created: 'boolean', updated: 'boolean' },
			async run(call) {
				const { organization, organizationSecretName: name, visibility, visibleTo } = call.input;
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
