/** A failed attempt to send a request, network error codes, and whether the request may have been processed. */
import type { KnownError } from '../describe';

/** A failed attempt: an error response, or no complete response. */
export interface FailedAttempt {
	readonly status?: number;
	/** Network error code of Node or axios. */
	readonly networkCode?: string;
	/** Wait that the service requested, in milliseconds. */
	readonly retryAfterMs?: number;
	readonly known?: KnownError;
}

/**
 * Whether a request is retried, or why not:
 * - `final`: a retry is not safe or would fail again
 * - `attempts`: no attempts are left
 * - `wait`: the service requested a longer wait than allowed
 * - `minimumWait`: the minimum wait of the known error is longer than allowed
 * - `limited`: the rate limit lasted longer than allowed
 */
export type RetryDecision =
	| { readonly retryInMs: number }
	| {
			readonly stop: 'final' | 'attempts' | 'wait' | 'minimumWait' | 'limited';
			readonly waitMs?: number;
	  };

/** Network errors before a connection was established: the request was not sent. */
const notSentCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'EHOSTDOWN',
	'ENETUNREACH',
	// HTTPS was used for a port that does not support it.
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);

/** Code of a response that is a web page in place of JSON. */
export const webPageCode = 'WEB_PAGE';

/**
 * Network errors after a connection was established, and the codes of `IncompleteResponseError`.
 */
const interruptedCodes: ReadonlySet<string> = new Set([
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'ESOCKETTIMEDOUT',
	'EPIPE',
	'EPROTO',
	'ENETRESET',
	'ENETDOWN',
	'EADDRNOTAVAIL',
	'ERR_NETWORK',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
	'ERR_SOCKET_CLOSED',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
	'TRUNCATED',
	webPageCode,
	'STALLED',
]);

/**
 * Error codes of OpenSSL and Node for untrusted certificates. The connection was closed before the
 * request was sent.
 */
const certificateCodes: ReadonlySet<string> = new Set([
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'HOSTNAME_MISMATCH',
]);
const certificatePrefix = /^(?:CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT_)/;

/** Error codes of TLS, and those of Node's HTTP parser for malformed responses. */
const protocolCode = /^(?:HPE_|ERR_SSL_)/;

/** Whether an error code is a network error. Other errors are errors in the node. */
export const isNetworkCode = (code: string): boolean =>
	notSentCodes.has(code) ||
	interruptedCodes.has(code) ||
	isCertificateCode(code) ||
	protocolCode.test(code);

/** Whether the service may have received the request before this network error. */
export const mayHaveReached = (code: string): boolean =>
	!notSentCodes.has(code) && !isCertificateCode(code);

/** Whether an error code means that the certificate of the service is not trusted. */
export const isCertificateCode = (code: string): boolean =>
	certificateCodes.has(code) || certificatePrefix.test(code);

/** Whether the service may have processed a request that failed. */
export function mayHaveBeenProcessed({
	status = 0,
	networkCode,
	retryAfterMs,
	known,
}: FailedAttempt): boolean {
	if (known?.retry === 'safe') return false;
	if (networkCode !== undefined) return mayHaveReached(networkCode);
	return status === 408 || (status >= 500 && !(status === 503 && retryAfterMs !== undefined));
}
