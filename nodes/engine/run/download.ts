import type { IBinaryData, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { type Call, type Connection, type Row, type SendPolicy } from '../describe';
import { interruptedDownload, limitFileSize } from '../http/fileSize';
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
	const plan = {
		method: 'GET' as const,
		url: file.url,
		query: {},
		headers: { accept: file.accept ?? '*/*' },
	};
	const response = await send(connection, plan, {
		idempotency: 'safe',
		as: 'stream',
		external: file.external,
		records: file.records,
	});
	const stream = limitFileSize(response, connection.limits.maxFileBytes, file.fileName);
	return await consumeStream(
		stream,
		context.helpers.prepareBinaryData(
			stream as never,
			file.fileName,
			file.mimeType ?? contentType(response.headers),
		),
		// A file may take longer than other responses, but a slow download must not block the item
		// forever.
		connection.limits.timeoutMs * 10,
		connection.signal,
		(timedOut) => interruptedDownload(file.fileName ? ` of ${file.fileName}` : '', timedOut),
	);
}

/**
 * Downloads a file into the binary property that the user chose, see `outputFileOptions`.
 * @param json properties to put before those of the file
 */
export async function downloadRow(
	{ context, connection, input }: Call<{ readonly outputProperty?: string }>,
	request: FileRequest & { readonly fileName: string },
	json: IDataObject = {},
): Promise<Row> {
	const file = await download(context, connection, request);
	const { fileName } = request;
	const { mimeType } = file;
	return {
		json: { ...json, fileName, size: await fileSize(context, file), mimeType },
		binary: { [input.outputProperty ?? 'data']: file },
	};
}

const contentType = (headers: Readonly<Record<string, unknown>>): string | undefined =>
	typeof headers['content-type'] === 'string' ? headers['content-type'].split(';')[0] : undefined;

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
