import { choice, resource } from '../../engine/describe';
import { family } from '../family';
import { errorFrameId, sourceId } from '../records';
import { errorFrame as shape } from '../shapes';

const frames = family({
	one: 'error frame',
	many: 'error frames',
	collection: 'sources/{sourceId}/errorFrames',
	parents: { sourceId },
	key: 'errorFrameId',
	id: errorFrameId,
	shape,
});
const options = {
	errorFrameView: choice(
		'View',
		['ERROR_FRAME_VIEW_UNSPECIFIED', 'ERROR_FRAME_VIEW_BASIC', 'ERROR_FRAME_VIEW_FULL'],
		{ description: 'How much of each frame to get', wire: 'view' },
	),
};

export const errorFrame = resource('Error Frame', {
	default: 'getAll',
	operations: {
		get: frames.get({ options }),
		getAll: frames.getAll({
			options,
			description: 'Get what a source reported and the service could not take in, one item each',
		}),
	},
});
