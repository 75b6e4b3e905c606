/**
 * The input of Create and Estimate, and the request body built from it (README.md,
 * Resources).
 */
import type { IDataObject } from 'n8n-workflow';
import { validate } from '../engine';
import {
	choice,
	decimal,
	type Field,
	flag,
	integer,
	list,
	ownValue,
	PackError,
	text,
} from '../engine/describe';
import { labelFor } from './models';
import type { OutputFileOptions } from './outputFiles';

export interface RequestInput {
	readonly modelId: string;
	readonly prompt?: string;
	readonly specifyFields?: string;
	readonly modelFields?: IDataObject;
	readonly fieldsJson?: IDataObject;
}

export interface CreateInput extends RequestInput, OutputFileOptions {
	readonly maximumCost?: number;
	readonly maximumTotalCost?: number;
	readonly wait?: string;
	readonly idempotencyKey?: string;
	readonly callbackUrl?: string;
	readonly maximumWait?: number;
	readonly whenStalled?: string;
}

const fieldsNamed = (names: string, create: (label: string) => Field): Record<string, Field> =>
	Object.fromEntries(names.split(' ').map((name) => [name, create(labelFor(name))]));

const singleFileFields = 'image input_image last_image first_clip_url audio';
const fileListFields = 'image_input video_input reference_audios';

/**
 * Fields that contain URLs of files, with the kind of file. In the node, they also accept the name
 * of a binary property.
 */
export const fileFields: ReadonlyMap<string, string> = new Map(
	Object.entries({
		image: 'image',
		input_image: 'image',
		image_input: 'image',
		last_image: 'image',
		veo31_image_urls: 'image',
		first_clip_url: 'video',
		video_input: 'video',
		audio: 'audio',
		reference_audios: 'audio',
	}),
);

/**
 * All fields of a request except `model`, `idempotency_key` and `callback_url`, which have their
 * own parameters.
 */
export const requestFields: Readonly<Record<string, Field>> = {
	...fieldsNamed(
		`prompt negative_prompt ${singleFileFields} character_orientation aspect_ratio resolution size megapixels output_format lora_weights lora_weights_transformer lora_weights_transformer_2 veo31_watermark`,
		(label) => text(label),
	),
	...fieldsNamed(
		'enhance_prompt translate_prompt optimize_prompt prompt_extend generate_audio enable_sequential camera_fixed go_fast high_performance is_pro thinking_mode google_search web_search watermark',
		(label) => flag(label),
	),
	...fieldsNamed(
		'num_outputs max_images duration num_frames video_length fps width height seed infer_steps num_inference_steps',
		(label) => integer(label),
	),
	...fieldsNamed(
		'prompt_strength guidance guidance_scale sample_shift lora_scale lora_scale_transformer lora_scale_transformer_2',
		(label) => decimal(label),
	),
	...fieldsNamed(fileListFields, (label) => list(label)),
	n: integer('N', { minimum: 1, maximum: 12 }),
	num_layers: integer('Num Layers', { minimum: 2, maximum: 8 }),
	output_quality: integer('Output Quality', { minimum: 1, maximum: 100 }),
	audio_setting: choice('Audio Setting', ['auto', 'origin']),
	quality: choice('Quality', ['basic', 'high']),
	background: choice('Background', ['transparent', 'opaque']),
	reference_audios: list('Reference Audios', { maximum: 5 }),
	veo31_model: choice('Veo 3.1 Model', ['veo3', 'veo3_fast']),
	veo31_image_urls: list('Veo 3.1 Image URLs', { minimum: 1, maximum: 3 }),
	veo31_generation_type: choice('Veo 3.1 Generation Type', [
		'TEXT_2_VIDEO',
		'FIRST_AND_LAST_FRAMES_2_VIDEO',
		'REFERENCE_2_VIDEO',
	]),
};

/**
 * Fields that have their own parameter, with the hint for the error if they are entered in Fields.
 */
const reservedFields: Record<string, string> = {
	model: 'Use the field Model.',
	idempotency_key: 'Use the option Idempotency Key.',
	callback_url: 'Use the option Callback URL.',
};

/** The validated fields of a request, from the form or from JSON. */
export function requestOf({
	prompt,
	specifyFields,
	modelFields,
	fieldsJson,
}: RequestInput): IDataObject {
	const fields = (specifyFields === 'json' ? fieldsJson : modelFields) ?? {};
	return validateRequest({ ...(prompt === undefined ? {} : { prompt }), ...fields });
}

/**
 * Validates the fields of a request and drops empty ones. Fields that are not in the specification
 * are sent unchanged, because a new model may support them. If it does not, the service returns an
 * error.
 * @throws PackError if a field is invalid or reserved
 */
export function validateRequest(fields: IDataObject): IDataObject {
	const entries: Array<[string, unknown]> = [];
	for (const [name, value] of Object.entries(fields)) {
		if (value === null || value === undefined || value === '') continue;
		const hint = ownValue(reservedFields, name);
		if (hint !== undefined)
			throw new PackError(`Fields must not contain ${name}`, { field: 'Fields', hint });
		const field = ownValue(requestFields, name);
		entries.push([name, field ? validate(field, value) : value]);
	}
	const body = Object.fromEntries(entries) as IDataObject;
	if (typeof body.n === 'number' && body.n > 4 && body.enable_sequential !== true) {
		throw new PackError(`N must be at most 4, got ${body.n}`, {
			field: 'N',
			hint: 'To create up to 12 images, turn on Enable Sequential.',
		});
	}
	return body;
}
