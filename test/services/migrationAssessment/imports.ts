// Import jobs: validating and importing the uploaded files.
import { ingestFrame } from './assets';
import type { Context } from './collections';
import { apiError } from './errors';
import type { Handlers } from './router';
import type { FileStorage } from './signedUrls';
import type { Json, Resource } from './store';

const uploadKey = ({ uploadFileInfo }: Resource): string =>
	String((uploadFileInfo as { signedUri: string }).signedUri)
		.split('/')
		.at(-1)!;

interface Row {
	/** Row number in the file. The header is row 1. */
	number: number;
	name: string;
	cores: number;
}

/** Parses a CSV file with the columns MachineName and AllocatedProcessorCoreCount. */
function parseRows(text: string): Row[] {
	const [header = [], ...rows] = text
		.trim()
		.split(/\r?\n/)
		.map((line) => line.split(','));
	return rows.map((cells, index) => ({
		number: index + 2,
		name: cells[header.indexOf('MachineName')] ?? '',
		cores: Number(cells[header.indexOf('AllocatedProcessorCoreCount')] ?? 0),
	}));
}

export function importHandlers(context: Context, storage: FileStorage): Handlers {
	const { clock, store, operations } = context;
	const updateJob = (job: string, fields: Json): Resource =>
		store.put({ ...store.get(job), ...fields, updateTime: clock.iso() });
	const filesOf = (job: string): Resource[] => store.below(`${job}/importDataFiles`);
	return {
		'POST importJobs/{}:validate': ({ location, name: job, body }) =>
			operations.once(body.requestId, location, () => {
				updateJob(job, { state: 'IMPORT_JOB_STATE_VALIDATING' });
				const run = () => {
					const fileValidations = filesOf(job).flatMap((file) => {
						const upload = storage.uploads.get(uploadKey(file));
						const rowErrors = parseRows(upload?.text ?? '')
							.filter(({ name }) => name === '')
							.map(({ number }) => ({
								errors: [{ errorDetails: 'MachineName is missing', severity: 'ERROR' }],
								csvError: { rowNumber: number },
							}));
						const fileErrors = upload
							? []
							: [{ errorDetails: 'The file was not uploaded', severity: 'ERROR' }];
						return rowErrors.length + fileErrors.length === 0
							? []
							: [{ fileName: file.displayName, fileErrors, rowErrors }];
					});
					const isValid = fileValidations.length === 0 && filesOf(job).length > 0;
					const jobErrors =
						filesOf(job).length > 0
							? []
							: [{ errorDetails: 'The job has no files', severity: 'ERROR' }];
					return updateJob(job, {
						state: isValid ? 'IMPORT_JOB_STATE_READY' : 'IMPORT_JOB_STATE_FAILED_VALIDATION',
						validationReport: { fileValidations, jobErrors },
					});
				};
				return operations.start({ location, verb: 'validate', target: job, run });
			}),
		'POST importJobs/{}:run': ({ location, name: job, body }) =>
			operations.once(body.requestId, location, () => {
				const { state, assetSource } = store.get(job);
				if (state !== 'IMPORT_JOB_STATE_READY')
					throw apiError('FAILED_PRECONDITION', `The import job is ${String(state)}, not READY.`);
				updateJob(job, { state: 'IMPORT_JOB_STATE_RUNNING' });
				const run = () => {
					const lines = filesOf(job).flatMap((file) =>
						parseRows(storage.uploads.get(uploadKey(file))?.text ?? ''),
					);
					for (const { name, cores } of lines)
						ingestFrame(context, String(assetSource), {
							machineDetails: { machineName: name, coreCount: cores },
							labels: {},
							attributes: {},
						});
					return updateJob(job, {
						state: 'IMPORT_JOB_STATE_COMPLETED',
						completeTime: clock.iso(),
						executionReport: { framesReported: lines.length, totalRowsCount: lines.length },
					});
				};
				return operations.start({ location, verb: 'run', target: job, run });
			}),
	};
}
