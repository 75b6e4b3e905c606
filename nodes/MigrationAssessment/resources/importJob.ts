import { showHint, toRow } from '../../engine';
import { choice, file, flag, json, operation, resource } from '../../engine/describe';
import { viewOf } from '../enums';
import { importAssets, readImportJob } from '../importAssets';
import { inLocation } from '../location';
import { waitOptions } from '../longRunning';
import { importJobId, optionalRecord, sourceId } from '../recordFields';
import { importJob as shape, importJobBrief } from '../shapes';
import {
	filter,
	nameAndDescription,
	newId,
	orderBy,
	standardOperations,
	writeOperation,
} from '../standardOperations';
import type { WriteSpec } from '../writeRequest';
import { labels } from './group';

const jobs = standardOperations({
	path: 'importJobs',
	record: { importJobId },
	shape,
	simplify: importJobBrief,
});
const importJobView = viewOf(
	'IMPORT_JOB_VIEW',
	'BASIC FULL UNSPECIFIED',
	'Level of detail for each job',
);
const { displayName } = nameAndDescription;
const options = {
	displayName,
	labels,
	inlinePayload: json('Inline Payload', {
		description:
			'Small files to include in the job, as a JSON object with format and payload (name and base64 data of each file)',
	}),
	gcsPayload: json('Storage Payload', {
		description:
			'A file in cloud storage, as a JSON object with format and path. Deprecated by the service.',
	}),
};
const names = { sourceId: 'sources' };

export const importFormat = choice(
	'Format',
	{
		IMPORT_JOB_FORMAT_CMDB: 'CMDB',
		IMPORT_JOB_FORMAT_RVTOOLS_XLSX: 'RVTools XLSX',
		IMPORT_JOB_FORMAT_RVTOOLS_CSV: 'RVTools CSV',
		IMPORT_JOB_FORMAT_EXPORTED_AWS_CSV: 'Exported AWS CSV',
		IMPORT_JOB_FORMAT_EXPORTED_AZURE_CSV: 'Exported Azure CSV',
		IMPORT_JOB_FORMAT_MANUAL_CSV: 'Manual CSV',
		IMPORT_JOB_FORMAT_DATABASE_ZIP: 'Database ZIP',
		IMPORT_JOB_FORMAT_UNSPECIFIED: 'Unspecified',
	},
	{ description: 'Format of the file', default: 'IMPORT_JOB_FORMAT_MANUAL_CSV', required: true },
);
export const inputFile = file('Input Binary Field', {
	default: 'data',
	required: true,
	hint: 'The name of the input field containing the file to upload',
});

/**
 * The import job after an operation on it. In the vendor's public API, the result of these
 * operations is empty, so the job is read.
 */
const resultOrJob: WriteSpec['row'] = async (result, call) =>
	toRow(
		Object.keys(result).length > 0 ? result : await readImportJob(call, call.input.importJobId),
	);

export const importJob = resource('Import Job', {
	default: 'importAssets',
	operations: {
		create: jobs.create({
			names,
			fields: { sourceId: { ...sourceId, apiName: 'assetSource' } },
			options,
			description:
				'Create an import job without running it; import assets does all steps at once, and run starts the import of a validated job',
			row: (result, { context }) => {
				showHint(
					context,
					'The import job was created, but the import has not started. To import a file in one step, use Import Job: Import Assets. To run this job, add and upload a data file, then use Validate and Run.',
				);
				return toRow(result);
			},
		}),
		delete: jobs.delete({ hasChildren: true }),
		get: jobs.get({ options: { importJobView } }),
		getAll: jobs.getAll({ options: { filter, orderBy, importJobView } }),
		importAssets: operation({
			action: 'Import assets from a file',
			collection: 'additionalFields',
			description:
				'Create an import job and its data file, upload and validate the file, run the import, and wait for completion',
			idempotency: 'keyed',
			agents: false,
			basePath: inLocation,
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
					description: 'Whether to stop after validation, without importing anything',
					default: true,
					collection: 'options',
				}),
				...waitOptions,
			},
			run: importAssets,
		}),
		run: writeOperation({
			request: 'POST /importJobs/{importJobId}:run',
			isLong: true,
			requestId: 'body',
			row: resultOrJob,
			shape,
			fields: { importJobId },
		}),
		update: jobs.update({
			names,
			options: { ...options, sourceId: { ...optionalRecord(sourceId), apiName: 'assetSource' } },
		}),
		validate: writeOperation({
			request: 'POST /importJobs/{importJobId}:validate',
			isLong: true,
			requestId: 'body',
			row: resultOrJob,
			shape,
			fields: { importJobId },
		}),
	},
});
