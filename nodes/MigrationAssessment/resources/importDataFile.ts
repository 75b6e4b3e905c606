import type { IDataObject } from 'n8n-workflow';
import { operation, resource } from '../../engine/describe';
import { inLocation, locationPath } from '../location';
import { importDataFileId, importJobId } from '../recordFields';
import { importDataFile as shape } from '../shapes';
import { uploadFile } from '../signedUrls';
import { filter, nameAndDescription, orderBy, standardOperations } from '../standardOperations';
import { importFormat as format, inputFile } from './importJob';

const files = standardOperations({
	path: 'importJobs/{importJobId}/importDataFiles',
	parents: { importJobId },
	record: { importDataFileId },
	shape,
});

export const importDataFile = resource('Import Data File', {
	default: 'getAll',
	operations: {
		create: files.create({
			description: 'Add a data file to an import job and get the signed URL to upload it to',
			fields: { format },
			options: { displayName: nameAndDescription.displayName },
		}),
		delete: files.delete(),
		get: files.get(),
		getAll: files.getAll({ options: { filter, orderBy } }),
		upload: operation({
			action: 'Upload the content of an import data file',
			description: 'Upload a binary property to the signed URL of a data file',
			idempotency: 'safe',
			agents: false,
			basePath: inLocation,
			fields: { importJobId, importDataFileId, binaryPropertyName: inputFile },
			shape: { name: 'string', fileName: 'string', size: 'integer' },
			async run(call) {
				const dataFile = ((
					await call.request(
						`GET ${locationPath}/importJobs/{importJobId}/importDataFiles/{importDataFileId}`,
						{ values: call.input },
					)
				).body ?? {}) as IDataObject;
				const { fileName, size } = await uploadFile(call, dataFile, call.input.binaryPropertyName);
				return [{ json: { name: dataFile.name, fileName, size } }];
			},
		}),
	},
});
