/** Implements Activity: Upload. The service processes an uploaded file after its response. */
import type { IDataObject } from 'n8n-workflow';
import { type FileSource, inputFile, multipart, waitUntil } from '../engine';
import {
	allFieldsOf,
	type Call,
	CanceledError,
	PackError,
	type Row,
	toResult,
	toText,
} from '../engine/describe';
import { toFormTexts } from './publicInterface';

export const fileFormats = {
	fit: 'FIT',
	'fit.gz': 'FIT (Gzip)',
	gpx: 'GPX',
	'gpx.gz': 'GPX (Gzip)',
	tcx: 'TCX',
	'tcx.gz': 'TCX (Gzip)',
} as const;

interface UploadInput {
	readonly binaryPropertyName: string;
	readonly waitForProcessing?: boolean;
	readonly acceptDuplicates?: boolean;
	readonly maximumWait?: number;
	readonly commute?: boolean;
	readonly description?: string;
	readonly externalId?: string;
	readonly fileFormat?: string;
	readonly name?: string;
	readonly sportType?: string;
	readonly trainer?: boolean;
}

/** Uploads take longer than other requests. */
const uploadTimeoutFactor = 10;
const defaultWaitMinutes = 5;

/**
 * Uploads a file, and waits until it is processed.
 * @throws PackError if the service cannot process the file
 */
export async function uploadActivity(call: Call<UploadInput>): Promise<Row[]> {
	const { input, connection, request } = call;
	const file = await inputFile(
		call.context,
		call.item,
		input.binaryPropertyName,
		allFieldsOf(call.operation).binaryPropertyName?.label,
	);
	const values = toFormTexts({
		data_type: input.fileFormat ?? formatOf(file),
		name: input.name,
		description: input.description,
		trainer: input.trainer,
		commute: input.commute,
		external_id: input.externalId,
		sport_type: input.sportType,
	});
	const response = await request(
		'POST /uploads',
		{ open: multipart('file', file, values) },
		{ timeoutMs: connection.limits.timeoutMs * uploadTimeoutFactor },
	);
	const accepted = (response.body ?? {}) as IDataObject;
	if (input.waitForProcessing === false || accepted.id === undefined) return [uploadRow(accepted)];
	// The service recommends to wait for a second before the first read.
	const unread = [accepted];
	const { state, timedOut } = await waitUntil({
		read: async () => unread.pop() ?? (await readUpload(call, toText(accepted.id))),
		isDone: isProcessed,
		maximumMs: (input.maximumWait ?? defaultWaitMinutes) * 60_000,
		connection,
		onTimeout: 'hint',
	});
	if (timedOut) return [uploadRow({ ...state, timedOut })];
	return [resultOf(call, state)];
}

/** @throws PackError if the file name has no known extension */
function formatOf({ fileName }: FileSource): string {
	const [, format] = /\.((?:fit|gpx|tcx)(?:\.gz)?)$/i.exec(fileName) ?? [];
	if (format !== undefined) return format.toLowerCase();
	throw new PackError(`The format of the file ${fileName} is unknown`, {
		field: 'File Format',
		hint: 'Set File Format in Additional Fields, or use a file name that ends in .fit, .tcx or .gpx, optionally followed by .gz.',
	});
}

/**
 * Reads the status of an upload.
 * @throws PackError with the ID of the upload, because the service has already accepted the file
 */
async function readUpload({ request }: Call<unknown>, uploadId: string): Promise<IDataObject> {
	const result = await toResult(
		request('GET /uploads/{uploadId}', { values: { uploadId } }, { idempotency: 'safe' }),
	);
	if ('value' in result) return (result.value.body ?? {}) as IDataObject;
	const { error } = result;
	if (!(error instanceof PackError) || error instanceof CanceledError) throw error;
	throw new PackError(
		`The file was uploaded, but the status of upload ${uploadId} cannot be read: ${error.message}`,
		{
			...error.details,
			hint: `${error.details.hint ?? ''} Read the status with Activity: Get Upload before you upload the file again.`.trimStart(),
		},
	);
}

const isProcessed = (upload: IDataObject): boolean =>
	hasValue(upload.activity_id) || hasValue(problemOf(upload));

/** Without an error, the status says whether the service still processes the file. */
const problemOf = ({ activity_id: activityId, error, status }: IDataObject): unknown =>
	hasValue(error) || hasValue(activityId) || /\b(?:processed|ready)\b/i.test(toText(status))
		? error
		: status;

const hasValue = (value: unknown): boolean => toText(value) !== '';

/**
 * The result of a processed upload.
 * @throws PackError if the service could not process the file
 */
function resultOf({ connection, input }: Call<UploadInput>, upload: IDataObject): Row {
	const error = toText(problemOf(upload));
	if (error === '') return uploadRow(upload);
	const problem = withoutMarkup(error);
	const existing = duplicateOf(error);
	if (/\bhas been deleted\b/i.test(error))
		throw new PackError(`The activity of upload ${toText(upload.id)} does not exist: ${problem}`, {
			hint: 'The athlete has deleted the activity. To create it again, upload the file again.',
		});
	if (existing === undefined)
		throw new PackError(`${connection.label} could not process the file: ${problem}`, {
			hint: `The file must be a valid FIT, TCX or GPX file with a time for each point. Upload: ${toText(upload.id)}.`,
		});
	if (input.acceptDuplicates)
		return uploadRow({ ...upload, error: undefined, activity_id: existing, duplicate: true });
	throw new PackError(`The file is a duplicate of activity ${existing}`, {
		hint: `The activity already exists. To continue with it, turn on Accept Duplicates in Options. To upload the file anyway, delete the activity first. ${connection.label} returned: ${problem}`,
	});
}

/**
 * The ID of the existing activity: `duplicate of activity 123`, or with a link, `duplicate of
 * <a href='/activities/123'>Morning Ride</a>`.
 */
const duplicateOf = (error: string): string | undefined =>
	/duplicate of (?:activity |<a\b[^>]*\/activities\/)(\d+)/i.exec(error)?.[1];

/** Error messages contain links. */
const withoutMarkup = (text: string): string => text.replace(/<[^<>]*>/g, '');

/** An upload without keys that add nothing: the ID as text, and an error that is null. */
export function uploadRow({ error, serviceError = error, ...upload }: IDataObject): Row {
	delete upload.id_str;
	const problem = withoutMarkup(toText(serviceError));
	return { json: { ...upload, ...(problem === '' ? {} : { serviceError: problem }) } };
}
