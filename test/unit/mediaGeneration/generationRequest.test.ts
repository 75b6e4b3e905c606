import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	checkedRequest,
	fileFields,
	requestFields,
} from '../../../nodes/MediaGeneration/generationRequest';
import { thrownError } from '../engine/kit';

const says = (given: IDataObject): string => thrownError(() => checkedRequest(given)).message;

/** Fields of GenerationRequest in the specification, beside model, idempotency_key and callback_url. */
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

describe('the fields of a request', () => {
	it('are those of the specification, each of its kind', () => {
		const kinds = Object.fromEntries(
			Object.keys(specified).flatMap((kind) =>
				namesOf(kind as keyof typeof specified).map((name) => [name, kind]),
			),
		);
		expect(
			Object.fromEntries(Object.entries(requestFields).map(([name, { kind }]) => [name, kind])),
		).toEqual(kinds);
	});

	it('that take files are all of them and no other', () => {
		expect([...fileFields].sort()).toEqual([
			'audio',
			'first_clip_url',
			'image',
			'image_input',
			'input_image',
			'last_image',
			'reference_audios',
			'veo31_image_urls',
			'video_input',
		]);
	});

	it.each(namesOf('integer'))(
		'take a whole number as text, in %s, and nothing but a whole number',
		(name) => {
			expect(checkedRequest({ [name]: '3' })).toEqual({ [name]: 3 });
			expect(says({ [name]: '2.5' })).toMatch(new RegExp(`^${name} must be a whole number`));
			expect(says({ [name]: 'many' })).toMatch(new RegExp(`^${name} must be a number`));
		},
	);

	it.each(namesOf('number'))('take a number as text, in %s', (name) => {
		expect(checkedRequest({ [name]: '0.75' })).toEqual({ [name]: 0.75 });
		expect(says({ [name]: 'much' })).toMatch(new RegExp(`^${name} must be a number`));
	});

	it.each(namesOf('flag'))('take true and false as text, in %s', (name) => {
		expect([checkedRequest({ [name]: 'true' }), checkedRequest({ [name]: false })]).toEqual([
			{ [name]: true },
			{ [name]: false },
		]);
		expect(says({ [name]: 'perhaps' })).toMatch(new RegExp(`^${name} must be true or false`));
	});

	it.each(namesOf('text'))('take text, and a number as text, in %s', (name) => {
		expect(checkedRequest({ [name]: 1080 })).toEqual({ [name]: '1080' });
		expect(says({ [name]: { url: 'x' } })).toMatch(new RegExp(`^${name} must be text`));
	});

	it.each(namesOf('list'))(
		'take one address, several with commas, JSON text or a list, in %s',
		(name) => {
			for (const value of [['a', 'b'], 'a, b', '["a","b"]'])
				expect(checkedRequest({ [name]: value as string[] })).toEqual({ [name]: ['a', 'b'] });
			expect(checkedRequest({ [name]: 'a' })).toEqual({ [name]: ['a'] });
		},
	);

	it.each([
		['audio_setting', 'ORIGIN', 'origin'],
		['quality', 'High', 'high'],
		['background', 'opaque', 'opaque'],
		['veo31_model', 'VEO3_FAST', 'veo3_fast'],
		['veo31_generation_type', 'text_2_video', 'TEXT_2_VIDEO'],
	])('take the values of %s without case: %s is sent as %s', (name, value, sent) => {
		expect(checkedRequest({ [name]: value })).toEqual({ [name]: sent });
		expect(says({ [name]: 'other' })).toMatch(new RegExp(`^${name} must be one of .*${sent}`));
	});
});

describe('the bounds of a request', () => {
	it.each([
		['num_layers', 2, 8],
		['output_quality', 1, 100],
		['n', 1, 4],
	])('hold for %s: %d to %d', (name, minimum, maximum) => {
		for (const value of [minimum, maximum])
			expect(checkedRequest({ [name]: value })).toEqual({ [name]: value });
		expect(says({ [name]: minimum - 1 })).toBe(
			`${name} must be at least ${minimum}, got ${minimum - 1}`,
		);
		expect(says({ [name]: maximum + 1 })).toBe(
			`${name} must be at most ${maximum}, got ${maximum + 1}`,
		);
	});

	it('for the number of images depend on the batch mode alone, in whatever form both are given', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -2, max: 15 }),
				fc.constantFrom(true, false, 'true', 'false', undefined),
				fc.boolean(),
				fc.boolean(),
				(n, sequential, asText, first) => {
					const number = asText ? String(n) : n;
					const given = first
						? { enable_sequential: sequential, n: number }
						: { n: number, enable_sequential: sequential };
					const batch = String(sequential) === 'true';
					if (n >= 1 && n <= (batch ? 12 : 4)) expect(checkedRequest(given)).toMatchObject({ n });
					else expect(says(given)).toMatch(/^n must be at (least 1|most 4|most 12), got /);
				},
			),
		);
		expect(thrownError(() => checkedRequest({ n: 5 })).details).toEqual({
			field: 'n',
			hint: expect.stringContaining('enable_sequential'),
		});
	});

	it('hold for the number of files', () => {
		const files = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
		expect(checkedRequest({ veo31_image_urls: files(3), reference_audios: files(5) })).toEqual({
			veo31_image_urls: files(3),
			reference_audios: files(5),
		});
		expect(says({ veo31_image_urls: files(4) })).toBe(
			'veo31_image_urls must have at most 3 entries, got 4',
		);
		expect(says({ veo31_image_urls: [] })).toBe(
			'veo31_image_urls must have at least 1 entries, got 0',
		);
		expect(says({ reference_audios: files(6) })).toBe(
			'reference_audios must have at most 5 entries, got 6',
		);
	});
});

describe('a request', () => {
	it.each([[null], [undefined], ['']])(
		'leaves out a field that is %p, and keeps false and zero',
		(value) => {
			expect(checkedRequest({ prompt: value, watermark: false, seed: 0 })).toEqual({
				watermark: false,
				seed: 0,
			});
		},
	);

	it.each([
		['model', 'Model'],
		['idempotency_key', 'Idempotency Key'],
		['callback_url', 'Callback URL'],
	])('may not hold %s, and says where it belongs', (name, where) => {
		expect(thrownError(() => checkedRequest({ [name]: 'x' }))).toMatchObject({
			message: `The fields may not hold ${name}`,
			details: { field: 'Fields', hint: expect.stringContaining(where) },
		});
	});

	it('sends a field that the specification does not name as it is', () => {
		const given = { new_knob: { deep: [1, '2'] }, other_knob: '7' };
		expect(checkedRequest(given)).toEqual(given);
	});
	it('may contain fields named like built-in object properties', () =>
		expect(checkedRequest(JSON.parse('{"constructor":"x"}') as IDataObject)).toEqual({
			constructor: 'x',
		}));
});
