/** The errors that the pack throws. `errors/nodeError.ts` converts them to n8n's error classes. */
import type { IDataObject } from 'n8n-workflow';
import { resultOf } from '../util/result';
import { aboutField, formatValue } from '../util/text';

export interface PackErrorDetails {
	/** How to fix the problem, in plain language. */
	readonly hint?: string;
	/** Label of the invalid parameter. */
	readonly field?: string;
	readonly status?: number;
	/** Error code of the service, or network error code. */
	readonly code?: string;
	/** Wait that the service requested before a retry, in milliseconds. */
	readonly retryAfterMs?: number;
	/** Retry On Fail must not repeat the write. */
	readonly mayHaveBeenProcessed?: boolean;
	/** The errors that `validateEach` has joined. */
	readonly problems?: readonly PackError[];
	/** Concerns all items together, so the error names none of them. */
	readonly concernsRun?: boolean;
	/** Further details that the service description reads from the response. */
	readonly data?: IDataObject;
}

export class PackError extends Error {
	constructor(
		message: string,
		readonly details: PackErrorDetails = {},
	) {
		super(message);
		this.name = 'PackError';
	}
}

/** For an expression that was typed as text, such as `{{ $today }}`. */
export const expressionHint = (value: unknown): string | undefined =>
	typeof value === 'string' && value.includes('{{')
		? 'To use an expression, switch the field from Fixed to Expression'
		: undefined;

/** Rejects the value of a field: `Limit must be at most 100, got 500`. */
export function rejectField(
	{ label }: { readonly label: string },
	problem: string,
	value?: unknown,
): never {
	const got = value === undefined ? '' : `, got ${formatValue(value)}`;
	throw new PackError(`${aboutField(label, problem)}${got}`, {
		field: label,
		hint: expressionHint(value),
	});
}

/** Validates all entries, so that users can correct all of them at once. @throws PackError */
export function validateEach<T>(entries: Iterable<T>, validate: (entry: T) => void): void {
	const errors = [...entries].flatMap((entry) => {
		const result = resultOf(() => {
			validate(entry);
		});
		return 'error' in result ? [result.error] : [];
	});
	if (errors.length > 0) throw joinErrors(errors);
}

const problemsShown = 5;

/** One error with all problems. An error of n8n is returned as it is. */
function joinErrors(errors: readonly unknown[]): unknown {
	const problems = errors.flatMap((error) =>
		error instanceof PackError ? (error.details.problems ?? [error]) : [],
	);
	const other = errors.find((error) => !(error instanceof PackError));
	if (other !== undefined || problems.length === 1) return other ?? problems[0];
	const shown = problems.slice(0, problemsShown);
	const more = problems.length > problemsShown ? `; ${problems.length - problemsShown} more` : '';
	const hints = new Set(shown.map(({ details: { hint } }) => hint?.replace(/\.?$/, '.')));
	return new PackError(shown.map(({ message }) => message).join('; ') + more, {
		field: problems[0]!.details.field,
		hint: [...hints].filter(Boolean).join(' ') || undefined,
		problems,
	});
}

export const statusOf = (error: unknown): number | undefined =>
	error instanceof PackError ? error.details.status : undefined;

/** The execution was canceled by the user or by the execution timeout. */
export class CanceledError extends PackError {
	constructor() {
		super('The execution was canceled', {
			hint: 'No further requests were sent. Requests that were already in progress may have been processed.',
		});
	}
}
