/** The guided import: job, data file, upload, validation and run as one operation (issue; reference, importFormats.order). */
import type { IDataObject } from 'n8n-workflow';
import {
	type Call,
	PackError,
	type RequestLine,
	type RequestParts,
	type Row,
} from '../engine/describe';
import { inputFile } from '../engine/run/inputFile';
import { toRow } from '../engine/run/output';
import { resultAfter, type LongRunning, type WaitInput } from './longRunning';
import { fullName, locationPath } from './place';
import { requestIdOf } from './requestId';
import { uploadTo } from './signedFiles';

export interface ImportInput extends WaitInput {
	readonly newId: string;
	readonly sourceId: string;
	readonly format: string;
	readonly binaryPropertyName: string;
	readonly displayName?: string;
	readonly labels?: IDataObject;
	readonly validateOnly?: boolean;
}

const jobs = `${locationPath}/importJobs` as const;
const job = `${jobs}/{newId}` as const;

/**
 * Imports a file of assets. Each step is made repeatable by an id of its own, so that Retry On Fail goes on where it stopped.
 * @throws Refusal naming the job and the step, with what the validation found
 */
export async function importAssets(call: Call<ImportInput>): Promise<Row[]> {
	const { input } = call;
	// Before anything is made at the service.
	const { fileName } = await inputFile(call.context, call.item, input.binaryPropertyName);
	await step(call, `POST ${jobs}`, {
		query: { importJobId: input.newId, requestId: requestIdOf(call.key, 'job') },
		body: {
			assetSource: fullName(input, 'sources', input.sourceId),
			displayName: input.displayName ?? fileName,
			...(input.labels ? { labels: input.labels } : {}),
		},
	});
	const dataFile = await step(call, `POST ${job}/importDataFiles`, {
		query: { importDataFileId: dataFileId, requestId: requestIdOf(call.key, 'file') },
		body: { displayName: fileName, format: input.format },
	});
	await uploadTo(call, dataFile, input.binaryPropertyName);
	await step(call, `POST ${job}:validate`, {
		body: { requestId: requestIdOf(call.key, 'validate') },
	});
	const validated = await read(call);
	if (validated.state === 'IMPORT_JOB_STATE_FAILED_VALIDATION')
		throw refused(call, 'did not pass the validation', validated.validationReport);
	if (input.validateOnly) return [toRow(validated)];
	await step(call, `POST ${job}:run`, { body: { requestId: requestIdOf(call.key, 'run') } });
	const ended = await read(call);
	if (ended.state === 'IMPORT_JOB_STATE_FAILED')
		throw refused(
			call,
			'failed',
			(ended.executionReport as IDataObject | undefined)?.executionErrors,
		);
	return [toRow(ended)];
}

const dataFileId = 'file-1';

const step = async (
	call: Call<ImportInput>,
	line: RequestLine,
	parts: RequestParts,
): Promise<IDataObject> =>
	await resultAfter(
		call,
		(await call.request(line, { values: call.input, ...parts })).body as LongRunning,
	);

const read = async (call: Call<ImportInput>): Promise<IDataObject> =>
	(
		await call.request(
			`GET ${job}`,
			{ values: call.input, query: { view: 'IMPORT_JOB_VIEW_FULL' } },
			{ replay: 'safe' },
		)
	).body as IDataObject;

function refused({ input }: Call<ImportInput>, what: string, report: unknown): PackError {
	const found = complaintsOf(report);
	const shown = found.slice(0, 5).join('; ');
	return new PackError(`The import job ${input.newId} ${what}${shown ? `: ${shown}` : ''}`, {
		hint: `${found.length > 5 ? `There are ${found.length - 5} more. ` : ''}Read the whole report with Import Job: Get (View: full, Simplify off), mend the file, and import it under another id.`,
	});
}

/** What a validation report says, file by file and row by row. Pure. */
export function complaintsOf(report: unknown): string[] {
	const { jobErrors = [], fileValidations = [] } = (report ?? {}) as {
		jobErrors?: ImportError[];
		fileValidations?: FileValidation[];
	};
	return [
		...jobErrors.map(({ errorDetails }) => String(errorDetails)),
		...fileValidations.flatMap(({ fileName, fileErrors = [], rowErrors = [] }) => [
			...fileErrors.map(({ errorDetails }) => `${fileName}: ${errorDetails}`),
			...rowErrors.flatMap(({ errors = [], csvError, xlsxError, rowNumber }) =>
				errors.map(
					({ errorDetails }) =>
						`${fileName}, row ${csvError?.rowNumber ?? xlsxError?.rowNumber ?? rowNumber ?? '?'}: ${errorDetails}`,
				),
			),
		]),
	];
}

interface ImportError {
	readonly errorDetails?: string;
}
interface FileValidation {
	readonly fileName?: string;
	readonly fileErrors?: ImportError[];
	readonly rowErrors?: ReadonlyArray<{
		errors?: ImportError[];
		csvError?: { rowNumber?: number };
		xlsxError?: { rowNumber?: number };
		rowNumber?: number;
	}>;
}
