/**
 * Imports a file of assets: creates the job and its data file, uploads and validates the file, and
 * runs the import, all in one operation.
 */
import type { IDataObject } from 'n8n-workflow';
import { inputFile, toRow } from '../engine';
import {
	allFieldsOf,
	type Call,
	PackError,
	type RequestLine,
	type RequestParts,
	type Row,
	toText,
} from '../engine/describe';
import { locationPath } from './location';
import { type LongRunning, waitForResult, type WaitInput } from './longRunning';
import { requestIdOf } from './requestId';
import { resourceName } from './resourceNames';
import { uploadFile } from './signedUrls';

export interface ImportInput extends WaitInput {
	readonly newId: string;
	readonly sourceId: string;
	readonly format: string;
	readonly binaryPropertyName: string;
	readonly displayName?: string;
	readonly labels?: IDataObject;
	readonly validateOnly?: boolean;
}

const jobsPath = `${locationPath}/importJobs` as const;
const jobPath = `${jobsPath}/{newId}` as const;

/**
 * Each step has its own request ID, so that Retry On Fail continues where the previous attempt
 * stopped.
 * @throws PackError with the errors found by the validation or the import
 */
export async function importAssets(call: Call<ImportInput>): Promise<Row[]> {
	const { input } = call;
	// Checked first, so that an item without a file does not create a job.
	const { fileName } = await inputFile(
		call.context,
		call.item,
		input.binaryPropertyName,
		allFieldsOf(call.operation).binaryPropertyName?.label,
	);
	await runStep(call, `POST ${jobsPath}`, {
		query: { importJobId: input.newId, requestId: requestIdOf(call.key, 'job') },
		body: {
			assetSource: resourceName(input, 'sources', input.sourceId),
			displayName: input.displayName ?? fileName,
			...(input.labels ? { labels: input.labels } : {}),
		},
	});
	const dataFile = await runStep(call, `POST ${jobPath}/importDataFiles`, {
		query: { importDataFileId: dataFileId, requestId: requestIdOf(call.key, 'file') },
		body: { displayName: fileName, format: input.format },
	});
	await uploadFile(call, dataFile, input.binaryPropertyName);
	await runStep(call, `POST ${jobPath}:validate`, {
		body: { requestId: requestIdOf(call.key, 'validate') },
	});
	const validatedJob = await readImportJob(call, input.newId);
	if (validatedJob.state === 'IMPORT_JOB_STATE_FAILED_VALIDATION')
		throw importError(call, 'failed validation', validatedJob.validationReport);
	if (input.validateOnly) return [toRow(validatedJob)];
	await runStep(call, `POST ${jobPath}:run`, { body: { requestId: requestIdOf(call.key, 'run') } });
	const job = await readImportJob(call, input.newId);
	if (job.state === 'IMPORT_JOB_STATE_FAILED')
		throw importError(
			call,
			'failed',
			(job.executionReport as IDataObject | undefined)?.executionErrors,
		);
	return [toRow(job)];
}

const dataFileId = 'file-1';

const runStep = async (
	call: Call<ImportInput>,
	line: RequestLine,
	parts: RequestParts,
): Promise<IDataObject> =>
	await waitForResult(
		call,
		(await call.request(line, { values: call.input, ...parts })).body as LongRunning,
	);

const maxErrorsInMessage = 5;

function importError({ input }: Call<ImportInput>, outcome: string, report: unknown): PackError {
	const found = reportErrors(report);
	const details = found.slice(0, maxErrorsInMessage).join('; ');
	const omitted = found.length - maxErrorsInMessage;
	return new PackError(`The import job ${input.newId} ${outcome}${details ? `: ${details}` : ''}`, {
		hint: `${omitted > 0 ? `${omitted} more errors are not listed. ` : ''}Get the complete report with Import Job: Get (View: full, Simplify off). Fix the file, then import it with another ID.`,
	});
}

/** Collects the errors in a validation report: of the job, of each file, and of each row. Pure. */
export function reportErrors(report: unknown): string[] {
	const { jobErrors, fileValidations } = objectOf(report);
	return [
		...objectsIn(jobErrors).map(({ errorDetails }) => toText(errorDetails)),
		...objectsIn(fileValidations).flatMap(({ fileName, fileErrors, rowErrors }) => [
			...objectsIn(fileErrors).map(
				({ errorDetails }) => `${toText(fileName)}: ${toText(errorDetails)}`,
			),
			...objectsIn(rowErrors).flatMap(({ errors, csvError, xlsxError, rowNumber }) => {
				const row =
					toText(objectOf(csvError).rowNumber ?? objectOf(xlsxError).rowNumber ?? rowNumber) || '?';
				return objectsIn(errors).map(
					({ errorDetails }) => `${toText(fileName)}, row ${row}: ${toText(errorDetails)}`,
				);
			}),
		]),
	];
}

const objectOf = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

/**
 * Returns the objects in a list and ignores everything else. A report in an unexpected format must
 * not cause an error here, because that error would replace the error of the failed import.
 */
const objectsIn = (value: unknown): IDataObject[] =>
	(Array.isArray(value) ? (value as unknown[]) : []).filter(
		(one): one is IDataObject => typeof one === 'object' && one !== null,
	);

/** Reads an import job, including its reports. */
export const readImportJob = async (
	call: Pick<Call<object>, 'input' | 'request'>,
	importJobId: unknown,
): Promise<IDataObject> =>
	(
		await call.request(
			`GET ${locationPath}/importJobs/{importJobId}`,
			{
				values: { ...call.input, importJobId: importJobId as string },
				query: { view: 'IMPORT_JOB_VIEW_FULL' },
			},
			{ idempotency: 'safe' },
		)
	).body as IDataObject;
