/** Whether a failed request is worth repeating later, for triggers and waits, and when. */
import { PackError } from '../engine/describe';

export interface ErrorClassification {
	/** Wait that the service requested, in milliseconds. */
	readonly waitMs?: number;
	/** The error is expected to go away without a fix. */
	readonly isTemporary: boolean;
	/** The feed or record was not found. */
	readonly isGone?: boolean;
}

/** Default wait after a rate limit error whose response does not specify a wait. */
const defaultWaitMs = 60_000;
const minSecondaryLimitWaitMs = 5_000;

/** Classifies an error. Rate limits, server errors and network errors are temporary. */
export function classifyError(error: unknown): ErrorClassification {
	if (!(error instanceof PackError)) return { isTemporary: false };
	const { status, code, retryAfterMs } = error.details;
	if (code === 'rate_limit') return { isTemporary: true, waitMs: retryAfterMs ?? defaultWaitMs };
	if (code?.startsWith('abuse_limit'))
		return {
			isTemporary: true,
			waitMs: Math.max(retryAfterMs ?? defaultWaitMs, minSecondaryLimitWaitMs),
		};
	if (status === 404 || status === 410) return { isTemporary: false, isGone: true };
	// An error with a code but without a status is a network error.
	const isTemporary = status === undefined ? code !== undefined : status === 429 || status >= 500;
	return { isTemporary, ...(retryAfterMs === undefined ? {} : { waitMs: retryAfterMs }) };
}
