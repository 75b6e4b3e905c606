/** The files of a gist: rows in the form, and an object with the file names as keys in the API. */
import type { IDataObject } from 'n8n-workflow';
import { send, toRow } from '../../engine';
import {
	type Call,
	choice,
	isObject,
	PackError,
	type Row,
	rows,
	text,
	toText,
} from '../../engine/describe';

const filename = text('File Name', {
	description: 'Name of the file, with its extension',
	placeholder: 'e.g. notes.md',
	required: true,
});
const content = text('Content', { description: 'Text of the file', lines: 5 });

export const gistFiles = rows('Files', {
	description: 'The files of the gist',
	apiName: 'files',
	required: true,
	// n8n requires the fields of a row to be in the order of their labels.
	row: { content: { ...content, required: true }, filename },
});

export const gistFileChanges = rows('Files', {
	description: 'The files to change. Other files stay as they are.',
	apiName: 'files',
	row: {
		change: choice(
			'Change',
			{ write: 'Add or Replace', rename: 'Rename', delete: 'Delete' },
			{ description: 'What to do with the file', default: 'write' },
		),
		content: {
			...content,
			description: 'Text of the file. If you rename a file, its text stays as it is without one.',
			show: { change: ['write', 'rename'] },
		},
		filename,
		newFilename: text('New File Name', {
			description: 'Name of the file after the update',
			placeholder: 'e.g. ideas.md',
			required: true,
			show: { change: ['rename'] },
		}),
	},
});

/** For `check`: the problem of files that the service cannot process. */
export function problemOfFiles(files: readonly IDataObject[] = []): string | undefined {
	const names = files.map((file) => file.filename);
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated !== undefined)
		return `must contain each file once, but contains ${toText(repeated)} twice`;
	// The service deletes a file without text.
	const empty = files.find((file) => file.change === 'write' && file.content === undefined);
	return empty && `must contain the text of ${toText(empty.filename)}`;
}

/** For `prepare`: converts the rows of `field` to the object that the service expects. */
export const withFiles =
	(field: string) =>
	({ [field]: files, ...input }: IDataObject): IDataObject =>
		files === undefined
			? input
			: {
					...input,
					[field]: Object.fromEntries(
						(files as IDataObject[]).map((file) => [toText(file.filename), fileToSend(file)]),
					),
				};

const fileToSend = ({ change, content: newText, newFilename }: IDataObject): IDataObject | null =>
	change === 'delete'
		? null
		: {
				...(newText === undefined ? {} : { content: newText }),
				...(newFilename === undefined ? {} : { filename: newFilename }),
			};

/** The service offers the complete text of files up to this size at `raw_url`. */
const maxRawBytes = 10 * 1024 * 1024;

/**
 * Returns a gist with the complete text of its files. The service truncates the text of a file above
 * 1 MB. Text above 10 MB and binary files stay truncated.
 */
export async function readGist({
	connection,
	operation,
	input,
	request,
}: Call<{ readonly gistId: string }>): Promise<Row[]> {
	const { body } = await request(operation.request!, { values: { ...input } });
	const { files, ...gist } = (body ?? {}) as { files?: unknown };
	const complete: Record<string, unknown> = {};
	for (const [name, file] of Object.entries(isObject(files) ? files : {}))
		complete[name] =
			isObject(file) && isReadable(file)
				? { ...file, truncated: false, content: await rawText(connection, name, file) }
				: file;
	return [toRow({ ...gist, files: complete })];
}

const isReadable = ({ truncated, encoding, size }: IDataObject): boolean =>
	truncated === true && encoding !== 'base64' && Number(size) <= maxRawBytes;

/** @throws PackError if the response is not the file, but for example a login page */
async function rawText(
	connection: Call<unknown>['connection'],
	name: string,
	{ raw_url: url, size }: IDataObject,
): Promise<string> {
	const response = await send(
		connection,
		{ method: 'GET', url: toText(url), query: {}, headers: { accept: 'text/plain' } },
		{ idempotency: 'safe', as: 'text', external: true },
	);
	const raw = toText(response.body);
	if (Buffer.byteLength(raw) !== size)
		throw new PackError(`The text of ${name} could not be read completely`, {
			hint: `The file has ${toText(size)} bytes, but its raw URL returned ${Buffer.byteLength(raw)}. Try again, or clone the gist.`,
		});
	return raw;
}
