import { choice, file, flag, json, operation, resource } from '../../engine/describe';
import { act, described, family, filter, newId, orderBy } from '../family';
import { importAssets } from '../importAssets';
import { waitOptions } from '../longRunning';
import { inLocation } from '../place';
import { importJobId, sourceId } from '../records';
import { importJob as shape, importJobBrief } from '../shapes';
import { labels } from './group';

const jobs = family({
	one: 'import job',
	many: 'import jobs',
	collection: 'importJobs',
	key: 'importJobId',
	id: importJobId,
	shape,
	simplify: importJobBrief,
});
const importJobView = choice(
	'View',
	['IMPORT_JOB_VIEW_UNSPECIFIED', 'IMPORT_JOB_VIEW_BASIC', 'IMPORT_JOB_VIEW_FULL'],
	{ description: 'How much of each job to get', wire: 'view' },
);
const { displayName } = described;
const options = {
	displayName,
	labels,
	inlinePayload: json('Inline Payload', {
		description:
			'A small file inside the job, as a JSON object with format and payload (name and Base64 data of each file)',
	}),
	gcsPayload: json('Storage Payload', {
		description:
			'A file in the cloud store, as a JSON object with format and path; the service calls this deprecated',
	}),
};
const names = { sourceId: 'sources' };
const { required, ...anySource } = sourceId;
void required;

export const importFormat = choice(
	'Format',
	[
		'IMPORT_JOB_FORMAT_CMDB',
		'IMPORT_JOB_FORMAT_RVTOOLS_XLSX',
		'IMPORT_JOB_FORMAT_RVTOOLS_CSV',
		'IMPORT_JOB_FORMAT_EXPORTED_AWS_CSV',
		'IMPORT_JOB_FORMAT_EXPORTED_AZURE_CSV',
		'IMPORT_JOB_FORMAT_MANUAL_CSV',
		'IMPORT_JOB_FORMAT_DATABASE_ZIP',
		'IMPORT_JOB_FORMAT_UNSPECIFIED',
	],
	{ description: 'What wrote the file', default: 'IMPORT_JOB_FORMAT_MANUAL_CSV', required: true },
);
export const inputFile = file('Input Binary Field', {
	default: 'data',
	required: true,
	hint: 'The name of the input field containing the file to upload',
});

export const importJob = resource('Import Job', {
	default: 'importAssets',
	operations: {
		create: jobs.create('importJobId', {
			names,
			fields: { sourceId: { ...sourceId, wire: 'assetSource' } },
			options,
		}),
		delete: jobs.delete({ hasChildren: true }),
		get: jobs.get({ options: { importJobView } }),
		getAll: jobs.getAll({ options: { filter, orderBy, importJobView } }),
		importAssets: operation({
			name: 'Import Assets',
			action: 'Import assets from a file',
			description:
				'Make an import job and its data file, upload the file, validate it, run the import, and wait for its end',
			replay: 'keyed',
			agents: false,
			under: inLocation,
			shape,
			fields: {
				newId: newId('import job', 'importJobId', true),
				sourceId,
				format: importFormat,
				binaryPropertyName: inputFile,
			},
			options: {
				displayName,
				labels,
				validateOnly: flag('Validate Only', {
					description: 'Whether to stop after the validation, without importing anything',
					default: true,
				}),
				...waitOptions,
			},
			run: importAssets,
		}),
		run: act({
			name: 'Run',
			action: 'Run an import job',
			request: 'POST /importJobs/{importJobId}:run',
			isLong: true,
			requestId: 'body',
			shape,
			fields: { importJobId },
		}),
		update: jobs.update({
			names,
			options: { ...options, sourceId: { ...anySource, wire: 'assetSource' } },
		}),
		validate: act({
			name: 'Validate',
			action: 'Validate an import job',
			request: 'POST /importJobs/{importJobId}:validate',
			isLong: true,
			requestId: 'body',
			shape,
			fields: { importJobId },
		}),
	},
});
