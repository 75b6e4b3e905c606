import { choice, flag, integer, operation, resource, secret, text } from '../../engine/describe';
import { batchWrite } from '../batches';
import { jsonOption } from '../fields';
import { singlePage } from '../pagination';
import { deleted, image as shape, pinned } from '../shapes';

const filters = {
	digest: text('Digest', {
		description: 'Return only the image with this digest',
		placeholder: 'e.g. sha256:9b2c…',
	}),
	imageTag: text('Tag', {
		apiName: 'tag',
		description: 'Return only images with this tag',
		placeholder: 'e.g. nginx:latest',
	}),
};

export const image = resource('Image', {
	default: 'getAll',
	operations: {
		getAll: operation({
			description:
				'Get the images that instances can run (images are pushed to the registry, not uploaded with this API)',
			request: 'GET /images',
			paging: singlePage('images'),
			shape,
			options: filters,
		}),
		getAllStored: operation({
			name: 'Get Many in Store',
			action: 'Get many images of the store',
			request: 'GET /image-store',
			paging: singlePage('images'),
			shape,
			options: filters,
		}),
		pin: operation({
			description: 'Pull an image and keep it available',
			request: 'POST /images',
			output: 'single',
			shape: pinned,
			fields: {
				imageUrl: text('Image', {
					apiName: 'url',
					required: true,
					description: 'The image to pin',
					placeholder: 'e.g. nginx:latest',
				}),
				pullTimeout: integer('Pull Timeout (Seconds)', {
					apiName: 'timeout_s',
					required: true,
					default: 60,
					description: 'Maximum number of seconds for pulling the image',
				}),
			},
			options: {
				registryCredentials: secret('Registry Credentials', {
					apiName: 'credentials',
					description: 'Credentials for the registry',
				}),
				headers: jsonOption('Headers', 'Headers for requests to the registry, as a JSON object'),
				pullPolicy: choice('Pull Policy', ['if_not_present', 'always', 'never'], {
					apiName: 'pull_policy',
					description: 'When to pull the image',
				}),
				mergeRequests: flag('Merge Requests', {
					apiName: 'merge_requests',
					description: 'Whether to serve identical requests with a single pull',
				}),
				autokill: jsonOption(
					'Autokill',
					'When to unpin the image automatically, for example {"time_ms": 3600000}',
				),
			},
			batch: batchWrite({ created: true, keys: ['url'] }),
		}),
		unpin: operation({
			description: 'Stop keeping a pinned image available',
			request: 'DELETE /images',
			effect: 'reversible',
			output: 'single',
			shape: deleted,
			fields: {
				imageId: text('Pinned Image', {
					apiName: 'uuid',
					required: true,
					description: 'UUID returned by the Pin operation',
					placeholder: 'e.g. 9f0c4c1e-3a58-4f6e-9a39-2a0c1f7b2d10',
				}),
			},
			batch: batchWrite({ target: 'imageId', adds: { deleted: true } }),
		}),
	},
});
