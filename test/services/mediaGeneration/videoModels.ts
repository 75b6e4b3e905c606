// The video models of the specification's list; what imageModels.ts says of fields and prices holds here.

import {
	among,
	either,
	may,
	models,
	must,
	perRequest,
	perSecond,
	within,
	type Taken,
} from './defineModels';

const wide = among('16:9 9:16 1:1');
const framed: Taken = { prompt: must, image: may, last_image: may, aspect_ratio: wide, seed: may };
const kling: Taken = {
	prompt: must,
	negative_prompt: may,
	image: may,
	last_image: may,
	duration: within(3, 15, 5),
	aspect_ratio: wide,
	generate_audio: may,
};
const seedance: Taken = {
	...framed,
	image_input: { maxItems: 9 },
	video_input: may,
	reference_audios: may,
	duration: within(4, 15, 5),
	resolution: among('480p 720p 1080p', '720p'),
	generate_audio: may,
	web_search: may,
};
const veo: Taken = {
	prompt: must,
	negative_prompt: may,
	image: may,
	aspect_ratio: among('16:9 9:16'),
	seed: may,
	duration: either(8, 4, 6, 8),
	resolution: among('720p 1080p'),
	generate_audio: may,
};
const vidu: Taken = {
	prompt: must,
	duration: within(1, 16, 5),
	resolution: among('540p 720p 1080p', '720p'),
	aspect_ratio: wide,
	generate_audio: may,
	seed: may,
};
const wan: Taken = {
	...framed,
	negative_prompt: may,
	audio: may,
	video_input: may,
	audio_setting: may,
	first_clip_url: may,
	duration: within(2, 15, 5),
	resolution: among('720p 1080p'),
	prompt_extend: may,
	watermark: may,
};

const sharp = { resolution: { '480p': 0.5, '540p': 0.5, '1080p': 2 } };
const loud = { generate_audio: { true: 1.5 } };

export const videoModels = models('video', {
	hunyuan: [
		'Hunyuan Video',
		'lively scenes at a steady price',
		perSecond(6),
		{
			prompt: must,
			width: within(16, 1280, 864),
			height: within(16, 1280, 480),
			video_length: may,
			fps: within(1, 60, 24),
			infer_steps: may,
			guidance_scale: may,
			seed: may,
		},
	],
	'kling-3.0': [
		'Kling 3.0',
		'natural motion of people',
		perSecond(8, { ...loud, is_pro: { true: 1.75 } }),
		{
			...kling,
			is_pro: may,
		},
	],
	'kling-3.0-turbo': ['Kling 3.0 Turbo', 'quick drafts of a scene', perSecond(5, loud), kling],
	'motion-control': [
		'Motion Control',
		'a movement carried over to a character',
		perRequest(35, { is_pro: { true: 1.6 } }),
		{
			image: must,
			video_input: { ...must, maxItems: 1 },
			prompt: may,
			character_orientation: may,
			is_pro: may,
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
		'short clips in number',
		perSecond(4, { ...sharp, ...loud }),
		{
			...seedance,
			duration: within(4, 10, 5),
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
			duration: within(2, 12, 5),
			resolution: among('480p 720p 1080p', '720p'),
			fps: either(24, 24),
			camera_fixed: may,
		},
	],
	veo2: [
		'Veo 2',
		'believable physics',
		perSecond(20),
		{
			prompt: must,
			image: may,
			aspect_ratio: among('16:9 9:16'),
			duration: within(5, 8, 5),
			seed: may,
		},
	],
	veo3: ['Veo 3', 'dialogue and sound in step', perSecond(25, loud), veo],
	'veo3-fast': ['Veo 3 Fast', 'sound at a lower price', perSecond(10, loud), veo],
	'veo3.1': [
		'Veo 3.1',
		'first and last frames, or references',
		perRequest(30, { veo31_model: { veo3: 4 } }),
		{
			prompt: must,
			veo31_model: may,
			veo31_image_urls: may,
			veo31_generation_type: may,
			veo31_watermark: may,
			aspect_ratio: among('16:9 9:16'),
			seed: may,
		},
	],
	'vidu-q4': [
		'Vidu Q4',
		'anime and smooth transitions',
		perSecond(5, sharp),
		{ ...vidu, image: may, last_image: may },
	],
	'vidu-q4-reference': [
		'Vidu Q4 Reference',
		'the same characters in a new scene',
		perSecond(6, sharp),
		{
			...vidu,
			image_input: { ...must, maxItems: 7 },
		},
	],
	'wan-2.2': [
		'Wan 2.2',
		'open weights with LoRA styles',
		perSecond(3, { resolution: { '720p': 1.5 }, high_performance: { true: 2 } }),
		{
			...framed,
			resolution: among('480p 720p'),
			num_frames: may,
			fps: within(5, 30, 24),
			sample_shift: may,
			go_fast: may,
			optimize_prompt: may,
			high_performance: may,
			lora_weights_transformer: may,
			lora_scale_transformer: may,
			lora_weights_transformer_2: may,
			lora_scale_transformer_2: may,
		},
	],
	'wan-2.6': [
		'Wan 2.6',
		'a story over several shots',
		perSecond(10, { resolution: { '1080p': 1.6 } }),
		{
			prompt: must,
			negative_prompt: may,
			image: may,
			audio: may,
			video_input: may,
			duration: either(5, 5, 10, 15),
			resolution: among('720p 1080p'),
			prompt_extend: may,
			seed: may,
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
		'sound steered by references',
		perSecond(12, { resolution: { '1080p': 1.6 }, ...loud }),
		{
			...wan,
			generate_audio: may,
			reference_audios: { maxItems: 5 },
		},
	],
	'wan-3.0-prime': [
		'Wan 3.0 Prime',
		'the finest detail of its family',
		perSecond(18, { resolution: { '1080p': 1.6 }, ...loud }),
		{
			...wan,
			generate_audio: may,
			reference_audios: { maxItems: 5 },
		},
	],
});
