import { operation, resource } from '../../engine/describe';
import { newName, repositoryScope as basePath, secretName } from '../fields';
import { byLink } from '../paging';
import {
	checkSecret,
	encryptedValueOptions,
	valueFields,
	writeSecret,
} from '../secrets/writeSecret';
import { publicKey, secret as shape, writeResult } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const paging = byLink({ rows: 'secrets' });

export const repositorySecret = resource('Secret (Repository)', {
	default: 'getAll',
	operations: {
		delete: operation({
			name: 'Delete',
			action: 'Delete a secret of a repository',
			alsoKnownAs: ['deleteRepoSecret'],
			basePath,
			request: 'DELETE /actions/secrets/{secretName}',
			effect: 'irreversible',
			fields: { secretName },
			permission: tokenScopes.secretsWrite,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a secret of a repository',
			description: 'Get the name and timestamps of a secret; its value cannot be read',
			alsoKnownAs: ['getRepoSecret'],
			basePath,
			request: 'GET /actions/secrets/{secretName}',
			fields: { secretName },
			permission: tokenScopes.secretsRead,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many secrets of a repository',
			description: 'Get the names and timestamps of secrets; their values cannot be read',
			alsoKnownAs: ['listRepoSecrets'],
			basePath,
			request: 'GET /actions/secrets',
			paging,
			permission: tokenScopes.secretsRead,
			shape,
		}),
		getAllOrganization: operation({
			name: 'Get Many Shared by the Organization',
			action: 'Get many secrets that an organization shares with a repository',
			alsoKnownAs: ['listRepoOrganizationSecrets'],
			basePath,
			request: 'GET /actions/organization-secrets',
			paging,
			permission: tokenScopes.secretsRead,
			shape,
		}),
		getPublicKey: operation({
			name: 'Get Public Key',
			action: 'Get the public key for repository secrets',
			alsoKnownAs: ['getRepoPublicKey'],
			basePath,
			request: 'GET /actions/secrets/public-key',
			permission: tokenScopes.secretsRead,
			shape: publicKey,
		}),
		upsert: operation({
			name: 'Create or Update',
			action: 'Create or update a secret of a repository',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			alsoKnownAs: ['createOrUpdateRepoSecret'],
			basePath,
			request: 'PUT /actions/secrets/{newName}',
			fields: { newName, ...valueFields },
			options: encryptedValueOptions,
			check: checkSecret,
			agents: false,
			permission: tokenScopes.secretsWrite,
			shape: writeResult,
			run: async (call) =>
				await writeSecret(
					call,
					'/repos/{owner}/{repository}/actions/secrets',
					{ owner: call.input.owner, repository: call.input.repository },
					call.input.newName,
				),
		}),
	},
});
