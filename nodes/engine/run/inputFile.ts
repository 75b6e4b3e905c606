/** Files of input items. Those on disk are streamed, and never completely in memory. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { formatValue, ownValue, PackError, readSafely, type RequestPlan } from '../describe';
import type { FileSource } from '../plan/multipart';

/**
 * Returns a binary property of an item. Does not read the file.
 * @throws PackError if the item has no such property
 */
export async function inputFile(
	context: IExecuteFunctions,
	item: number,
	property: string,
	label?: string,
): Promise<FileSource> {
	const data =
		ownValue(context.getInputData()[item]?.binary ?? {}, property) ??
		// With the binary mode `combined`, n8n stores files in the JSON of the items.
		(context.getWorkflowSettings?.().binaryMode === 'combined'
			? readSafely(() => context.helpers.assertBinaryData(item, property))
			: undefined);
	if (!data) {
		const names = Object.keys(context.getInputData()[item]?.binary ?? {});
		throw new PackError(`The item has no binary property ${formatValue(property)}`, {
			field: label,
			hint:
				names.length > 0
					? `Enter one of the binary properties of the item: ${names.join(', ')}.`
					: 'The item has no binary data. Connect a node that returns a file, and enter the name of its binary property, such as data.',
		});
	}
	const names = { fileName: data.fileName ?? property, mimeType: data.mimeType };
	const { id } = data;
	if (id) {
		const { fileSize } = await context.helpers.getBinaryMetadata(id);
		return {
			...names,
			size: fileSize,
			open: async () => await context.helpers.getBinaryStream(id),
		};
	}
	const buffer = await context.helpers.getBinaryDataBuffer(item, property);
	return { ...names, size: buffer.length, open: async () => await Promise.resolve(buffer) };
}

/** The body of a request that sends a file. It is opened again for every attempt. */
export const fileBody = (file: FileSource): Required<Pick<RequestPlan, 'open'>> => ({
	open: async () => ({
		body: await file.open(),
		headers: { 'content-type': file.mimeType, 'content-length': String(file.size) },
	}),
});
