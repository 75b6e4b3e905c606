import type { IDataObject } from 'n8n-workflow';
import {
	fileFields,
	requestFields,
	validateRequest,
} from '../../../nodes/MediaGeneration/generationRequest';
import { labelFor } from '../../../nodes/MediaGeneration/models';
import { thrownError } from '../engine/kit';

const errorMessage = (fields: IDataObject): string =>
	thrownError(() => validateRequest(fields)).message;

/**
 * Fields of GenerationRequest in the specification, except model, idempotency_key and callback_url.
 */
const specified = {
	text: 'prompt negative_prompt image input_image last_image first_clip_url audio character_orientation aspect_ratio resolution size megapixels output_format lora_weights lora_weights_transformer lora_weights_transformer_2 veo31_watermark',
	flag: 'enhance_prompt translate_prompt optimize_prompt prompt_extend generate_audio enable_sequential camera_fixed go_fast high_performance is_pro thinking_mode google_search web_search watermark',
	integer:
		'n num_outputs max_images num_layers duration num_frames video_length fps width height output_quality seed infer_steps num_inference_steps',
	number:
		'prompt_strength guidance guidance_scale sample_shift lora_scale lora_scale_transformer lora_scale_transformer_2',
	list: 'image_input video_input reference_audios veo31_image_urls',
	choice: 'audio_setting quality background veo31_model veo31_generation_type',
};
const namesOf = (kind: keyof typeof specified): string[] => specified[kind].split(' ');

describe('request fields', () => {
	it('match the specification, with their types', () => {
		const kinds = Object.fromEntries(
			Object.keys(specified).flatMap((kind) =>
				namesOf(kind as keyof typeof specified).map((name) => [name, kind]),
			),
		);
		expect(
			Object.fromEntries(Object.entries(requestFields).map(([name, { kind }]) => [name, kind])),
		).toEqual(kinds);
	});

	it('that accept files are in fileFields', () => {
		expect(Object.fromEntries(fileFields)).toEqual({
			audio: 'audio',
			first_clip_url: 'video',
			image: 'image',
			image_input: 'image',
			input_image: 'image',
			last_image: 'image',
			reference_audios: 'audio',
			veo31_image_urls: 'image',
			video_input: 'video',
		});
	});

	it.each<[keyof typeof specified, unknown, unknown, unknown, string]>([
		['integer', '3', 3, 'many', 'must be a number'],
		['integer', 3, 3, '2.5', 'must be a whole number'],
		['number', '0.75', 0.75, 'much', 'must be a number'],
		['flag', 'true', true, 'maybe', 'must be true or false'],
		['text', 1080, '1080', { url: 'x' }, 'must be text'],
		['list', 'a, b', ['a', 'b'], {}, 'must'],
		['list', '["a","b"]', ['a', 'b'], {}, 'must'],
		['list', 'a', ['a'], {}, 'must'],
	])('of the kind %s convert %j to %j, and reject %j', (kind, value, sent, wrong, message) => {
		for (const name of namesOf(kind)) {
			expect(validateRequest({ [name]: value as string })).toEqual({ [name]: sent });
			expect(errorMessage({ [name]: wrong as string })).toMatch(`${labelFor(name)} ${message}`);
		}
	});

	it.each([
		['audio_setting', 'ORIGIN', 'origin'],
		['quality', 'High', 'high'],
		['background', 'opaque', 'opaque'],
		['veo31_model', 'VEO3_FAST', 'veo3_fast'],
		['veo31_generation_type', 'text_2_video', 'TEXT_2_VIDEO'],
	])('%s is not case-sensitive: %s is sent as %s', (name, value, sent) => {
		expect(validateRequest({ [name]: value })).toEqual({ [name]: sent });
		expect(errorMessage({ [name]: 'other' })).toMatch(
			new RegExp(`^${labelFor(name)} must be one of .*${sent}`),
		);
	});
});

describe('limits', () => {
	it.each([
		['num_layers', 2, 8],
		['output_quality', 1, 100],
		['n', 1, 4],
	])('%s must be between %d and %d', (name, minimum, maximum) => {
		for (const value of [minimum, maximum])
			expect(validateRequest({ [name]: value })).toEqual({ [name]: value });
		expect(errorMessage({ [name]: minimum - 1 })).toBe(
			`${labelFor(name)} must be at least ${minimum}, got ${minimum - 1}`,
		);
		expect(errorMessage({ [name]: maximum + 1 })).toBe(
			`${labelFor(name)} must be at most ${maximum}, got ${maximum + 1}`,
		);
	});

	it('the maximum of n depends only on enable_sequential, whatever the type and order of the two fields', () => {
		for (const fields of [
			{ n: 12, enable_sequential: 'true' },
			{ enable_sequential: true, n: '12' },
			{ enable_sequential: 'false', n: 4 },
		])
			expect(validateRequest(fields)).toMatchObject({ n: Number(fields.n) });
		expect(errorMessage({ enable_sequential: true, n: 13 })).toMatch(/^N must be at most 12/);
		expect(errorMessage({ n: '5', enable_sequential: false })).toMatch(/^N must be at most 4/);
		expect(thrownError(() => validateRequest({ n: 5 })).details).toEqual({
			field: 'N',
			hint: expect.stringContaining('Enable Sequential'),
		});
	});

	it('file lists have a maximum length, and veo31_image_urls must not be empty', () => {
		const files = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
		expect(validateRequest({ veo31_image_urls: files(3), reference_audios: files(5) })).toEqual({
			veo31_image_urls: files(3),
			reference_audios: files(5),
		});
		expect(errorMessage({ veo31_image_urls: files(4) })).toBe(
			'Veo 3.1 Image URLs must have at most 3 entries, got 4',
		);
		expect(errorMessage({ veo31_image_urls: [] })).toBe(
			'Veo 3.1 Image URLs must have at least 1 entries, got 0',
		);
		expect(errorMessage({ reference_audios: files(6) })).toBe(
			'Reference Audios must have at most 5 entries, got 6',
		);
	});
});

describe('validateRequest', () => {
	it.each([[null], [undefined], ['']])(
		'drops a field that is %p, and keeps false and zero',
		(value) => {
			expect(validateRequest({ prompt: value, watermark: false, seed: 0 })).toEqual({
				watermark: false,
				seed: 0,
			});
		},
	);

	it.each([
		['model', 'Model'],
		['idempotency_key', 'Idempotency Key'],
		['callback_url', 'Callback URL'],
	])('rejects %s, and the hint contains the parameter to use', (name, parameter) => {
		expect(thrownError(() => validateRequest({ [name]: 'x' }))).toMatchObject({
			message: `Fields must not contain ${name}`,
			details: { field: 'Fields', hint: expect.stringContaining(parameter) },
		});
	});

	it('keeps fields that are not in the specification unchanged', () => {
		const fields = { new_setting: { deep: [1, '2'] }, other_setting: '7' };
		expect(validateRequest(fields)).toEqual(fields);
	});
});

test('fields named __proto__ and constructor are sent unchanged', () => {
	const fields = JSON.parse('{"__proto__":{"n":9},"constructor":1}') as IDataObject;
	expect(JSON.stringify(validateRequest(fields))).toBe('{"__proto__":{"n":9},"constructor":1}');
});
