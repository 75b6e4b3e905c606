import { file, operation, outputFileOptions, resource, text } from '../../engine/describe';
import { assetId, releaseId } from '../content/fields';
import { asset as shape, assetBrief as simplify } from '../content/shapes';
import { repositoryScope as basePath } from '../fields';
import { byLink } from '../paging';
import { downloadAsset, uploadAsset } from '../releases/assets';
import { tokenScopes } from '../tokenScopes';

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
			alsoKnownAs: ['deleteReleaseAsset'],
			basePath,
			request: 'DELETE /releases/assets/{assetId}',
			effect: 'irreversible',
			fields: { assetId },
			permission: tokenScopes.contentsWrite,
		}),
		download: operation({
			action: 'Download an asset of a release',
			alsoKnownAs: ['downloadReleaseAsset'],
			basePath,
			request: 'GET /releases/assets/{assetId}',
			fields: { assetId },
			options: outputFileOptions,
			permission: tokenScopes.contentsRead,
			run: downloadAsset,
		}),
		get: operation({
			action: 'Get an asset of a release',
			description: 'Get name, size and download count of a file of a release',
			alsoKnownAs: ['getReleaseAsset'],
			basePath,
			request: 'GET /releases/assets/{assetId}',
			fields: { assetId },
			permission: tokenScopes.contentsRead,
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many assets of a release',
			alsoKnownAs: ['listReleaseAssets'],
			basePath,
			request: 'GET /releases/{releaseId}/assets',
			fields: { releaseId },
			paging: byLink(),
			permission: tokenScopes.contentsRead,
			simplify,
			shape,
		}),
		update: operation({
			action: 'Update an asset of a release',
			collection: 'updateFields',
			description: 'Change the name or the label of a file of a release',
			alsoKnownAs: ['updateReleaseAsset'],
			basePath,
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
			permission: tokenScopes.contentsWrite,
			simplify,
			shape,
		}),
		upload: operation({
			action: 'Upload an asset of a release',
			description: 'Upload a file to a release; the name must not exist in the release yet',
			alsoKnownAs: ['uploadReleaseAsset'],
			basePath,
			request: 'POST /releases/{releaseId}/assets',
			fields: {
				releaseId,
				binaryPropertyName: file('Input Binary Field', {
					default: 'data',
					hint: 'The name of the input field containing the file to upload',
				}),
			},
			options: { assetLabel, assetName },
			permission: tokenScopes.contentsWrite,
			agents: false,
			simplify,
			shape,
			run: uploadAsset,
		}),
	},
});
