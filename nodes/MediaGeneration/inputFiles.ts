/**
 * Input files of a request: URLs are sent unchanged, files from binary properties are uploaded
 * first.
 */
import type { IDataObject } from 'n8n-workflow';
import { type FileSource, inputFile, multipart, cachePerRun, validate } from '../engine';
import { type Call, formatValue, PackError, splitList, toResult, toText } from '../engine/describe';
import { fileFields, requestFields } from './generationRequest';
import { type FieldInfo, fieldsOfModel, labelFor } from './models';
import { recordOfRun } from './runRecord';

const megabyte = 1024 * 1024;

/** Maximum size of an uploaded file (README.md, Limits). */
const maxUploadMB = 95;

const isUrl = (value: string): boolean => /^(https?:|data:)/i.test(value);

/**
 * Uploads one file. Uploads are safe to retry: at worst, an unused copy remains.
 * @param field label of the field that contains the file
 * @throws PackError if the file is too large, before anything is sent
 */
export async function uploadFile(
	call: Call<unknown>,
	file: FileSource,
	field: string,
): Promise<IDataObject> {
	if (file.size > maxUploadMB * megabyte) {
		throw new PackError(
			`A file must be at most ${maxUploadMB} MB, got ${(file.size / megabyte).toFixed(1)} MB (${file.fileName})`,
			{ field, hint: 'Make the file smaller, or enter the URL of a hosted file.' },
		);
	}
	const result = await toResult(
		call.request(
			'POST /api/v2/uploads',
			{ open: multipart('file', file) },
			{ idempotency: 'safe' },
		),
	);
	if ('value' in result) return result.value.body as IDataObject;
	const { error } = result;
	if (!(error instanceof PackError) || error.details.code !== 'validation_failed') throw error;
	throw new PackError(
		`The service rejected the file ${file.fileName} (${file.mimeType}) in ${field}`,
		{
			...error.details,
			hint: `A file must be an image, a video or an audio file. ${error.message}`,
		},
	);
}

/**
 * Uploads the files of a request and replaces the names of binary properties with URLs.
 * A file that was already uploaded in this run is not uploaded again.
 */
export async function uploadInputFiles(
	call: Call<unknown>,
	model: string,
	request: IDataObject,
): Promise<IDataObject> {
	const { uploads } = recordOfRun(call);
	return await replaceFiles(call, model, request, async ({ field, index, property }) => {
		const label = labelFor(field);
		const file = await inputFile(call.context, call.item, property, label).catch(nameTheUrl);
		// All attempts must send the same URL. With a different URL, the service would
		// reject the idempotency key as reused.
		const key = `${call.item} ${field} ${index} ${file.fileName} ${file.size}`;
		uploads[key] ??= toText((await uploadFile(call, file, label)).url);
		return uploads[key];
	});
}

/** A file field also accepts a URL, which is what File: Upload returns. */
const nameTheUrl = (error: unknown): never => {
	if (!(error instanceof PackError)) throw error;
	const { hint = '' } = error.details;
	throw new PackError(error.message, {
		...error.details,
		hint: `${hint} You can also enter a URL: after File: Upload, {{ $json.url }}.`,
	});
};

const extensions: Readonly<Record<string, string>> = { image: 'png', video: 'mp4', audio: 'mp3' };

/**
 * Replaces the names of binary properties with placeholder URLs, because the price can depend on
 * whether a file is given. The files do not have to exist.
 * @returns the body, and the names of the fields that contain placeholders
 */
export async function replaceFilesWithPlaceholders(
	call: Call<unknown>,
	model: string,
	request: IDataObject,
): Promise<{ body: IDataObject; placeholderFields: string[] }> {
	const placeholderFields = new Set<string>();
	const body = await replaceFiles(call, model, request, async ({ field, kind, property }) => {
		placeholderFields.add(field);
		const name = `${encodeURIComponent(property)}.${extensions[kind] ?? 'bin'}`;
		return await Promise.resolve(`https://example.com/${name}`);
	});
	return { body, placeholderFields: [...placeholderFields] };
}

/** A binary property in a file field. */
interface FileReference {
	readonly field: string;
	/** Position in a list. */
	readonly index: number;
	readonly kind: string;
	readonly property: string;
}

/**
 * Replaces the names of binary properties in a request with URLs.
 * @throws PackError if a file field contains neither text nor a list of text
 */
async function replaceFiles(
	call: Call<unknown>,
	model: string,
	request: IDataObject,
	toUrl: (file: FileReference) => Promise<string>,
): Promise<IDataObject> {
	const modelFields = await unspecifiedFields(call, model, request);
	const body: IDataObject = {};
	for (const [field, given] of Object.entries(request)) {
		const { type, input } = modelFields.get(field) ?? {};
		const value =
			type === 'array' && typeof given === 'string' ? splitText(labelFor(field), given) : given;
		const kind = fileFields.get(field) ?? input;
		if (kind === undefined) {
			body[field] = value;
			continue;
		}
		const urls: string[] = [];
		for (const [index, entry] of (Array.isArray(value) ? value : [value]).entries()) {
			if (typeof entry !== 'string')
				throw new PackError(
					`${labelFor(field)} must be a URL or the name of a binary property, got ${formatValue(entry)}`,
					{ field: labelFor(field) },
				);
			urls.push(
				isUrl(entry) ? entry : await toUrl({ field, index, kind: toText(kind), property: entry }),
			);
		}
		body[field] = Array.isArray(value) ? urls : urls[0];
	}
	return body;
}

/** A list from JSON or comma-separated text. */
const splitText = (label: string, text: string): IDataObject[string] =>
	text.trim().startsWith('[')
		? (validate({ kind: 'json', label }, text) as IDataObject[string])
		: splitList(text);

/** By model. */
const fieldsOfRun = cachePerRun<ModelFields>();

type ModelFields = ReadonlyMap<string, FieldInfo>;

/**
 * The fields of the model, if the request has a field that is not in the specification. Otherwise
 * an empty map, and the model is not requested.
 */
async function unspecifiedFields(
	call: Call<unknown>,
	model: string,
	request: IDataObject,
): Promise<ModelFields> {
	if (Object.keys(request).every((name) => Object.hasOwn(requestFields, name))) return new Map();
	return await fieldsOfRun(call.connection, model, async () => await readModelFields(call, model));
}

async function readModelFields(call: Call<unknown>, model: string): Promise<ModelFields> {
	const { body } = await call.request(
		'GET /api/v2/models/{modelId}',
		{ values: { modelId: model } },
		{ idempotency: 'safe' },
	);
	return new Map(fieldsOfModel(body as IDataObject).map((field) => [toText(field.name), field]));
}
