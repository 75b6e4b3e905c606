import type { IDataObject } from 'n8n-workflow';
import { operation, resource } from '../../engine/describe';
import { described, family, filter, orderBy } from '../family';
import { inLocation, locationPath } from '../place';
import { importDataFileId, importJobId } from '../records';
import { importDataFile as shape } from '../shapes';
import { uploadTo } from '../signedFiles';
import { importFormat as format, inputFile } from './importJob';

const files = family({
	one: 'import data file',
	many: 'import data files',
	collection: 'importJobs/{importJobId}/importDataFiles',
	parents: { importJobId },
	key: 'importDataFileId',
	id: importDataFileId,
	shape,
});

export const importDataFile = resource('Import Data File', {
	default: 'getAll',
	operations: {
		create: files.create('importDataFileId', {
			description: 'Announce a file of an import job; the answer says where to upload it',
			fields: { format },
			options: { displayName: described.displayName },
		}),
		delete: files.delete(),
		get: files.get(),
		getAll: files.getAll({ options: { filter, orderBy } }),
		upload: operation({
			name: 'Upload',
			action: 'Upload the content of an import data file',
			description: 'Send a binary property to the signed address of a data file',
			replay: 'safe',
			agents: false,
			under: inLocation,
			fields: { importJobId, importDataFileId, binaryPropertyName: inputFile },
			shape: { name: 'string', fileName: 'string', size: 'integer' },
			async run(call) {
				const dataFile = ((
					await call.request(
						`GET ${locationPath}/importJobs/{importJobId}/importDataFiles/{importDataFileId}`,
						{ values: call.input },
					)
				).body ?? {}) as IDataObject;
				const { fileName, size } = await uploadTo(call, dataFile, call.input.binaryPropertyName);
				return [{ json: { name: dataFile.name, fileName, size } }];
			},
		}),
	},
});
