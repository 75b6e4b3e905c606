/** Input files of a request: an address stays, the name of a binary property becomes an upload. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError } from '../engine/describe';
import { type FileSource, multipart } from '../engine/request/multipart';
import { inputFile } from '../engine/run/inputFile';
import { fileFields, requestFields } from './generationRequest';

/** Bytes that one upload may have (specification part A, Limits). */
export const largestUpload = 95 * 1024 * 1024;

const isAddress = (value: string): boolean => /^(https?:|data:)/i.test(value);

/** Uploads one file, refusing it before a byte is sent when it is too large. Sending it again makes at worst an unused copy. */
export async function upload(call: Call<unknown>, file: FileSource): Promise<IDataObject> {
	if (file.size > largestUpload) {
		throw new PackError(
			`The file ${file.fileName} has ${(file.size / 1024 / 1024).toFixed(1)} MB; the service takes up to 95 MB`,
			{
				hint: 'Make the file smaller, or give the address of a file that is already on the web.',
			},
		);
	}
	const answer = await call.request(
		'POST /api/v2/uploads',
		{ open: multipart('file', file) },
		{ replay: 'safe' },
	);
	return answer.body as IDataObject;
}

/** Replaces names of binary properties by addresses, uploading what was not uploaded before in this run. */
export async function withUploads(
	call: Call<unknown>,
	model: string,
	body: IDataObject,
): Promise<IDataObject> {
	const fields = await fileFieldsOf(call, model, body);
	const memory = uploadsOfRun(call);
	const addressOf = async (field: string, index: number, value: unknown): Promise<string> => {
		if (typeof value !== 'string')
			throw new PackError(`${field} must hold an address or the name of a binary property`, {
				field,
			});
		if (isAddress(value)) return value;
		const file = await inputFile(call.context, call.item, value);
		// Kept for Retry On Fail: another upload would have another address, and the key would then stand for another request.
		const key = `${call.item} ${field} ${index} ${file.fileName} ${file.size}`;
		memory[key] ??= String((await upload(call, file)).url);
		return memory[key];
	};
	const result = { ...body };
	for (const field of fields) {
		const value = body[field];
		if (Array.isArray(value)) {
			const addresses: string[] = [];
			for (const [index, one] of value.entries())
				addresses.push(await addressOf(field, index, one));
			result[field] = addresses;
		} else if (value !== undefined) result[field] = await addressOf(field, 0, value);
	}
	return result;
}

/** For an estimate: what has no address yet is left out, as the service needs no files to name a price. */
export async function withoutFiles(
	call: Call<unknown>,
	model: string,
	body: IDataObject,
): Promise<IDataObject> {
	const result = { ...body };
	for (const field of await fileFieldsOf(call, model, body)) {
		const value = body[field];
		const addresses = (Array.isArray(value) ? value : [value]).filter(
			(one): one is string => typeof one === 'string' && isAddress(one),
		);
		if (addresses.length === 0) delete result[field];
		else result[field] = Array.isArray(value) ? addresses : addresses[0];
	}
	return result;
}

/** File fields among those given; a field that the specification does not name is looked up in the model's own list. */
async function fileFieldsOf(
	call: Call<unknown>,
	model: string,
	body: IDataObject,
): Promise<string[]> {
	const unknown = Object.keys(body).some((name) => !requestFields[name]);
	const live = unknown ? await modelInputs(call, model) : new Set<string>();
	return Object.keys(body).filter((name) => fileFields.has(name) || live.has(name));
}

const inputsByRun = new WeakMap<object, Map<string, Promise<Set<string>>>>();

/** Names of a model's file fields, read once a run. */
async function modelInputs(call: Call<unknown>, model: string): Promise<Set<string>> {
	const known = inputsByRun.get(call.connection.runKey) ?? new Map<string, Promise<Set<string>>>();
	inputsByRun.set(call.connection.runKey, known);
	if (!known.has(model)) {
		const read = call.request(
			'GET /api/v2/models/{modelId}',
			{ values: { modelId: model } },
			{ replay: 'safe' },
		);
		known.set(
			model,
			read.then(
				({ body }) =>
					new Set(
						(((body as IDataObject).fields ?? []) as IDataObject[])
							.filter(({ input }) => input)
							.map(({ name }) => String(name)),
					),
			),
		);
	}
	return await known.get(model)!;
}

/** What was uploaded in this run of the node; n8n keeps it over Retry On Fail and forgets it with the execution. */
function uploadsOfRun(call: Call<unknown>): Record<string, string> {
	const memory = call.context.getContext('node') as {
		uploadRun?: number;
		uploads?: Record<string, string>;
	};
	if (memory.uploadRun !== call.runIndex || !memory.uploads)
		Object.assign(memory, { uploadRun: call.runIndex, uploads: {} });
	return memory.uploads!;
}
