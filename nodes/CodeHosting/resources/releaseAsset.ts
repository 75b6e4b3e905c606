import { file, operationsIn, outputFileOptions, resource, text } from '../../engine/describe';
import { assetId, releaseId } from '../content/fields';
import { asset as shape, assetBrief as simplify } from '../content/shapes';
import { repositoryScope } from '../fields';
import { byLink } from '../paging';
import { downloadAsset, uploadAsset } from '../releases/assets';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

const assetLabel = text('Label', {
	description: 'Text that the website shows instead of the name',
	placeholder: 'e.g. Linux (x64)',
	apiName: 'label',
});
const assetName = text('File Name', {
	description: 'Name of the file in the release. Default: the name of the uploaded file.',
	placeholder: 'e.g. app-linux-x64.tar.gz',
	apiName: 'name',
});

export const releaseAsset = resource('Release Asset', {
	default: 'getAll',
	operations: {
		delete: operation({
			action: 'Delete an asset of a release',
			request: 'DELETE /releases/assets/{assetId}',
			effect: 'irreversible',
			fields: { assetId },
		}),
		download: operation({
			action: 'Download an asset of a release',
			request: 'GET /releases/assets/{assetId}',
			fields: { assetId },
			options: outputFileOptions,
			run: downloadAsset,
		}),
		get: operation({
			action: 'Get an asset of a release',
			description: 'Get name, size and download count of a file of a release',
			request: 'GET /releases/assets/{assetId}',
			fields: { assetId },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many assets of a release',
			request: 'GET /releases/{releaseId}/assets',
			fields: { releaseId },
			paging: byLink(),
			simplify,
			shape,
		}),
		update: operation({
			action: 'Update an asset of a release',
			collection: 'updateFields',
			description: 'Change the name or the label of a file of a release',
			request: 'PATCH /releases/assets/{assetId}',
			fields: { assetId },
			options: {
				assetLabel,
				renameAssetTo: text('New Name', {
					description: 'New name of the file',
					placeholder: 'e.g. app-linux-x64.tar.gz',
					apiName: 'name',
				}),
			},
			simplify,
			shape,
		}),
		upload: operation({
			action: 'Upload an asset to a release',
			description: 'Upload a file to a release; the name must not exist in the release yet',
			request: 'POST /releases/{releaseId}/assets',
			fields: {
				releaseId,
				binaryPropertyName: file('Input Binary Field', {
					default: 'data',
					hint: 'The name of the input field containing the file to upload',
				}),
			},
			options: { assetLabel, assetName },
			agents: false,
			simplify,
			shape,
			run: uploadAsset,
		}),
	},
});
