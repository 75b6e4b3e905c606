import { resource } from '../../engine/describe';
import { viewOf } from '../enums';
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
	errorFrameView: viewOf(
		'ERROR_FRAME_VIEW',
		'BASIC FULL UNSPECIFIED',
		'Level of detail for each frame',
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
