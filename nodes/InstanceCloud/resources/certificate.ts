import { operation, resource, secret, text } from '../../engine/describe';
import { batchWrite } from '../batches';
import { certificateId, listOptions, newName } from '../fields';
import { createObject } from '../objects';
import { bodyOf, inputOf } from '../requestBody';
import { certificate as shape } from '../shapes';
import { standardOperations } from '../standardOperations';

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

const certificates = standardOperations({
	noun: 'certificate',
	path: 'certificates',
	id: { certificateId },
	shape,
});

export const certificate = resource('Certificate', {
	default: 'getAll',
	operations: {
		create: operation({
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
		delete: certificates.delete(),
		get: certificates.get({}),
		getAll: certificates.getAll({ options: listOptions }),
		update: operation({
			description: 'Replace the chain and private key of a certificate',
			request: 'PUT /certificates',
			agents: false,
			shape,
			fields: { certificateId, chain, privateKey },
			batch: batchWrite({ target: 'certificateId' }),
		}),
	},
});
