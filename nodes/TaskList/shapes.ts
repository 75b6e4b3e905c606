/**
 * Response shapes (vendor's public documentation), for the output preview in the editor and the
 * docs.
 */
import { pathsOf, shapeOf } from '../engine/describe';

const commonFields = shapeOf('kind id etag title updated selfLink');

export const taskList = commonFields;

export const task = {
	...commonFields,
	...shapeOf('parent position notes status due completed deleted:boolean hidden:boolean'),
	links: [{ type: 'string', description: 'string', link: 'string' }],
	webViewLink: 'string',
	assignmentInfo: 'object',
} as const;

/** Fields that Simplify keeps. `parent` and `position` define where a task is in its list. */
export const simplifiedTask = pathsOf(`
	id title status due notes completed updated deleted parent position links webViewLink
`);
