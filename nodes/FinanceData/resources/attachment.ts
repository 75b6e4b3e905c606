import type { IDataObject } from 'n8n-workflow';
import {
	downloadRow,
	fileRow,
	inputFile,
	planOperation,
	send,
	showHint,
	toRow,
} from '../../engine';
import {
	allFieldsOf,
	type Call,
	choice,
	file,
	flag,
	id,
	operation,
	outputFileOptions,
	PackError,
	resource,
	type Row,
	text,
	toText,
} from '../../engine/describe';
import {
	checkWrite,
	cursorPaging,
	listOptions,
	recordOptions,
	requireAccessToken,
	sizedPaging,
	uuidPlaceholder,
	writeFields,
	writeOptions,
} from '../fields';
import { filterFields, filtering } from '../filter/fields';
import { recordLabel } from '../recordLabel';
import { write } from '../jobs';
import { unwrapRecord } from '../unwrapRecord';

const attachedTo = choice(
	'Attached To',
	{
		bills: 'Bills',
		expenses: 'Expenses',
		invoices: 'Invoices',
		journal_entries: 'Journal Entries',
	},
	{
		required: true,
		default: 'invoices',
		containsRecord: true,
		description: 'Type of the records that the files belong to',
	},
);

const attachmentId = id('Attachment', {
	placeholder: uuidPlaceholder,
	listMethod: 'searchAttachment',
	lookup: {
		request: 'GET /accounting/{attachedTo}/attachments?access_token={accessToken}',
		rows: 'attachments',
		row: (row) => ({ name: recordLabel(row), value: toText(row.id) }),
	},
});

/** The records in a list of bills, expenses, invoices or journal entries, each with its own name. */
const recordsIn = (body: unknown): IDataObject[] =>
	(Object.values(body ?? {}).find(Array.isArray) ?? []) as IDataObject[];

const recordId = id('Record', {
	placeholder: uuidPlaceholder,
	description:
		'The bill, expense, invoice or journal entry to attach the file to. The output of Get Many contains its ID.',
	inputFirst: true,
	listMethod: 'searchAttachedRecord',
	lookup: {
		request: 'GET /accounting/{attachedTo}?access_token={accessToken}',
		rows: recordsIn,
		row: (row) => ({ name: recordLabel(row), value: toText(row.id) }),
		paging: cursorPaging(''),
	},
});

/** Files are sent inside JSON and held in memory, so their size is limited. */
const maxFileBytes = 20 * 1024 * 1024;

/** The item of an attachment with its file, which the record contains as text or as a URL. */
async function withFile(
	call: Call<{ readonly outputProperty?: string }>,
	{ file: encoded, ...record }: IDataObject,
): Promise<Row> {
	const text = toText(encoded);
	const url = toText(record.file_url);
	if (text === '' && URL.canParse(url)) {
		const external = new URL(url).origin !== new URL(call.connection.address.url).origin;
		const fileName = toText(record.file_name) || toText(record.id);
		return await downloadRow(call, { url, fileName, external }, record);
	}
	const isDataUrl = text.startsWith('data:');
	const content = isDataUrl ? text.slice(text.indexOf(',') + 1) : text;
	if (!/^[A-Za-z0-9+/=\s]+$/.test(content))
		throw new PackError(
			'The attachment contains neither a file in Base64 or as a data URL, nor its address',
			{
				hint: 'Turn off Download File to get the attachment as the service returns it.',
			},
		);
	const stored = await call.context.helpers.prepareBinaryData(
		Buffer.from(content, 'base64'),
		toText(record.file_name) || undefined,
		isDataUrl ? /[^;,]*/.exec(text.slice('data:'.length))![0] : undefined,
	);
	return await fileRow(call, stored, record);
}

export const attachment = resource('Attachment', {
	default: 'getAll',
	operations: {
		create: operation({
			description: 'Attach a file from the input item to a record',
			request: 'POST /accounting/{attachedTo}/{recordId}/attachments',
			refine: unwrapRecord('attachment'),
			agents: false,
			fields: {
				attachedTo,
				recordId,
				binaryPropertyName: file('Input Binary Field', {
					default: 'data',
					required: true,
					hint: 'The name of the input field containing the file to attach',
				}),
				...writeFields,
			},
			options: {
				...writeOptions,
				// The public API documentation specifies only that the file is a string.
				fileEncoding: choice(
					'File Encoding',
					{ base64: 'Base64', dataUrl: 'Data URL' },
					{
						default: 'base64',
						in: 'none',
						description: 'How the file is encoded in the request',
					},
				),
				fileName: text('File Name', {
					in: 'none',
					placeholder: 'e.g. receipt.pdf',
					description: 'File name to use instead of the original one',
					collection: 'additionalFields',
				}),
			},
			check: checkWrite,
			overlapWaits: true,
			async run(call) {
				const { binaryPropertyName, fileEncoding, fileName } = call.input;
				const inputBinary = await inputFile(
					call.context,
					call.item,
					binaryPropertyName,
					allFieldsOf(call.operation).binaryPropertyName?.label,
				);
				if (inputBinary.size > maxFileBytes) {
					throw new PackError(
						`The file ${inputBinary.fileName} must be at most 20 MB, got ${(inputBinary.size / 1024 / 1024).toFixed(1)} MB`,
						{
							field: 'Input Binary Field',
							hint: 'Files are sent inside JSON, which limits their size. Attach a smaller file.',
						},
					);
				}
				const content = (
					await call.context.helpers.getBinaryDataBuffer(call.item, binaryPropertyName)
				).toString('base64');
				const encoded =
					fileEncoding === 'dataUrl' ? `data:${inputBinary.mimeType};base64,${content}` : content;
				return await write(call, (body) => ({
					...body,
					file: encoded,
					file_name: fileName ?? inputBinary.fileName,
				}));
			},
		}),
		get: operation({
			request: 'GET /accounting/{attachedTo}/attachments/{attachmentId}',
			fields: { attachedTo, attachmentId },
			options: {
				...recordOptions,
				...outputFileOptions,
				downloadFile: flag('Download File', {
					description: 'Whether to return the file itself instead of its text or address',
					in: 'none',
				}),
			},
			check: requireAccessToken,
			async run(call) {
				const { plan, policy } = planOperation(call.operation, call.input as IDataObject);
				const { body } = await send(call.connection, plan, policy);
				const rows = unwrapRecord('attachment')([toRow(body)]);
				if (call.input.downloadFile) return [await withFile(call, rows[0]!.json)];
				if (rows[0]?.json.file)
					showHint(
						call.context,
						'The field file contains the file as Base64 text. To get the file itself, add the option Download File and turn it on.',
					);
				return rows;
			},
		}),
		getAll: operation({
			request: 'GET /accounting/{attachedTo}/attachments',
			paging: sizedPaging('attachments'),
			...filtering('attachment'),
			fields: { attachedTo, ...filterFields },
			parents: ['attachedTo'],
			options: listOptions,
			check: requireAccessToken,
		}),
	},
});
