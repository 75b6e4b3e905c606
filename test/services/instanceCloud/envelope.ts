// The envelope of every answer, and how an entry or a whole request is refused.

import { HttpError } from '../kit/httpError';

export type Entry = Record<string, unknown>;

/** A few numbers after the names of the vendor's older client; what they mean is not specified. */
export const ERROR_NUMBERS = {
	invalid: 7,
	notFound: 8,
	wrongState: 11,
	missingId: 13,
	attached: 15,
	malformed: 16,
	quota: 19,
	notAttached: 21,
	alreadyExists: 23,
} as const;

/** One entry cannot be done; the others can. */
export class EntryError extends Error {
	constructor(
		readonly kind: keyof typeof ERROR_NUMBERS,
		message: string,
	) {
		super(message);
	}
}

/** Body of an answer that refuses as a whole. */
export const failureBody = (status: number, message: string): Record<string, unknown> => ({
	status: 'error',
	message,
	errors: [{ status }],
});

export const apiError = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));

/** The envelope of entries: success, or partial_success as soon as one of them failed. */
export function envelope(list: string, entries: readonly Entry[]): Record<string, unknown> {
	const failed = entries.filter(({ status }) => status === 'error').length;
	return {
		status: failed > 0 ? 'partial_success' : 'success',
		...(failed > 0 ? { message: `${failed} of ${entries.length} entries failed` } : {}),
		data: { [list]: entries },
		op_time_us: 120,
	};
}

/** What comes of one entry. An unknown UUID gives an entry with status error, a message and a number. */
export function entryResult(reference: Entry, work: () => Entry): Entry {
	try {
		return { status: 'success', ...work() };
	} catch (error) {
		if (!(error instanceof EntryError)) throw error;
		const { uuid, name } = reference;
		return {
			status: 'error',
			...(uuid === undefined ? {} : { uuid }),
			...(name === undefined ? {} : { name }),
			message: error.message,
			error: ERROR_NUMBERS[error.kind],
		};
	}
}
