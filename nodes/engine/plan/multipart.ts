import { isReadable, type OpenedBody, type Readable } from '../describe';

/** A file of an input item. It is opened again for every attempt. */
export interface FileSource {
	readonly fileName: string;
	readonly mimeType: string;
	/** Size in bytes. */
	readonly size: number;
	open(): Promise<Readable | Buffer>;
}

/**
 * Creates a multipart form with files. Its length is known before it is sent.
 * @param field name of the form field of the files
 * @param files one file, or several that are sent one after the other. They are streamed if n8n has
 * them on disk, and only one of them is open at a time.
 * @param values text values by form field, sent before the files
 */
export function multipart(
	field: string,
	files: FileSource | readonly [FileSource, ...FileSource[]],
	values: Readonly<Record<string, string>> = {},
): () => Promise<OpenedBody> {
	const boundary = `tenfold-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;
	const part = (headers: string): string =>
		`--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`;
	const texts = Object.entries(values)
		.map(([name, value]) => `${part(`name="${quoted(name)}"`)}${value}\r\n`)
		.join('');
	const parts = [files].flat().map((file, index) => ({
		file,
		head: Buffer.from(
			`${index === 0 ? texts : '\r\n'}${part(`name="${field}"; filename="${quoted(file.fileName)}"\r\nContent-Type: ${oneLine(file.mimeType)}`)}`,
		),
	}));
	const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
	const size = parts.reduce((sum, { file, head }) => sum + head.length + file.size, tail.length);
	return async () => {
		// Files in memory are opened up to the first file on disk, which provides the class for streams.
		const opened: Array<Readable | Buffer> = [];
		while (opened.length < parts.length && !opened.some(isReadable))
			opened.push(await parts[opened.length]!.file.open());
		const content = opened.find(isReadable);
		const chunks = parts.flatMap(({ file, head }, index) => [head, opened[index] ?? file]);
		return {
			headers: {
				'content-type': `multipart/form-data; boundary=${boundary}`,
				'content-length': String(size),
			},
			body: content
				? streamOf([...chunks, tail], content)
				: Buffer.concat([...(chunks as Buffer[]), tail]),
		};
	};
}

interface StreamClass {
	from(source: AsyncIterable<Buffer>, options: { objectMode: boolean }): Readable;
}

type Chunk = Buffer | Readable | FileSource;

/**
 * A stream that closes its file when it is destroyed. In Node 20, a stream of `content.compose()`
 * that is destroyed before the first read leaves the file open or throws an uncaught error.
 * @param content the file that is already open
 */
function streamOf(chunks: readonly Chunk[], content: Readable): Readable {
	const stream = content.constructor as unknown as StreamClass;
	const body = stream.from(inOrder(chunks), { objectMode: false });
	const destroy = body.destroy.bind(body);
	body.destroy = (error) => {
		content.destroy();
		return destroy(error);
	};
	return body;
}

async function* inOrder(chunks: readonly Chunk[]): AsyncGenerator<Buffer> {
	for (const chunk of chunks) {
		const content = Buffer.isBuffer(chunk) || isReadable(chunk) ? chunk : await chunk.open();
		if (isReadable(content)) yield* content as AsyncIterable<unknown> as AsyncIterable<Buffer>;
		else yield content;
	}
}

const oneLine = (text: string): string => text.replace(/[\r\n]/g, '');

const quoted = (name: string): string => oneLine(name).replace(/"/g, '%22');
