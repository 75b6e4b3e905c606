/** Streams files of a service into the binary storage of n8n. */
import type { IBinaryData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { CanceledError, type Connection, PackError } from '../describe';
import { toResult } from '../transport/result';
import { send } from '../transport/send';

/** Who can store a file: a node that runs, or one that takes a webhook. */
export type FileContext = {
	helpers: Pick<(IExecuteFunctions | IWebhookFunctions)['helpers'], 'prepareBinaryData'>;
};

/**
 * Streams a file of the service, or of any address without the credential, into n8n's binary storage.
 * @throws Refusal, Stopped
 */
export async function download(
	context: FileContext,
	connection: Connection,
	file: { url: string; fileName?: string; mimeType?: string; foreign?: boolean },
): Promise<IBinaryData> {
	const plan = { method: 'GET' as const, url: file.url, query: {}, headers: { accept: '*/*' } };
	const answer = await send(connection, plan, {
		replay: 'safe',
		as: 'stream',
		foreign: file.foreign,
	});
	const stream = answer.stream!;
	// A file may take long; ten times the time for an answer bounds one that drips.
	const deadline = AbortSignal.timeout(Math.min(connection.timeoutMs * 10, 2 ** 31 - 1));
	const stop = () => stream.destroy(new Error('stopped'));
	deadline.addEventListener('abort', stop, { once: true });
	connection.signal?.addEventListener('abort', stop, { once: true });
	const stored = await toResult(
		context.helpers.prepareBinaryData(
			stream as never,
			file.fileName,
			file.mimeType ?? contentType(answer.headers),
		),
	);
	deadline.removeEventListener('abort', stop);
	connection.signal?.removeEventListener('abort', stop);
	if (connection.signal?.aborted) throw new CanceledError();
	if ('value' in stored) return stored.value;
	throw new PackError(
		`The download${file.fileName ? ` of ${file.fileName}` : ''} was interrupted`,
		{
			hint: deadline.aborted
				? 'It took longer than ten times the timeout. Increase Timeout in Options.'
				: 'The connection was closed. Run the node again.',
		},
	);
}

const contentType = (headers: Readonly<Record<string, unknown>>): string | undefined =>
	typeof headers['content-type'] === 'string' ? headers['content-type'].split(';')[0] : undefined;
