/**
 * Uploads and downloads files with signed URLs. Requests to these URLs do not contain the
 * credential.
 */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { download, type FileSource, inputFile, send } from '../engine';
import { allFieldsOf, type Call, PackError, type Row, toText } from '../engine/describe';

export interface SignedFile {
	readonly uri: string;
	readonly file?: string;
}

/**
 * The files in the result of an execution. The specification does not define how they are nested,
 * so every object with a `uri` is treated as a file. Objects with the same URL are returned once.
 * Pure. Not recursive, because the result can be nested more deeply than the call stack allows.
 */
export function signedFilesOf(result: unknown): SignedFile[] {
	const files = new Map<string, SignedFile>();
	const remaining = [result];
	while (remaining.length > 0) {
		const value = remaining.pop();
		if (typeof value !== 'object' || value === null) continue;
		const { uri, file } = value as Record<string, unknown>;
		if (typeof uri === 'string' && !files.has(uri))
			files.set(uri, { uri, ...(typeof file === 'string' ? { file } : {}) });
		// Reversed, because the last value is read first and files keep their order in the result.
		for (const child of Object.values(value).reverse()) remaining.push(child);
	}
	return [...files.values()];
}

const pathOf = ({ file, uri }: SignedFile): string =>
	file ?? (URL.canParse(uri) ? new URL(uri).pathname : '');
const fileNameOf = (path: string): string => path.split('/').at(-1)!;

/**
 * The execution in the result of a run. According to the specification, the result is the
 * execution. In the vendor's public API, the result contains it (schemas
 * `RunAssetsExportJobResponse` and `RunReportExportJobResponse`).
 */
export const executionOf = (result: IDataObject): IDataObject =>
	(result.assetsExportJobExecution ?? result.reportExportExecution ?? result) as IDataObject;

/**
 * Streams the files of an execution into binary properties: `data`, `data1` and so on.
 * @throws PackError if the export failed or has no files
 */
export async function downloadFiles(
	call: Call<unknown>,
	execution: IDataObject,
	property: string,
): Promise<Row> {
	const { error } = (execution.result ?? {}) as { error?: { message?: string } };
	if (error)
		throw new PackError(
			`The export failed: ${toText(error.message) || 'the service returned no reason'}`,
			{
				hint: 'Fix the reported problem, then run the export job again.',
			},
		);
	const files = signedFilesOf(execution.result);
	if (files.length === 0)
		throw new PackError('The export has no files to download', {
			hint: 'Run the export job and wait for its completion. The download URLs expire.',
		});
	const binary: IBinaryKeyData = {};
	for (const [index, file] of files.entries()) {
		binary[index === 0 ? property : `${property}${index}`] = await download(
			call.context,
			call.connection,
			{ url: file.uri, fileName: fileNameOf(pathOf(file)), external: true },
		);
	}
	// Anyone with the URLs can download the files, so they are not returned.
	const { result, ...rest } = execution;
	void result;
	return {
		json: { ...rest, files: files.map((file) => file.file ?? fileNameOf(pathOf(file))) },
		binary,
	};
}

interface UploadTarget {
	readonly signedUri?: string;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly uriExpirationTime?: string;
}

/**
 * Streams a binary property to the signed URL of a data file. A repeated upload replaces the file.
 * @throws PackError if the data file has no signed URL, or if the URL requires an unusual header
 */
export async function uploadFile(
	call: Call<unknown>,
	dataFile: IDataObject,
	property: string,
): Promise<FileSource> {
	const { signedUri, headers } = (dataFile.uploadFileInfo ?? {}) as UploadTarget;
	const file = await inputFile(
		call.context,
		call.item,
		property,
		allFieldsOf(call.operation).binaryPropertyName?.label,
	);
	if (!signedUri)
		throw new PackError('The data file has no URL to upload to', {
			hint: 'The file may already be uploaded. To upload another file, create a new data file.',
		});
	const signed = signedHeaders(headers);
	const open = async () => ({
		body: await file.open(),
		headers: {
			'content-type': file.mimeType,
			...signed,
			'content-length': String(file.size),
		},
	});
	await send(
		call.connection,
		{ method: 'PUT', url: signedUri, query: {}, headers: {}, open },
		{
			idempotency: 'safe',
			as: 'text',
			external: true,
			timeoutMs: call.connection.limits.timeoutMs * 10,
		},
	);
	return file;
}

/**
 * The headers that a signed upload URL can require, according to the storage service's own client
 * libraries. Any other header, such as Transfer-Encoding, could change the meaning of the request.
 */
const signableHeader = /^(?:content-type|content-md5|x-goog-[a-z0-9-]+)$/;

/**
 * Headers whose values are determined by the URL and the file, so the values from the service are
 * not used.
 */
const derivedHeaders = new Set(['host', 'content-length']);

/** @throws PackError for a header that `signableHeader` does not allow */
function signedHeaders(headers: UploadTarget['headers']): Record<string, string> {
	const lowercase = Object.entries(headers ?? {}).map(
		([name, value]) => [name.toLowerCase(), toText(value)] as const,
	);
	const signed = lowercase.filter(([name]) => !derivedHeaders.has(name));
	const other = signed.find(([name]) => !signableHeader.test(name));
	if (other)
		throw new PackError(
			`The upload URL requires a header that the node does not send: ${other[0].slice(0, 100)}`,
			{ hint: 'Report this to the provider of the service.' },
		);
	return Object.fromEntries(signed);
}
