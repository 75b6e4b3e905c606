/** Streams files of a service into the binary storage of n8n. */
import type { IBinaryData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { CanceledError, type Connection, PackError, type SendPolicy } from '../describe';
import { limitFileSize } from '../http/fileSize';
import { send } from '../http/send';
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

/**
 * Streams a file into the binary storage of n8n, up to the maximum file size.
 * @throws PackError, CanceledError
 */
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
	const stream = limitFileSize(response, connection.maxFileBytes, file.fileName);
	const { result, timedOut } = await consumeStream(
		stream,
		context.helpers.prepareBinaryData(
			stream as never,
			file.fileName,
			file.mimeType ?? contentType(response.headers),
		),
		// A file may take longer than other responses, but a slow download must not block the item
		// forever.
		connection.timeoutMs * 10,
		connection.signal,
	);
	if (connection.signal?.aborted) throw new CanceledError();
	if ('value' in result) return result.value;
	if (result.error instanceof PackError) throw result.error;
	throw new PackError(
		`The download${file.fileName ? ` of ${file.fileName}` : ''} was interrupted`,
		{
			hint: timedOut
				? 'It took longer than ten times the timeout. Increase Timeout (Milliseconds) in Request Options.'
				: 'The connection was closed. Run the node again.',
		},
	);
}

const contentType = (headers: Readonly<Record<string, unknown>>): string | undefined =>
	typeof headers['content-type'] === 'string' ? headers['content-type'].split(';')[0] : undefined;
