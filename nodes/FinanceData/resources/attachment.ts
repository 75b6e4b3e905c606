import { choice, file, id, operation, PackError, resource, text } from '../../engine/describe';
import { inputFile } from '../../engine/run/inputFile';
import { kindByName } from '../entities';
import { filterFields, withFilter } from '../filters';
import { write } from '../jobs';
import {
	checkWrite,
	listOptions,
	needsConnection,
	pagingOf,
	recordOptions,
	writeFields,
	writeOptions,
} from '../operations';
import { recordNamed } from '../wrapping';

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
		description: 'Kind of the records that the files belong to',
	},
);

const attachmentId = id('Attachment', {
	placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
	lookup: {
		request: 'GET /accounting/{attachedTo}/attachments?access_token={accessToken}',
		rows: 'attachments',
		row: (row) => ({ name: String(row.file_name ?? row.id), value: String(row.id) }),
	},
});

/** Files travel inside JSON, so they are held in memory; larger ones do not fit there. */
const largestFileBytes = 20 * 1024 * 1024;

export const attachment = resource('Attachment', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create an attachment',
			description: 'Attach a file of an item to a record',
			request: 'POST /accounting/{attachedTo}/{recordId}/attachments',
			refine: recordNamed('attachment'),
			agents: false,
			fields: {
				attachedTo,
				recordId: id('Record', {
					placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
					description: 'The bill, expense, invoice or journal entry that gets the file',
				}),
				binaryPropertyName: file('Input Binary Field', {
					default: 'data',
					required: true,
					hint: 'The name of the input field containing the file to attach',
				}),
				...writeFields,
			},
			options: {
				...writeOptions,
				// The public facts say "string" and nothing more.
				fileEncoding: choice(
					'File Encoding',
					{ base64: 'Base64', dataUrl: 'Data URL' },
					{
						default: 'base64',
						in: 'none',
						description: 'How the file is written into the request',
					},
				),
				fileName: text('File Name', {
					in: 'none',
					placeholder: 'e.g. receipt.pdf',
					description: 'Another name than the file has',
				}),
			},
			check: checkWrite,
			async run(call) {
				const { binaryPropertyName, fileEncoding, fileName } = call.input;
				const given = await inputFile(call.context, call.item, binaryPropertyName);
				if (given.size > largestFileBytes) {
					throw new PackError(
						`The file ${given.fileName} has ${(given.size / 1024 / 1024).toFixed(1)} MB; the node takes up to 20 MB, as it has to go inside JSON`,
						{ field: 'Input Binary Field' },
					);
				}
				const content = (
					await call.context.helpers.getBinaryDataBuffer(call.item, binaryPropertyName)
				).toString('base64');
				const encoded =
					fileEncoding === 'dataUrl' ? `data:${given.mimeType};base64,${content}` : content;
				return await write(call, (body) => ({
					...body,
					file: encoded,
					file_name: fileName ?? given.fileName,
				}));
			},
		}),
		get: operation({
			name: 'Get',
			action: 'Get an attachment',
			request: 'GET /accounting/{attachedTo}/attachments/{attachmentId}',
			refine: recordNamed('attachment'),
			fields: { attachedTo, attachmentId },
			options: recordOptions,
			check: needsConnection,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many attachments',
			request: 'GET /accounting/{attachedTo}/attachments',
			paging: pagingOf('attachments'),
			prepare: withFilter(kindByName),
			fields: { attachedTo, ...filterFields },
			options: listOptions,
			check: needsConnection,
		}),
	},
});
