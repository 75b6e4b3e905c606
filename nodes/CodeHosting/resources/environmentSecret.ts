import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	type Fields,
	type Input,
	operation,
	type RequestLine,
	resource,
} from '../../engine/describe';
import { fillPath } from '../../engine/request/path';
import { environmentName, environmentSecretName, owner, repository, repositoryId } from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { checkSecret, sealedOptions, valueFields, writeSecret } from '../secrets';
import { publicKey, secret as shape } from '../shapes';

/** The specification addresses the repository by its number; the public description of today by owner and name. */
const byName = { repositoryBy: ['name'] } as const;

const place = {
	repositoryBy: choice(
		'Repository By',
		{ id: 'Repository ID', name: 'Owner and Name' },
		{
			description: 'How to say which repository is meant',
			hint: 'Newer services take owner and name',
			default: 'id',
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
	environmentName,
} satisfies Fields;

const older = '/repositories/{repositoryId}/environments/{environmentName}/secrets';
const newer = '/repos/{owner}/{repository}/environments/{environmentName}/secrets';

const requestFor =
	(method: 'GET' | 'DELETE', end: '' | '/{environmentSecretName}' | '/public-key') =>
	({ repositoryBy }: { repositoryBy?: string }): RequestLine | undefined =>
		repositoryBy === 'name' ? `${method} ${newer}${end}` : undefined;

const write = (input: Input<typeof place>): { place: string; values: IDataObject } => {
	const named = input.repositoryBy === 'name';
	// Slashes in the name of an environment go encoded; the rest of the path is filled in where it is sent.
	const environment = fillPath(
		'{environmentName}',
		() => input.environmentName,
		() => environmentName.label,
		() => true,
	);
	return {
		place: (named ? newer : older).replace('{environmentName}', () => environment),
		values: named
			? { owner: input.owner, repository: input.repository }
			: { repositoryId: input.repositoryId },
	};
};

export const environmentSecret = resource('Secret (Environment)', {
	default: 'getAll',
	operations: {
		delete: operation({
			name: 'Delete',
			action: 'Delete a secret of an environment',
			alsoKnownAs: ['deleteEnvironmentSecret'],
			request: `DELETE ${older}/{environmentSecretName}`,
			requestFor: requestFor('DELETE', '/{environmentSecretName}'),
			fields: { ...place, environmentSecretName },
			scope: needs.environmentsWrite,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a secret of an environment',
			description: 'Get name and times of a secret; nobody can read its value',
			alsoKnownAs: ['getEnvironmentSecret'],
			request: `GET ${older}/{environmentSecretName}`,
			requestFor: requestFor('GET', '/{environmentSecretName}'),
			fields: { ...place, environmentSecretName },
			scope: needs.environmentsRead,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many secrets of an environment',
			description: 'Get names and times of secrets; nobody can read their values',
			alsoKnownAs: ['listEnvironmentSecrets'],
			request: `GET ${older}`,
			requestFor: requestFor('GET', ''),
			fields: place,
			paging: byLink({ rows: 'secrets' }),
			scope: needs.environmentsRead,
			shape,
		}),
		getPublicKey: operation({
			name: 'Get Public Key',
			action: 'Get the key that seals secrets of an environment',
			alsoKnownAs: ['getEnvironmentPublicKey'],
			request: `GET ${older}/public-key`,
			requestFor: requestFor('GET', '/public-key'),
			fields: place,
			scope: needs.environmentsRead,
			shape: publicKey,
		}),
		upsert: operation({
			name: 'Create or Update',
			action: 'Create or update a secret of an environment',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			alsoKnownAs: ['createOrUpdateEnvironmentSecret'],
			request: `PUT ${older}/{environmentSecretName}`,
			fields: { ...place, environmentSecretName, ...valueFields },
			options: sealedOptions,
			check: checkSecret,
			agents: false,
			scope: needs.environmentsWrite,
			shape: { name: 'string', created: 'boolean', updated: 'boolean' },
			async run(call) {
				const to = write(call.input);
				return await writeSecret(call, to.place, to.values, call.input.environmentSecretName);
			},
		}),
	},
});
