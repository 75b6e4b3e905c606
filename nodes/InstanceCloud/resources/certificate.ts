import { operation, resource, secret, text } from '../../engine/describe';
import { batchRead, batchWrite } from '../batches';
import { certificateId, listOptions, newName } from '../fields';
import { createObject } from '../objects';
import { byLastUuid } from '../pagination';
import { bodyOf, inputOf } from '../requestBody';
import { certificate as shape, deleted } from '../shapes';

const chain = text('Chain', {
	required: true,
	lines: 4,
	description: 'The certificate and its chain, in PEM format',
});
const privateKey = secret('Private Key', {
	apiName: 'pkey',
	required: true,
	description: 'Private key of the certificate, in PEM format',
});

export const certificate = resource('Certificate', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a certificate',
			collection: 'additionalFields',
			description: 'Upload a TLS certificate with its private key',
			request: 'POST /certificates',
			output: 'single',
			agents: false,
			shape,
			fields: { chain, privateKey },
			options: {
				certificateName: newName('Certificate Name'),
				commonName: text('Common Name', {
					apiName: 'common_name',
					description: 'Domain of the certificate',
					placeholder: 'e.g. app.example.com',
				}),
			},
			async run(call) {
				return await createObject(
					call,
					'POST /certificates',
					bodyOf(call.operation, inputOf(call)),
				);
			},
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a certificate',
			request: 'DELETE /certificates',
			effect: 'irreversible',
			output: 'single',
			shape: deleted,
			fields: { certificateId },
			batch: batchWrite({ target: 'certificateId', adds: { deleted: true } }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a certificate',
			request: 'GET /certificates',
			shape,
			fields: { certificateId },
			batch: batchRead({ target: 'certificateId', local: 'GET /certificates/{uuid}' }),
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
			description: 'Replace the chain and private key of a certificate',
			request: 'PUT /certificates',
			agents: false,
			shape,
			fields: { certificateId, chain, privateKey },
			batch: batchWrite({ target: 'certificateId' }),
		}),
	},
});
