// The video models. Their names are from the specification; fields and prices are made up, as in
// imageModels.ts.

import {
	defineModels,
	oneOf,
	oneOfIntegers,
	optional,
	perRequest,
	perSecond,
	range,
	required,
	type FieldTable,
} from './defineModels';

const wide = oneOf('16:9 9:16 1:1');
const framed: FieldTable = {
	prompt: required,
	image: optional,
	last_image: optional,
	aspect_ratio: wide,
	seed: optional,
};
const kling: FieldTable = {
	prompt: required,
	negative_prompt: optional,
	image: optional,
	last_image: optional,
	duration: range(3, 15, 5),
	aspect_ratio: wide,
	generate_audio: optional,
};
const seedance: FieldTable = {
	...framed,
	image_input: { maxItems: 9 },
	video_input: optional,
	reference_audios: optional,
	duration: range(4, 15, 5),
	resolution: oneOf('480p 720p 1080p', '720p'),
	generate_audio: optional,
	web_search: optional,
};
const veo: FieldTable = {
	prompt: required,
	negative_prompt: optional,
	image: optional,
	aspect_ratio: oneOf('16:9 9:16'),
	seed: optional,
	duration: oneOfIntegers(8, 4, 6, 8),
	resolution: oneOf('720p 1080p'),
	generate_audio: optional,
};
const vidu: FieldTable = {
	prompt: required,
	duration: range(1, 16, 5),
	resolution: oneOf('540p 720p 1080p', '720p'),
	aspect_ratio: wide,
	generate_audio: optional,
	seed: optional,
};
const wan: FieldTable = {
	...framed,
	negative_prompt: optional,
	audio: optional,
	video_input: optional,
	audio_setting: optional,
	first_clip_url: optional,
	duration: range(2, 15, 5),
	resolution: oneOf('720p 1080p'),
	prompt_extend: optional,
	watermark: optional,
};

const sharp = { resolution: { '480p': 0.5, '540p': 0.5, '1080p': 2 } };
const loud = { generate_audio: { true: 1.5 } };

export const videoModels = defineModels('video', {
	hunyuan: [
		'Hunyuan Video',
		'lively scenes at a steady price',
		perSecond(6),
		{
			prompt: required,
			width: range(16, 1280, 864),
			height: range(16, 1280, 480),
			video_length: optional,
			fps: range(1, 60, 24),
			infer_steps: optional,
			guidance_scale: optional,
			seed: optional,
		},
	],
	'kling-3.0': [
		'Kling 3.0',
		'natural motion of people',
		perSecond(8, { ...loud, is_pro: { true: 1.75 } }),
		{
			...kling,
			is_pro: optional,
		},
	],
	'kling-3.0-turbo': ['Kling 3.0 Turbo', 'quick drafts of a scene', perSecond(5, loud), kling],
	'motion-control': [
		'Motion Control',
		'motion transferred to a character',
		perRequest(35, { is_pro: { true: 1.6 } }),
		{
			image: required,
			video_input: { ...required, maxItems: 1 },
			prompt: optional,
			character_orientation: optional,
			is_pro: optional,
		},
	],
	'seedance-2': [
		'Seedance 2',
		'films with sound from mixed references',
		perSecond(9, { ...sharp, ...loud, video_input: { any: 1.25 } }),
		seedance,
	],
	'seedance-2-mini': [
		'Seedance 2 Mini',
		'large numbers of short clips',
		perSecond(4, { ...sharp, ...loud }),
		{
			...seedance,
			duration: range(4, 10, 5),
		},
	],
	'seedance-2.5': [
		'Seedance 2.5',
		'several shots in one clip',
		perSecond(11, { ...sharp, ...loud, video_input: { any: 1.25 } }),
		{
			...seedance,
			reference_audios: { maxItems: 5 },
		},
	],
	'seedance-pro': [
		'Seedance Pro',
		'a picture brought to life',
		perSecond(6, sharp),
		{
			...framed,
			duration: range(2, 12, 5),
			resolution: oneOf('480p 720p 1080p', '720p'),
			fps: oneOfIntegers(24, 24),
			camera_fixed: optional,
		},
	],
	veo2: [
		'Veo 2',
		'believable physics',
		perSecond(20),
		{
			prompt: required,
			image: optional,
			aspect_ratio: oneOf('16:9 9:16'),
			duration: range(5, 8, 5),
			seed: optional,
		},
	],
	veo3: ['Veo 3', 'synchronized dialogue and sound', perSecond(25, loud), veo],
	'veo3-fast': ['Veo 3 Fast', 'sound at a lower price', perSecond(10, loud), veo],
	'veo3.1': [
		'Veo 3.1',
		'first and last frames, or references',
		perRequest(30, { veo31_model: { veo3: 4 } }),
		{
			prompt: required,
			veo31_model: optional,
			veo31_image_urls: optional,
			veo31_generation_type: optional,
			veo31_watermark: optional,
			aspect_ratio: oneOf('16:9 9:16'),
			seed: optional,
		},
	],
	'vidu-q4': [
		'Vidu Q4',
		'anime and smooth transitions',
		perSecond(5, sharp),
		{ ...vidu, image: optional, last_image: optional },
	],
	'vidu-q4-reference': [
		'Vidu Q4 Reference',
		'the same characters in a new scene',
		perSecond(6, sharp),
		{
			...vidu,
			image_input: { ...required, maxItems: 7 },
		},
	],
	'wan-2.2': [
		'Wan 2.2',
		'open weights with LoRA styles',
		perSecond(3, { resolution: { '720p': 1.5 }, high_performance: { true: 2 } }),
		{
			...framed,
			resolution: oneOf('480p 720p'),
			num_frames: optional,
			fps: range(5, 30, 24),
			sample_shift: optional,
			go_fast: optional,
			optimize_prompt: optional,
			high_performance: optional,
			lora_weights_transformer: optional,
			lora_scale_transformer: optional,
			lora_weights_transformer_2: optional,
			lora_scale_transformer_2: optional,
		},
	],
	'wan-2.6': [
		'Wan 2.6',
		'a story over several shots',
		perSecond(10, { resolution: { '1080p': 1.6 } }),
		{
			prompt: required,
			negative_prompt: optional,
			image: optional,
			audio: optional,
			video_input: optional,
			duration: oneOfIntegers(5, 5, 10, 15),
			resolution: oneOf('720p 1080p'),
			prompt_extend: optional,
			seed: optional,
		},
	],
	'wan-2.7': [
		'Wan 2.7',
		'clips continued and edited',
		perSecond(10, { resolution: { '1080p': 1.6 } }),
		wan,
	],
	'wan-3.0': [
		'Wan 3.0',
		'sound guided by references',
		perSecond(12, { resolution: { '1080p': 1.6 }, ...loud }),
		{
			...wan,
			generate_audio: optional,
			reference_audios: { maxItems: 5 },
		},
	],
	'wan-3.0-prime': [
		'Wan 3.0 Prime',
		'the finest detail of its family',
		perSecond(18, { resolution: { '1080p': 1.6 }, ...loud }),
		{
			...wan,
			generate_audio: optional,
			reference_audios: { maxItems: 5 },
		},
	],
});
