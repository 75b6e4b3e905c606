import { operation, resource, secret, text } from '../../engine/describe';
import { certificateId, listOptions, newName } from '../fields';
import { byLastUuid, createOne, inputOf, partsOf, reading, targetsIn, together } from '../requests';
import { certificate as shape, deleted } from '../shapes';

const chain = text('Chain', {
	required: true,
	lines: 4,
	description: 'The certificate and those above it, in PEM form',
});
const privateKey = secret('Private Key', {
	wire: 'pkey',
	required: true,
	description: 'The key of the certificate, in PEM form',
});

export const certificate = resource('Certificate', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a certificate',
			description: 'Upload a TLS certificate with its key',
			request: 'POST /certificates',
			output: 'single',
			agents: false,
			shape,
			fields: { chain, privateKey },
			options: {
				certificateName: newName('Certificate Name'),
				commonName: text('Common Name', {
					wire: 'common_name',
					description: 'The domain that it is for',
					placeholder: 'e.g. app.example.com',
				}),
			},
			async run(call) {
				return await createOne(call, 'POST /certificates', partsOf(call.operation, inputOf(call)));
			},
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a certificate',
			request: 'DELETE /certificates',
			output: 'single',
			agents: false,
			shape: deleted,
			fields: { certificateId },
			batch: together({ target: 'certificateId', adds: { deleted: true } }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a certificate',
			request: 'GET /certificates',
			shape,
			fields: { certificateId },
			options: targetsIn,
			batch: reading({ target: 'certificateId' }),
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many certificates',
			request: 'GET /certificates',
			paging: byLastUuid('certificates'),
			shape,
			options: listOptions,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a certificate',
			description: 'Replace the chain and the key of a certificate',
			request: 'PUT /certificates',
			agents: false,
			shape,
			fields: { certificateId, chain, privateKey },
			batch: together({ target: 'certificateId' }),
		}),
	},
});
