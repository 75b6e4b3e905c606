import { choice, flag, integer, operation, resource, secret, text } from '../../engine/describe';
import { jsonOption } from '../fields';
import { together, wholeList } from '../requests';
import { deleted, image as shape, pinned } from '../shapes';

const filters = {
	digest: text('Digest', {
		description: 'Only the image of this digest',
		placeholder: 'e.g. sha256:9b2c…',
	}),
	imageTag: text('Tag', {
		wire: 'tag',
		description: 'Only images of this tag',
		placeholder: 'e.g. nginx:latest',
	}),
};

export const image = resource('Image', {
	default: 'getAll',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many images',
			description:
				'Get the images that instances can run; they are pushed to the registry, not by this interface',
			request: 'GET /images',
			paging: wholeList('images'),
			shape,
			options: filters,
		}),
		getAllStored: operation({
			name: 'Get Many in Store',
			action: 'Get many images of the store',
			request: 'GET /image-store',
			paging: wholeList('images'),
			shape,
			options: filters,
		}),
		pin: operation({
			name: 'Pin',
			action: 'Pin an image',
			description: 'Pull an image and keep it at hand',
			request: 'POST /images',
			output: 'single',
			shape: pinned,
			fields: {
				imageUrl: text('Image', {
					wire: 'url',
					required: true,
					description: 'The image to pin',
					placeholder: 'e.g. nginx:latest',
				}),
				pullTimeout: integer('Pull Timeout (Seconds)', {
					wire: 'timeout_s',
					required: true,
					default: 60,
					description: 'Seconds that pulling may take',
				}),
			},
			options: {
				registryCredentials: secret('Registry Credentials', {
					wire: 'credentials',
					description: 'What the registry asks for',
				}),
				headers: jsonOption('Headers', 'Headers for the registry, as an object'),
				pullPolicy: choice('Pull Policy', ['always', 'if_not_present', 'never'], {
					wire: 'pull_policy',
					description: 'When it is fetched',
				}),
				mergeRequests: flag('Merge Requests', {
					wire: 'merge_requests',
					description: 'Whether equal requests are answered by one pull',
				}),
				autokill: jsonOption(
					'Autokill',
					'When it is let go by itself, for example {"time_ms": 3600000}',
				),
			},
			batch: together({ made: true, keys: ['url'] }),
		}),
		unpin: operation({
			name: 'Unpin',
			action: 'Unpin an image',
			description: 'Let go of a pinned image',
			request: 'DELETE /images',
			output: 'single',
			shape: deleted,
			fields: {
				imageId: text('Pinned Image', {
					wire: 'uuid',
					required: true,
					description: 'UUID that Pin answered',
					placeholder: 'e.g. 9f0c4c1e-3a58-4f6e-9a39-2a0c1f7b2d10',
				}),
			},
			batch: together({ target: 'imageId', adds: { deleted: true } }),
		}),
	},
});
