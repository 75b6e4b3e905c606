/** Implements Document: Index Files (README.md, Indexing). */
import type { IDataObject } from 'n8n-workflow';
import { type FileSource, inputFile, multipart, responseToRows } from '../engine';
import { allFieldsOf, type Call, PackError, type Row, splitList } from '../engine/describe';

/** Maximum number of files in a request (README.md, Indexing). */
export const maxFiles = 20;

/** Uploads take longer than other requests. */
const uploadTimeoutFactor = 10;

interface IndexFilesInput {
	readonly collectionName: string;
	readonly binaryPropertyNames: string;
	readonly processing?: string;
	readonly documentMetadata?: IDataObject;
	readonly overwriteExisting?: boolean;
}

/**
 * Uploads the files of an item in one request.
 * @returns the job that indexes them
 * @throws PackError before anything is sent, if a file is missing or there are too many
 */
export async function indexFiles(call: Call<IndexFilesInput>): Promise<readonly Row[]> {
	const { input, connection, request } = call;
	const response = await request(
		'POST /v2/collections/{collectionName}/index/file',
		{
			values: { collectionName: input.collectionName },
			open: multipart('files', await filesOf(call), formValues(input)),
		},
		{ timeoutMs: connection.limits.timeoutMs * uploadTimeoutFactor },
	);
	return responseToRows(call.operation, response);
}

async function filesOf(call: Call<IndexFilesInput>): Promise<[FileSource, ...FileSource[]]> {
	const field = allFieldsOf(call.operation).binaryPropertyNames?.label;
	const [first = '', ...others] = [...new Set(splitList(call.input.binaryPropertyNames))];
	if (others.length >= maxFiles)
		throw new PackError(
			`${field} must contain at most ${maxFiles} names, got ${others.length + 1}`,
			{
				field,
				hint: 'Split the files into several items, with at most this many files each.',
			},
		);
	const open = async (property: string): Promise<FileSource> =>
		await inputFile(call.context, call.item, property, field);
	return [await open(first), ...(await Promise.all(others.map(open)))];
}

/** The values as text, because a form has no other types. */
const formValues = ({
	processing,
	documentMetadata,
	overwriteExisting,
}: IndexFilesInput): Record<string, string> => ({
	...(processing === undefined ? {} : { processing_type: processing }),
	...(documentMetadata === undefined ? {} : { custom_metadata: JSON.stringify(documentMetadata) }),
	...(overwriteExisting === undefined ? {} : { overwrite_existing: String(overwriteExisting) }),
});
