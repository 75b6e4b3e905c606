/** Input files of a request: URLs are sent unchanged, files from binary properties are uploaded first. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError } from '../engine/describe';
import { formatValue, toText } from '../engine/input/messages';
import { type FileSource, multipart } from '../engine/request/multipart';
import { inputFile } from '../engine/run/inputFile';
import { fileFields, requestFields } from './generationRequest';

const megabyte = 1024 * 1024;

/** Specification part A, Limits. */
const maxUploadMB = 95;

const isUrl = (value: string): boolean => /^(https?:|data:)/i.test(value);

/**
 * Uploads one file. Uploads are safe to retry: at worst, an unused copy remains.
 * @throws PackError if the file is too large, before anything is sent
 */
export async function uploadFile(call: Call<unknown>, file: FileSource): Promise<IDataObject> {
	if (file.size > maxUploadMB * megabyte) {
		throw new PackError(
			`A file must be at most ${maxUploadMB} MB, got ${(file.size / megabyte).toFixed(1)} MB (${file.fileName})`,
			{ hint: 'Make the file smaller, or enter the URL of a hosted file.' },
		);
	}
	const response = await call.request(
		'POST /api/v2/uploads',
		{ open: multipart('file', file) },
		{ replay: 'safe' },
	);
	return response.body as IDataObject;
}

/**
 * Uploads the files of a request and replaces the names of binary properties with URLs.
 * A file that was already uploaded in this run is not uploaded again.
 */
export async function uploadInputFiles(
	call: Call<unknown>,
	model: string,
	body: IDataObject,
): Promise<IDataObject> {
	const fields = await fileFieldsIn(call, model, body);
	const uploadedUrls = uploadedUrlsOfRun(call);
	const toUrl = async (field: string, index: number, value: unknown): Promise<string> => {
		if (typeof value !== 'string')
			throw new PackError(
				`${field} must be a URL or the name of a binary property, got ${formatValue(value)}`,
				{ field },
			);
		if (isUrl(value)) return value;
		const file = await inputFile(call.context, call.item, value);
		// Retry On Fail must send the same URL. With a different URL, the service would reject the
		// idempotency key as reused.
		const key = `${call.item} ${field} ${index} ${file.fileName} ${file.size}`;
		uploadedUrls[key] ??= toText((await uploadFile(call, file)).url);
		return uploadedUrls[key];
	};
	const result = { ...body };
	for (const field of fields) {
		const value = body[field];
		if (Array.isArray(value)) {
			const urls: string[] = [];
			for (const [index, entry] of value.entries()) urls.push(await toUrl(field, index, entry));
			result[field] = urls;
		} else if (value !== undefined) result[field] = await toUrl(field, 0, value);
	}
	return result;
}

/** The request without files that have not been uploaded yet. The service can estimate the cost without them. */
export async function omitFilesWithoutUrl(
	call: Call<unknown>,
	model: string,
	body: IDataObject,
): Promise<IDataObject> {
	const result = { ...body };
	for (const field of await fileFieldsIn(call, model, body)) {
		const value = body[field];
		const urls = (Array.isArray(value) ? value : [value]).filter(
			(entry): entry is string => typeof entry === 'string' && isUrl(entry),
		);
		if (urls.length === 0) delete result[field];
		else result[field] = Array.isArray(value) ? urls : urls[0];
	}
	return result;
}

/** Names of the file fields in a request. If it has fields that are not specified, the model's own field list is read. */
async function fileFieldsIn(
	call: Call<unknown>,
	model: string,
	body: IDataObject,
): Promise<string[]> {
	const hasUnknownFields = Object.keys(body).some((name) => !Object.hasOwn(requestFields, name));
	const fieldsOfModel = hasUnknownFields ? await fileFieldsOfModel(call, model) : new Set<string>();
	return Object.keys(body).filter((name) => fileFields.has(name) || fieldsOfModel.has(name));
}

/** By run, then by model. */
const fileFieldsCache = new WeakMap<object, Map<string, Promise<Set<string>>>>();

async function fileFieldsOfModel(call: Call<unknown>, model: string): Promise<Set<string>> {
	const { runKey } = call.connection;
	const cache = fileFieldsCache.get(runKey) ?? new Map<string, Promise<Set<string>>>();
	fileFieldsCache.set(runKey, cache);
	const cached = cache.get(model) ?? readFileFields(call, model);
	cache.set(model, cached);
	return await cached;
}

async function readFileFields(call: Call<unknown>, model: string): Promise<Set<string>> {
	const { body } = await call.request(
		'GET /api/v2/models/{modelId}',
		{ values: { modelId: model } },
		{ replay: 'safe' },
	);
	const fields = ((body as IDataObject).fields ?? []) as IDataObject[];
	return new Set(fields.filter(({ input }) => input).map(({ name }) => toText(name)));
}

/** URLs of the files uploaded in this run of the node. n8n keeps the node context across Retry On Fail, until the execution ends. */
function uploadedUrlsOfRun(call: Call<unknown>): Record<string, string> {
	const nodeContext = call.context.getContext('node') as {
		uploadRun?: number;
		uploads?: Record<string, string>;
	};
	if (nodeContext.uploadRun !== call.runIndex || !nodeContext.uploads)
		Object.assign(nodeContext, { uploadRun: call.runIndex, uploads: {} });
	return nodeContext.uploads!;
}
