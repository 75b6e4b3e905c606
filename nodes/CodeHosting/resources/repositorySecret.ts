import { operation, resource } from '../../engine/describe';
import { newName, repositoryScope as basePath, secretName } from '../fields';
import { repositoryLevel } from '../levels';
import { byLink } from '../paging';
import { secretOperations, upsertSecret } from '../secrets/operations';
import { valueFields, writeSecret } from '../secrets/writeSecret';
import { secret as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const secrets = secretOperations(
	repositoryLevel,
	{ secretName },
	{ description: 'name and timestamps', shape },
	tokenScopes.secretsRead,
	tokenScopes.secretsWrite,
);

export const repositorySecret = resource('Secret (Repository)', {
	default: 'getAll',
	operations: {
		delete: secrets.delete,
		get: secrets.get,
		getAll: secrets.getAll,
		getAllOrganization: operation({
			name: 'Get Many Shared by the Organization',
			action: 'Get many secrets that an organization shares with a repository',
			basePath,
			request: 'GET /actions/organization-secrets',
			paging: byLink({ rows: 'secrets' }),
			permission: tokenScopes.secretsRead,
			shape,
		}),
		getPublicKey: secrets.getPublicKey,
		upsert: operation({
			...upsertSecret,
			action: 'Create or update a secret of a repository',
			basePath,
			request: 'PUT /actions/secrets/{newName}',
			fields: { newName, ...valueFields },
			permission: tokenScopes.secretsWrite,
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
