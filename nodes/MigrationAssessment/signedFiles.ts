/** Files behind signed addresses: they are sent and fetched without the credential, which is none of that store's business. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../engine/describe';
import type { FileSource } from '../engine/request/multipart';
import { download } from '../engine/run/download';
import { inputFile } from '../engine/run/inputFile';
import { send } from '../engine/transport/send';

export interface SignedFile {
	readonly uri: string;
	readonly file?: string;
}

/** The files of an execution's result. The reference does not show how they nest, so every object with a `uri` counts, once. Pure. */
export function signedFilesOf(result: unknown): SignedFile[] {
	const found = new Map<string, SignedFile>();
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		const { uri, file } = value as Record<string, unknown>;
		if (typeof uri === 'string' && !found.has(uri))
			found.set(uri, { uri, ...(typeof file === 'string' ? { file } : {}) });
		Object.values(value).forEach(visit);
	};
	visit(result);
	return [...found.values()];
}

/**
 * Streams the files of an execution into binary properties: `data`, `data1` and so on.
 * @throws Refusal when the export failed, ended, or left no files
 */
export async function withFiles(
	call: Call<unknown>,
	execution: IDataObject,
	property: string,
): Promise<Row> {
	const { error } = (execution.result ?? {}) as { error?: { message?: string } };
	if (error)
		throw new PackError(`The export failed: ${error.message ?? 'the service does not say why'}`, {
			hint: 'Mend what it names, and run the export job again.',
		});
	const files = signedFilesOf(execution.result);
	if (files.length === 0)
		throw new PackError('The export has no files to download', {
			hint: 'Run the export job, and wait for its completion. The addresses of its files end after a while.',
		});
	const binary: IBinaryKeyData = {};
	for (const [index, { uri, file }] of files.entries()) {
		const fileName = (file ?? new URL(uri).pathname).split('/').at(-1)!;
		binary[index === 0 ? property : `${property}${index}`] = await download(
			call.context,
			call.connection,
			{ url: uri, fileName, foreign: true },
		);
	}
	// The addresses open the files to anybody who has them, and the files are here.
	const { result, ...rest } = execution;
	void result;
	return {
		json: {
			...rest,
			files: files.map(({ file, uri }) => file ?? new URL(uri).pathname.split('/').at(-1)!),
		},
		binary,
	};
}

interface UploadPlace {
	readonly signedUri?: string;
	readonly headers?: Record<string, string>;
	readonly uriExpirationTime?: string;
}

/**
 * Streams a binary property to the signed address of a data file. Sending it again replaces what was sent.
 * @throws Refusal when the data file has no such address
 */
export async function uploadTo(
	call: Call<unknown>,
	dataFile: IDataObject,
	property: string,
): Promise<FileSource> {
	const { signedUri, headers = {} } = (dataFile.uploadFileInfo ?? {}) as UploadPlace;
	const file = await inputFile(call.context, call.item, property);
	if (!signedUri)
		throw new PackError('The data file has no address to upload to', {
			hint: 'It may have its content already. Make a new data file for another upload.',
		});
	const open = async () => ({
		body: await file.open(),
		headers: {
			'content-type': file.mimeType,
			...lowered(headers),
			'content-length': String(file.size),
		},
	});
	await send(
		call.connection,
		{ method: 'PUT', url: signedUri, query: {}, headers: {}, open },
		{ replay: 'safe', as: 'text', foreign: true, timeoutMs: call.connection.timeoutMs * 10 },
	);
	return file;
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
