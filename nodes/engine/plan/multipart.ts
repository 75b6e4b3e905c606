/** Multipart bodies with one file and text values. */
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
 * Creates a multipart form with one file. Its length is known before it is sent.
 * @param field name of the form field of the file
 * @param values text values by form field, sent before the file
 */
export function multipart(
	field: string,
	file: FileSource,
	values: Readonly<Record<string, string>> = {},
): () => Promise<OpenedBody> {
	const boundary = `tenfold-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;
	const head = Buffer.from(
		[
			...Object.entries(values).map(
				([name, value]) => `name="${quoted(name)}"\r\n\r\n${value}\r\n`,
			),
			`name="${field}"; filename="${quoted(file.fileName)}"\r\nContent-Type: ${oneLine(file.mimeType)}\r\n\r\n`,
		]
			.map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}`)
			.join(''),
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
				? streamBetween(head, content, tail)
				: Buffer.concat([head, content, tail]),
		};
	};
}

interface StreamClass {
	from(source: AsyncIterable<Buffer>, options: { objectMode: boolean }): Readable;
}

/**
 * A stream that closes its file when it is destroyed. In Node 20, a stream of `content.compose()`
 * that is destroyed before the first read leaves the file open or throws an uncaught error.
 */
function streamBetween(head: Buffer, content: Readable, tail: Buffer): Readable {
	const stream = content.constructor as unknown as StreamClass;
	const body = stream.from(between(head, content, tail), { objectMode: false });
	const destroy = body.destroy.bind(body);
	body.destroy = (error) => {
		content.destroy();
		return destroy(error);
	};
	return body;
}

async function* between(
	head: Buffer,
	source: AsyncIterable<unknown>,
	tail: Buffer,
): AsyncGenerator<Buffer> {
	yield head;
	yield* source as AsyncIterable<Buffer>;
	yield tail;
}

const oneLine = (text: string): string => text.replace(/[\r\n]/g, '');

const quoted = (name: string): string => oneLine(name).replace(/"/g, '%22');
