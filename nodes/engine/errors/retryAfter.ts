/** How long a response asks to wait: Retry-After and the headers of rate limits. */
import { toText } from '../describe';

/** One year. A longer wait is a mistake of the service, and its end might not be a valid date. */
const maxRequestedWaitMs = 365 * 24 * 60 * 60_000;

/**
 * Wait that a response requests, in milliseconds: Retry-After or, if this header is missing or
 * invalid, the reset of an exhausted rate limit. `waitMsOf` lists the formats.
 */
export function requestedWaitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	return bounded(waitMsOf(toText(headers['retry-after']), now)) ?? exhaustedLimitMs(headers, now);
}

/** Milliseconds until the reset of a rate limit without requests left. Undefined if some are left. */
export function exhaustedLimitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	for (const limit of ['x-ratelimit', 'ratelimit']) {
		if (toText(headers[`${limit}-remaining`]).trim() !== '0') continue;
		const waitMs = bounded(waitMsOf(toText(headers[`${limit}-reset`]), now));
		if (waitMs !== undefined) return waitMs;
	}
	return undefined;
}

/** Rate limits reset within a month. A larger number is in milliseconds, or a time since 1970. */
const maxSecondsFromNow = 31 * 24 * 3600;

/**
 * Milliseconds until the time in a header: a date, seconds or milliseconds from now, or seconds,
 * milliseconds or microseconds since 1970. The units differ by orders of magnitude.
 */
function waitMsOf(header: string, now: number): number {
	const value = header.trim() === '' ? NaN : Number(header);
	if (Number.isNaN(value)) return Date.parse(header) - now;
	if (value <= maxSecondsFromNow) return value * 1000;
	if (value < 1e9) return value;
	return (value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000) - now;
}

const bounded = (ms: number): number | undefined =>
	Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRequestedWaitMs);
