import { choice, resource } from '../../engine/describe';
import { errorFrameId, sourceId } from '../recordFields';
import { errorFrame as shape } from '../shapes';
import { standardOperations } from '../standardOperations';

const frames = standardOperations({
	path: 'sources/{sourceId}/errorFrames',
	parents: { sourceId },
	record: { errorFrameId },
	shape,
});
const options = {
	errorFrameView: choice(
		'View',
		['ERROR_FRAME_VIEW_BASIC', 'ERROR_FRAME_VIEW_FULL', 'ERROR_FRAME_VIEW_UNSPECIFIED'],
		{ description: 'Level of detail for each frame', apiName: 'view', collection: 'options' },
	),
};

export const errorFrame = resource('Error Frame', {
	default: 'getAll',
	operations: {
		get: frames.get({ options }),
		getAll: frames.getAll({
			options,
			description: 'Get the frames that the service could not process, for one source',
		}),
	},
});
