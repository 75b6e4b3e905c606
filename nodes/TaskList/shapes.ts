/** Shapes of the answers (public facts, schemas), for the editor's output preview and the documentation. */

export const taskList = {
	kind: 'string',
	id: 'string',
	etag: 'string',
	title: 'string',
	updated: 'string',
	selfLink: 'string',
} as const;

export const task = {
	kind: 'string',
	id: 'string',
	etag: 'string',
	title: 'string',
	updated: 'string',
	selfLink: 'string',
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

/** What a person looks at; parent and position tell where the task stands. */
export const taskBrief = [
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
