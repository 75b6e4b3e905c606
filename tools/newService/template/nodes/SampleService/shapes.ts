/** Shapes of the responses, for the output preview in the editor. */

export const record = {
	id: 'string',
	name: 'string',
	created_at: 'string',
} as const;
