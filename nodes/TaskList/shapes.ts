/**
 * Response shapes (vendor's public documentation), for the output preview in the editor and the
 * docs.
 */

const commonFields = {
	kind: 'string',
	id: 'string',
	etag: 'string',
	title: 'string',
	updated: 'string',
	selfLink: 'string',
} as const;

export const taskList = commonFields;

export const task = {
	...commonFields,
	parent: 'string',
	position: 'string',
	notes: 'string',
	status: 'string',
	due: 'string',
	completed: 'string',
	deleted: 'boolean',
	hidden: 'boolean',
	links: [{ type: 'string', description: 'string', link: 'string' }],
	webViewLink: 'string',
	assignmentInfo: 'object',
} as const;

/** Fields that Simplify keeps. `parent` and `position` define where a task is in its list. */
export const simplifiedTask = [
	'id',
	'title',
	'status',
	'due',
	'notes',
	'completed',
	'updated',
	'deleted',
	'parent',
	'position',
];
