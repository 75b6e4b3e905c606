/** The errors that the pack throws. `transport/nodeError.ts` turns them into the error classes of n8n. */
import type { IDataObject } from 'n8n-workflow';

/** What a node refuses, before n8n's own error classes are built from it at the edge (`failure.ts`). */
export interface PackErrorDetails {
	/** How to mend it, in words for a person. */
	readonly hint?: string;
	/** Label of the parameter at fault. */
	readonly field?: string;
	readonly status?: number;
	/** The service's own error code. */
	readonly code?: string;
	/** Milliseconds that the service asks to wait. */
	readonly retryAfterMs?: number;
	/** What else the service said, as its catalogue takes it out of the answer. */
	readonly data?: IDataObject;
}

export class PackError extends Error {
	constructor(
		message: string,
		readonly details: PackErrorDetails = {},
	) {
		super(message);
		this.name = 'Refusal';
	}
}

/** The execution was stopped by a person or by n8n's time limit: nothing more is sent. */
export class CanceledError extends PackError {
	constructor() {
		super('The execution was canceled', {
			hint: 'No further requests were sent. Requests that were already in progress may have been processed.',
		});
	}
}
