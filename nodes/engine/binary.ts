/** Files in and out, streamed: a file is never held in memory as a whole when n8n keeps binaries on disk. */
import type { IBinaryData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { formatValue } from './shown';
import type { Connection } from './connection';
import type { Readable } from './readable';
import { isReadable } from './readable';
import { PackError, CanceledError } from './refusal';
import type { OpenedBody } from './request';
import { send } from './send';
import { toResult } from './settle';

/** A file of an input item, opened anew for every attempt. */
export interface FileSource {
	readonly fileName: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	open(): Promise<Readable | Buffer>;
}

/**
 * Finds a binary property of an item without reading it.
 * @throws Refusal when the item has no such property
 */
export async function inputFile(
	context: IExecuteFunctions,
	item: number,
	property: string,
): Promise<FileSource> {
	const data =
		context.getInputData()[item]?.binary?.[property] ?? combined(context, item, property);
	if (!data) {
		const names = Object.keys(context.getInputData()[item]?.binary ?? {});
		throw new PackError(`The item has no binary property ${formatValue(property)}`, {
			hint:
				names.length > 0
					? `It has ${names.join(', ')}.`
					: 'It has no files at all: check the node before this one.',
		});
	}
	const names = { fileName: data.fileName ?? property, mimeType: data.mimeType };
	const { id } = data;
	if (id) {
		const { fileSize } = await context.helpers.getBinaryMetadata(id);
		return {
			...names,
			size: fileSize,
			open: async () => (await context.helpers.getBinaryStream(id)) as unknown as Readable,
		};
	}
	const buffer = await context.helpers.getBinaryDataBuffer(item, property);
	return { ...names, size: buffer.length, open: async () => await Promise.resolve(buffer) };
}

/** Workflows may keep their files inside the JSON of an item; n8n finds them by the same name. */
function combined(
	context: IExecuteFunctions,
	item: number,
	property: string,
): IBinaryData | undefined {
	if (context.getWorkflowSettings?.().binaryMode !== 'combined') return undefined;
	try {
		return context.helpers.assertBinaryData(item, property);
	} catch {
		return undefined;
	}
}

/** A form with one file, made anew for every attempt, with its length known before it is sent. */
export function multipart(field: string, file: FileSource): () => Promise<OpenedBody> {
	const boundary = `tenfold-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;
	const head = Buffer.from(
		`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${quoted(file.fileName)}"\r\nContent-Type: ${oneLine(file.mimeType)}\r\n\r\n`,
	);
	const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
	return async () => {
		const content = await file.open();
		return {
			headers: {
				'content-type': `multipart/form-data; boundary=${boundary}`,
				'content-length': String(head.length + file.size + tail.length),
			},
			body: isReadable(content)
				? content.compose((source) => between(head, source, tail))
				: Buffer.concat([head, content as Buffer, tail]),
		};
	};
}

async function* between(
	head: Buffer,
	source: AsyncIterable<Buffer>,
	tail: Buffer,
): AsyncGenerator<Buffer> {
	yield head;
	yield* source;
	yield tail;
}

const oneLine = (text: string): string => text.replace(/[\r\n]/g, '');
const quoted = (name: string): string => oneLine(name).replace(/"/g, '%22');

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
		`The file${file.fileName ? ` ${file.fileName}` : ''} could not be read to its end`,
		{
			hint: deadline.aborted
				? 'It took longer than ten times the timeout. Raise Timeout in Options.'
				: 'The connection broke. Run the node again.',
		},
	);
}

/** Size of a stored file in bytes. n8n 1 does not note it with the file. */
export async function fileSize(
	{ helpers }: IExecuteFunctions,
	{ bytes, id, data }: IBinaryData,
): Promise<number> {
	if (bytes !== undefined) return bytes;
	return id === undefined
		? Buffer.byteLength(data, 'base64')
		: (await helpers.getBinaryMetadata(id)).fileSize;
}

const contentType = (headers: Readonly<Record<string, unknown>>): string | undefined =>
	typeof headers['content-type'] === 'string' ? headers['content-type'].split(';')[0] : undefined;
