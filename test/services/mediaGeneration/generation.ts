// The Generation object of the API.

export const STATUSES = ['pending', 'completed', 'failed', 'stalled', 'canceled'] as const;
export type Status = (typeof STATUSES)[number];

/** Output of a job. */
export interface Output {
	id: string;
	filename: string;
	content_type: string;
	url: string;
	poster_url?: string;
}

/** Response of GET /api/v2/generations/{id}, and body of callbacks. */
export interface Generation {
	id: string;
	model: string;
	type: 'image' | 'video';
	status: Status;
	cost: number;
	created: string;
	updated: string;
	error?: string;
	input: Readonly<Record<string, unknown>>;
	prompt_used?: string;
	outputs: Output[];
}
