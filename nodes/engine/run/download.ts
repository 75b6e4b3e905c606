import type { IBinaryData, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Call, Connection, HttpResponse, Readable, Row, SendPolicy } from '../describe';
import { PackError, readSafely, toText } from '../describe';
import { send } from '../http/pipeline';
import { consumeStream } from '../limits/deadline';

/** A context that can store files: the context of a running node or of a webhook. */
export type FileContext = {
	helpers: Pick<(IExecuteFunctions | IWebhookFunctions)['helpers'], 'prepareBinaryData'>;
};

/** A file to download. The name and the MIME type are those that n8n stores. */
export interface FileRequest extends Pick<SendPolicy, 'records'> {
	readonly url: string;
	/** Whether the URL is outside the service. Such URLs are requested without the credential. */
	readonly external?: boolean;
	/** Selects a format, if the service offers the file in several formats. */
	readonly accept?: string;
	readonly fileName?: string;
	/** Default: the type in the response. */
	readonly mimeType?: string;
}

/** Streams a file into the binary storage of n8n, up to the maximum size. @throws PackError */
export async function download(
	context: FileContext,
	connection: Connection,
	file: FileRequest,
): Promise<IBinaryData> {
	const { url, accept = '*/*' } = file;
	const response = await send(
		connection,
		{ method: 'GET', url, query: {}, headers: { accept } },
		{ idempotency: 'safe', as: 'stream', external: file.external, records: file.records },
	);
	return await storeFile(context, connection, response, file);
}

/** Streams the body of a response into the binary storage of n8n. @throws PackError */
export async function storeFile(
	context: FileContext,
	connection: Connection,
	response: HttpResponse,
	{
		fileName,
		mimeType = toText(response.headers['content-type']).split(';')[0] || undefined,
	}: Pick<FileRequest, 'fileName' | 'mimeType'>,
): Promise<IBinaryData> {
	const stream = limitFileSize(response, connection.limits.maxFileBytes, fileName);
	return await consumeStream(
		stream,
		context.helpers.prepareBinaryData(stream as never, fileName, mimeType),
		// A file may take longer than other responses, but must not block the item forever.
		connection.limits.timeoutMs * 10,
		connection.signal,
		(timedOut) => interruptedDownload(fileName ? ` of ${fileName}` : '', timedOut),
	);
}

/** Downloads a file into an item, see `fileRow`. @param json properties before those of the file */
export async function downloadRow(
	call: Call<{ readonly outputProperty?: string }>,
	request: FileRequest & { readonly fileName: string },
	json: IDataObject = {},
): Promise<Row> {
	const file = await download(call.context, call.connection, request);
	return await fileRow(call, file, { ...json, fileName: request.fileName });
}

/** An item with a file in the binary property that the user chose, see `outputFileOptions`. */
export async function fileRow(
	{ context, input }: Call<{ readonly outputProperty?: string }>,
	file: IBinaryData,
	json: IDataObject,
): Promise<Row> {
	return {
		json: { ...json, size: await fileSize(context, file), mimeType: file.mimeType },
		binary: { [input.outputProperty ?? 'data']: file },
	};
}

/** The name in Content-Disposition (RFC 6266), or the last segment of the URL. */
export function fileNameOf({ headers }: Pick<HttpResponse, 'headers'>, url: string): string {
	const disposition = toText(headers['content-disposition']);
	const [, encoded] = /filename\*=[\w-]*'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
	const [, quoted, plain] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
	const name = encoded ?? quoted ?? plain ?? new URL(url).pathname;
	const decoded = readSafely(() => decodeURIComponent(name)) ?? name;
	return decoded.split(/[/\\]/).findLast((part) => part !== '') ?? 'file';
}

/** Size of a stored file in bytes. n8n 1.x does not store the size with the binary data. */
async function fileSize(
	{ helpers }: IExecuteFunctions,
	{ bytes, id, data }: IBinaryData,
): Promise<number> {
	if (bytes !== undefined) return bytes;
	return id === undefined
		? Buffer.byteLength(data, 'base64')
		: (await helpers.getBinaryMetadata(id)).fileSize;
}

/**
 * Limits the size of a downloaded file after decompression. A stream that is too large is destroyed
 * with a PackError. Must be called before the file is read.
 * @throws PackError if the response already reports a larger size
 */
export function limitFileSize(
	{ stream, headers }: HttpResponse,
	maxBytes: number,
	fileName?: string,
): Readable {
	const file = stream!;
	const tooLarge = () =>
		new PackError(
			`The file ${fileName ? `${fileName} ` : ''}is larger than ${maxBytes / 1024 / 1024} MB`,
			{ hint: 'Increase Maximum File Size (MB) in Request Options.' },
		);
	if (Number(headers['content-length']) > maxBytes) {
		file.destroy();
		throw tooLarge();
	}
	// A listener for `data` would start the stream before its reader is ready, and a paused stream
	// never emits the events that n8n waits for if it keeps files in memory.
	let bytes = file.readableLength;
	const push = file.push.bind(file);
	file.push = (chunk, encoding) => {
		bytes += (chunk as Buffer | null)?.length ?? 0;
		// If the limit is not a number, this comparison is false, and the file is rejected.
		if (!(bytes <= maxBytes)) file.destroy(tooLarge());
		return push(chunk, encoding);
	};
	return file;
}

/** @param of the file, such as ` of report.csv` */
export const interruptedDownload = (of: string, timedOut: boolean): PackError =>
	new PackError(`The download${of} was interrupted`, {
		hint: timedOut
			? 'It took longer than ten times the timeout. Increase Timeout (Milliseconds) in Request Options.'
			: 'The connection was closed. Try again.',
	});
