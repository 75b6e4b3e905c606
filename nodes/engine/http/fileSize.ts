import { type HttpResponse, PackError, type Readable } from '../describe';

const bytesPerMegabyte = 1024 * 1024;

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
			`The file ${fileName ? `${fileName} ` : ''}is larger than ${maxBytes / bytesPerMegabyte} MB`,
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

/**
 * The error of a download that ended early.
 * @param of the file, such as ` of report.csv`
 */
export const interruptedDownload = (of: string, timedOut: boolean): PackError =>
	new PackError(`The download${of} was interrupted`, {
		hint: timedOut
			? 'It took longer than ten times the timeout. Increase Timeout (Milliseconds) in Request Options.'
			: 'The connection was closed. Try again.',
	});
