import type { IDataObject } from 'n8n-workflow';
import { fileFields, validateRequest } from '../../../nodes/MediaGeneration/generationRequest';
import { labelFor } from '../../../nodes/MediaGeneration/models';
import { thrownError } from '../engine/kit';

const errorMessage = (fields: IDataObject): string =>
	thrownError(() => validateRequest(fields)).message;

describe('request fields', () => {
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
