// The response envelope, and errors of individual entries and of complete requests.

import { HttpError } from '../kit/httpError';

export type Entry = Record<string, unknown>;

/** Error numbers of the vendor's older client. The specification does not define them. */
const ERROR_NUMBERS = {
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

/** An error of one entry, which does not affect the other entries. */
export class EntryError extends Error {
	constructor(
		readonly kind: keyof typeof ERROR_NUMBERS,
		message: string,
	) {
		super(message);
	}
}

/** Body of an error response. */
export const failureBody = (status: number, message: string): Record<string, unknown> => ({
	status: 'error',
	message,
	errors: [{ status }],
});

export const apiError = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));

/** The status is partial_success if at least one entry failed. */
export function envelope(list: string, entries: readonly Entry[]): Record<string, unknown> {
	const failed = entries.filter(({ status }) => status === 'error').length;
	return {
		status: failed > 0 ? 'partial_success' : 'success',
		...(failed > 0 ? { message: `${failed} of ${entries.length} entries failed` } : {}),
		data: { [list]: entries },
		op_time_us: 120,
	};
}

/** The result of one entry: its data, or an error with a message and a number. */
export async function entryResult(
	entry: Entry,
	run: (entry: Entry) => Entry | Promise<Entry>,
): Promise<Entry> {
	try {
		return { status: 'success', ...(await run(entry)) };
	} catch (error) {
		if (!(error instanceof EntryError)) throw error;
		const { uuid, name } = entry;
		return {
			status: 'error',
			...(uuid === undefined ? {} : { uuid }),
			...(name === undefined ? {} : { name }),
			message: error.message,
			error: ERROR_NUMBERS[error.kind],
		};
	}
}
