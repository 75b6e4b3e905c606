import { operationsIn, resource } from '../../engine/describe';
import { newName, organizationScope, organizationSecretName } from '../fields';
import { organizationLevel } from '../levels';
import { secretOperations, upsertSecret } from '../secrets/operations';
import { selectedRepositoryOperations, visibilityFields } from '../secrets/selectedRepositories';
import { valueFields } from '../secrets/writeSecret';
import { organizationSecret as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const permission = tokenScopes.organizationSecrets;
const operation = operationsIn(organizationScope, permission);

const secrets = secretOperations(
	organizationLevel,
	{ organizationSecretName },
	{ description: 'name, timestamps and visibility', shape },
	permission,
	permission,
);
const repositories = selectedRepositoryOperations('secret', { organizationSecretName }, permission);

export const organizationSecret = resource('Secret (Organization)', {
	default: 'getAll',
	operations: {
		addRepository: repositories.addRepository,
		delete: secrets.delete,
		get: secrets.get,
		getAll: secrets.getAll,
		getAllRepositories: repositories.getAllRepositories,
		getPublicKey: secrets.getPublicKey,
		removeRepository: repositories.removeRepository,
		setRepositories: repositories.setRepositories,
		upsert: operation({
			...upsertSecret,
			action: 'Create or update a secret of an organization',
			request: 'PUT /actions/secrets/{newName}',
			fields: { newName, ...valueFields, ...visibilityFields },
		}),
	},
});
