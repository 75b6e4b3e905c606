import { flag, id, operationsIn, resource, text, toText } from '../../engine/describe';
import { pagedLookup, repositoryPath, repositoryScope } from '../fields';
import { byLink } from '../paging';
import { deployKey as shape, deployKeyBrief as simplify } from '../repositories/shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.administrationRead,
	tokenScopes.administrationWrite,
);

const deployKeyId = id('Deploy Key', {
	description: 'ID of the deploy key',
	placeholder: 'e.g. 1',
	listMethod: 'searchDeployKey',
	lookup: pagedLookup(
		`GET ${repositoryPath}/keys?per_page=100`,
		undefined,
		({ id: keyId, title, read_only: readOnly }) => ({
			name: `${toText(title)} · ${readOnly === true ? 'read only' : 'read and write'}`,
			value: toText(keyId),
		}),
	),
});

export const deployKey = resource('Deploy Key', {
	default: 'getAll',
	operations: {
		create: operation({
			description: 'Add a deploy key, an SSH key with access to a single repository',
			request: 'POST /keys',
			// Whoever has the key can copy the code at once.
			effect: 'irreversible',
			fields: {
				deployKeyTitle: text('Title', {
					description: 'Name of the key',
					placeholder: 'e.g. build-server',
					apiName: 'title',
					required: true,
				}),
				publicKey: text('Public Key', {
					description: 'The public part of the SSH key',
					placeholder: 'e.g. ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA…',
					apiName: 'key',
					lines: 3,
					required: true,
				}),
				readOnlyKey: flag('Read Only', {
					description:
						'Whether the key can only read. A key that can write can do the same as a member with admin rights.',
					apiName: 'read_only',
					default: true,
				}),
			},
			simplify,
			shape,
		}),
		delete: operation({
			description: 'Delete a deploy key; systems that use it lose access',
			request: 'DELETE /keys/{deployKeyId}',
			effect: 'locksOut',
			fields: { deployKeyId },
		}),
		get: operation({
			request: 'GET /keys/{deployKeyId}',
			fields: { deployKeyId },
			simplify,
			shape,
		}),
		getAll: operation({
			request: 'GET /keys',
			paging: byLink(),
			simplify,
			shape,
		}),
	},
});
