/** The output item of an operation that downloads one file. */
import type { IDataObject } from 'n8n-workflow';
import type { Call, Row } from '../describe';
import { download, type FileRequest } from './download';
import { fileSize } from './inputFile';

/**
 * Downloads a file into the binary property that the user chose, see `outputFileOptions`. The item
 * also contains the name, the size and the MIME type of the file.
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
