/** Description of the Media Generation service (README.md). */
import { apiRequest } from '../engine';
import { byCursor, service } from '../engine/describe';
import { credentials, mediaGenerationProviders } from './credentials';
import { classify, errors } from './errors';
import { account } from './resources/account';
import { apiKey } from './resources/apiKey';
import { checkout } from './resources/checkout';
import { file } from './resources/file';
import { generation } from './resources/generation';
import { model } from './resources/model';
import { prompt } from './resources/prompt';

export const mediaGeneration = service({
	name: 'mediaGeneration',
	label: 'Media Generation',
	providers: mediaGenerationProviders,
	credentials,
	connectionTest: { request: 'GET /api/v2/account' },
	default: 'generation',
	resources: {
		apiRequest: apiRequest({
			paging: byCursor({ cursor: 'cursor', next: 'next_cursor' }),
			path: '/api/v2/generations',
		}),
		account,
		apiKey,
		checkout,
		file,
		generation,
		model,
		prompt,
	},
	classify,
	errors,
	codex: {
		categories: ['Marketing & Content', 'Miscellaneous'],
		aliases: [
			'ai',
			'images',
			'videos',
			'make pictures',
			'make images',
			'make videos',
			'photos',
			'draw',
			'price',
			'credits',
			'job finished',
			'ai picture',
			'text to image',
			'text to video',
			'prompt',
			'ai image generation',
			'ai video generation',
			'generate images',
			'generate videos',
			'create images',
			'create videos',
			'flux',
			'veo',
			'kling',
			'seedance',
			'video generator',
			'image generator',
			'upload videos',
			'image to video',
		],
	},
});
