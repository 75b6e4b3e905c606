// The Generation object of the API.

export type Status = 'pending' | 'completed' | 'failed' | 'stalled' | 'canceled';

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
	outputs: Output[];
}
