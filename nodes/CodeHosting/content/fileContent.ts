/** The content of a file that an operation writes: text, Base64, or a file of the input item. */
import { inputFile } from '../../engine';
import { type Call, choice, file, isReadable, PackError, text } from '../../engine/describe';
import { decodeBase64 } from './decodeContent';

/** The service rejects larger files. */
const maxMegabytes = 100;

export const contentFields = {
	contentFrom: choice(
		'Content From',
		{ text: 'Text', base64: 'Base64', file: 'Binary File' },
		{ description: 'Where the content of the file comes from', default: 'text', in: 'none' },
	),
	fileContent: text('File Content', {
		description: 'Content of the file. For Base64, the encoded content.',
		lines: 5,
		in: 'none',
		show: { contentFrom: ['text', 'base64'] },
	}),
	binaryPropertyName: file('Input Binary Field', {
		default: 'data',
		hint: 'The name of the input field containing the file to upload',
		show: { contentFrom: ['file'] },
	}),
};

export interface ContentInput {
	readonly contentFrom?: string;
	readonly fileContent?: string;
	readonly binaryPropertyName?: string;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** For `check`: the problem of content that is not valid Base64. */
export const checkContent = ({
	contentFrom,
	fileContent = '',
}: ContentInput): { field: 'fileContent'; problem: string } | undefined =>
	contentFrom === 'base64' && !base64.test(fileContent.replace(/\s/g, ''))
		? { field: 'fileContent', problem: 'must be valid Base64' }
		: undefined;

/**
 * Reads the content for one item.
 * @throws PackError if the item has no such file, or if it is too large
 */
export async function readContent({
	context,
	item,
	input,
	operation,
	connection,
}: Pick<
	Call<ContentInput>,
	'context' | 'item' | 'input' | 'operation' | 'connection'
>): Promise<Buffer> {
	const { contentFrom, fileContent = '', binaryPropertyName = 'data' } = input;
	if (contentFrom === 'base64') return decodeBase64(fileContent);
	if (contentFrom !== 'file') return Buffer.from(fileContent, 'utf8');
	const { label } = operation.fields.binaryPropertyName!;
	const source = await inputFile(context, item, binaryPropertyName, label);
	if (source.size > maxMegabytes * 1024 * 1024)
		throw new PackError(`The file ${source.fileName} is larger than ${maxMegabytes} MB`, {
			field: label,
			hint: 'The service does not accept larger files. Upload it as an asset of a release.',
		});
	// The request contains the file in Base64, so it is in memory until it was sent.
	connection.memory?.add(source.size * 2);
	const opened = await source.open();
	if (!isReadable(opened)) return opened;
	const chunks: Buffer[] = [];
	for await (const chunk of opened) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
