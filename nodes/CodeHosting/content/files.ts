/** Reads and writes single files and directories of a repository. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	buildRequest,
	download,
	recordsInPath,
	rowsUpToLimit,
	send,
	showHint,
	toRow,
} from '../../engine';
import {
	allFieldsOf,
	type Call,
	type HttpResponse,
	PackError,
	type RecordReference,
	type RequestPlan,
	type Row,
	toResult,
	toText,
	valueOf,
} from '../../engine/describe';
import { vendorOf } from '../client';
import { isConflict } from '../errors';
import { decodeBase64 } from './decodeContent';
import { type ContentInput, readContent } from './fileContent';
import { symbolicLink, treeFinder } from './trees';

/** How often a write is sent if other commits change the branch at the same time. */
export const maxWrites = 3;

type Media = 'object' | 'raw';

const mediaType = ({ connection }: Pick<Call<unknown>, 'connection'>, media: Media): string =>
	`application/vnd.${vendorOf(connection.credential).slug}.${media}+json`;

const planOf = ({ operation, input }: Call<object>): RequestPlan =>
	buildRequest(operation.request!, allFieldsOf(operation), input as IDataObject);

const recordsOf = ({ operation, input }: Call<object>): RecordReference[] =>
	recordsInPath(operation.request!, allFieldsOf(operation), input as IDataObject);

const nameIn = (path: string): string => path.split('/').at(-1)!;

interface ReadInput {
	readonly filePath: string;
	readonly reference?: string;
	readonly returnAs?: string;
	readonly outputProperty?: string;
}

/** Returns a file as text or as a binary file. An AI agent always gets text. */
export async function readFile(call: Call<ReadInput>): Promise<Row[]> {
	const { context, connection, input } = call;
	const { filePath, outputProperty = 'data', reference } = input;
	const plan = planOf(call);
	const records = recordsOf(call);
	const response = await send(
		connection,
		{ ...plan, headers: { accept: mediaType(call, 'object') } },
		{ idempotency: 'safe', permission: call.operation.permission, records },
	);
	const entry = fileIn(response, filePath);
	if (!call.isAgent && input.returnAs === 'json') {
		if (entry.encoding === 'none')
			showHint(
				context,
				'The service returns files of more than 1 MB without content in JSON. To get the content, set Return As to Binary File or Text.',
			);
		return [toRow(entry)];
	}
	const { name, path, sha, size, html_url: url } = entry;
	const json: IDataObject = { name, path, sha, size, html_url: url };
	// The service returns the content of files of more than 1 MB only in raw form.
	const content = entry.encoding === 'base64' ? decodeBase64(entry.content) : undefined;
	if (call.isAgent || input.returnAs === 'text') {
		if (content) return [{ json: { ...json, text: content.toString('utf8') } }];
		const raw = await send(
			connection,
			{ ...plan, headers: { accept: mediaType(call, 'raw') } },
			{ idempotency: 'safe', as: 'text', permission: call.operation.permission, records },
		);
		return [{ json: { ...json, text: toText(raw.body) } }];
	}
	const file = content
		? await context.helpers.prepareBinaryData(content, nameIn(filePath))
		: await download(context, connection, {
				url:
					reference === undefined ? plan.url : `${plan.url}?ref=${encodeURIComponent(reference)}`,
				accept: mediaType(call, 'raw'),
				fileName: nameIn(filePath),
				records,
			});
	return [{ json: { ...json, mimeType: file.mimeType }, binary: { [outputProperty]: file } }];
}

/**
 * The file in a response.
 * @throws PackError for a directory, a submodule, or a symbolic link that leads to no file
 */
function fileIn({ body }: HttpResponse, path: string): IDataObject {
	const type = Array.isArray(body) ? 'dir' : (body as IDataObject | undefined)?.type;
	if (type === 'file') return body as IDataObject;
	const kind = { dir: 'a directory', submodule: 'a submodule', symlink: 'a symbolic link' }[
		toText(type)
	];
	throw new PackError(`${path} is ${kind ?? 'not a file'}`, {
		field: 'File Path',
		hint:
			type === 'dir'
				? 'Enter the path of a file, or use Get Many to get the files of a directory.'
				: 'Enter the path of a file.',
	});
}

interface ListInput {
	readonly directory?: string;
}

/** Returns the files and directories in a directory. */
export async function listDirectory(call: Call<ListInput>): Promise<Row[]> {
	const { operation, input } = call;
	const line = operation.requestFor?.(input as IDataObject) ?? operation.request!;
	const fields = allFieldsOf(operation);
	const values = input as IDataObject;
	const { body } = await send(
		call.connection,
		{
			...buildRequest(line, fields, values),
			headers: { accept: mediaType(call, 'object') },
		},
		{
			idempotency: 'safe',
			permission: operation.permission,
			records: recordsInPath(line, fields, values),
		},
	);
	const entries = Array.isArray(body) ? body : (body as IDataObject | undefined)?.entries;
	if (Array.isArray(entries)) return rowsUpToLimit(call, entries as IDataObject[]).map(toRow);
	throw new PackError(`${input.directory ?? 'The root'} is not a directory`, {
		field: 'Directory',
		hint: 'Enter the path of a directory, or use Get to get a file.',
	});
}

/** Creates a file. */
export async function createFile(call: Call<ContentInput & { newFilePath: string }>) {
	const content = (await readContent(call)).toString('base64');
	const result = await toResult(writeFile(call, async () => await Promise.resolve({ content })));
	if ('value' in result) return result.value;
	const { error } = result;
	if (error instanceof PackError && error.details.status === 422 && /\bsha\b/.test(error.message))
		throw new PackError(`${call.input.newFilePath} already exists`, {
			...error.details,
			field: 'New File Path',
			hint: 'Use Update to change the file. Commit Files changes files and creates those that are missing.',
		});
	throw error;
}

interface ChangeInput {
	readonly filePath: string;
	readonly branch?: string;
	readonly fileSha?: string;
	readonly authorDate?: string;
	readonly committerDate?: string;
}

/** Replaces the content of a file. */
export async function updateFile(call: Call<ContentInput & ChangeInput>): Promise<Row[]> {
	const content = (await readContent(call)).toString('base64');
	const find = treeFinder(call);
	return await writeFile(call, async () => {
		const file = await toResult(readEntry(call));
		if ('value' in file) await rejectLink(call, file.value, find);
		// With File SHA, the service decides about a file that cannot be read.
		return { content, sha: call.input.fileSha ?? toText(valueOf(file).sha) };
	});
}

/** Deletes a file. */
export async function deleteFile(call: Call<ChangeInput>): Promise<Row[]> {
	let missing: PackError | undefined;
	const { authorDate, committerDate } = call.input;
	if (authorDate !== undefined || committerDate !== undefined)
		showHint(
			call.context,
			'Author Date and Committer Date are not sent, because the service has no dates for a deletion.',
		);
	const result = await toResult(
		writeFile(call, async () => {
			const sha = await toResult(shaOf(call));
			if ('value' in sha) return { sha: sha.value };
			if (!(sha.error instanceof PackError) || sha.error.details.status !== 404) throw sha.error;
			// With Retry On Fail, an earlier attempt may have deleted the file. The deletion is not sent
			// again then, and returns its earlier result.
			missing = sha.error;
			return { sha: '' };
		}),
	);
	if ('error' in result) throw missing ?? result.error;
	const [row] = result.value;
	const commit = (row?.json.commit ?? {}) as IDataObject;
	return [
		{
			json: {
				deleted: true,
				path: call.input.filePath,
				commit_sha: commit.sha,
				commit_url: commit.html_url,
				message: commit.message,
			},
		},
	];
}

/** The blob SHA that the file must have: the given one, or the current one. */
async function shaOf(call: Call<ChangeInput>): Promise<string> {
	return call.input.fileSha ?? toText((await readEntry(call)).sha);
}

async function readEntry(call: Call<ChangeInput>): Promise<IDataObject> {
	const { filePath, branch } = call.input;
	const response = await call.request(
		'GET /repos/{owner}/{repository}/contents/{filePath}',
		{
			values: call.input as unknown as IDataObject,
			query: branch === undefined ? {} : { ref: branch },
			headers: { accept: mediaType(call, 'object') },
		},
		{ idempotency: 'safe' },
	);
	return fileIn(response, filePath);
}

/**
 * Rejects the path of a symbolic link to a file. The service reads the file, but would write the
 * content into the link (github/github-mcp-server#2997). The response of a link contains its own SHA
 * with the content of the file. Only if they do not match, the tree is read.
 * @throws PackError if the path is a symbolic link
 */
async function rejectLink(
	{ input: { filePath, branch } }: Call<ChangeInput>,
	{ sha, path, encoding, content }: IDataObject,
	find: ReturnType<typeof treeFinder>,
): Promise<void> {
	const isFile =
		path === filePath && encoding === 'base64' && sha === blobSha(decodeBase64(content));
	if (isFile) return;
	const found = await toResult(find(branch ?? 'HEAD', filePath));
	if ('value' in found && found.value?.mode === symbolicLink)
		throw new PackError(`${filePath} is a symbolic link`, {
			field: 'File Path',
			hint: 'Enter the path of the file that it leads to. Nothing was written.',
		});
}

/** The SHA that Git gives a file. */
const blobSha = (content: Buffer): string =>
	createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

/**
 * Sends a write. The service rejects it with 409 if another commit changes the branch at the same
 * time, or if the file has a different SHA. If the user did not enter a SHA, the write is repeated.
 * @param bodyOf returns the part of the body that may change between attempts
 */
async function writeFile(
	call: Call<ContentInput & { fileSha?: string }>,
	bodyOf: () => Promise<IDataObject>,
): Promise<Row[]> {
	const plan = planOf(call);
	const records = recordsOf(call);
	for (let writes = 1; ; writes++) {
		const body = { ...(plan.body as IDataObject), ...(await bodyOf()) };
		const result = await toResult(
			send(
				call.connection,
				{ ...plan, body },
				{ idempotency: call.operation.idempotency, permission: call.operation.permission, records },
			),
		);
		if ('value' in result) return [toRow(result.value.body)];
		const { error } = result;
		if (!isConflict(error)) throw error;
		if (call.input.fileSha === undefined && writes < maxWrites) continue;
		throw new PackError('The file or the branch was changed at the same time', {
			...error.details,
			hint:
				call.input.fileSha === undefined
					? `The node tried ${maxWrites} times. Nothing was written. Try again.`
					: 'The file does not have the SHA in File SHA. Nothing was written. Read the file again.',
		});
	}
}
