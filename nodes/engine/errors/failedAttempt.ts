/** A failed attempt to send a request, and whether the request may have been processed. */
import { causesOf, type ResponseAction, toText } from '../describe';

export interface FailedAttempt {
	readonly action: ResponseAction;
	/** Not set without a response. */
	readonly status?: number;
	/** Minimum wait before a retry, in milliseconds. */
	readonly waitMs?: number;
	readonly mayHaveBeenProcessed: boolean;
}

/**
 * Whether a request is retried, or why not:
 * - `final`: a retry is not safe or would fail again
 * - `attempts`: no attempts are left
 * - `wait`: the service requires a longer wait than allowed
 * - `limited`: the rate limit lasted longer than allowed
 */
export type RetryDecision =
	| { readonly retryInMs: number }
	| { readonly stop: 'final' | 'attempts' | 'wait' | 'limited'; readonly waitMs?: number };

/** Code of a response that is a web page in place of JSON. */
export const webPageCode = 'WEB_PAGE';

/** A kind of network error, with the codes of Node, OpenSSL, axios, `errorCodes` and `IncompleteResponseError`. */
interface NetworkError {
	readonly codes: RegExp;
	/** Whether the service may have received the request. */
	readonly wasSent: boolean;
	/** Whether a retry would fail again. */
	readonly isPermanent?: boolean;
	/** @param name the service, or the other host to which it redirected */
	readonly message: (name: string, host: string) => string;
}

/** The first match applies. */
const networkErrors: readonly NetworkError[] = [
	{
		codes:
			/^(?:CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/,
		wasSent: false,
		isPermanent: true,
		message: (name) => `The certificate of ${name} is not trusted`,
	},
	{
		codes: /^ENOTFOUND$/,
		wasSent: false,
		message: (name, host) => `Could not connect to ${name}: the host ${host} does not exist`,
	},
	// The codes of OpenSSL for both also occur after a request was sent. See `errorCodes`.
	{
		codes: /^(?:EPROTO|TLS_HANDSHAKE)$/,
		wasSent: false,
		message: (name) => `Could not establish a TLS connection to ${name}`,
	},
	{
		codes: /^NO_HTTPS$/,
		wasSent: false,
		message: (name, host) => `${name} does not use HTTPS at ${host}`,
	},
	{
		codes: /^E(?:CONNREFUSED|AI_AGAIN|HOSTUNREACH|HOSTDOWN|NETUNREACH)$/,
		wasSent: false,
		message: (name) => `Could not connect to ${name}`,
	},
	{
		codes: /^(?:ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT|STALLED)$/,
		wasSent: true,
		message: (name) => `${name} did not respond in time`,
	},
	{
		codes: new RegExp(`^${webPageCode}$`),
		wasSent: true,
		isPermanent: true,
		message: (name) => `${name} returned a web page instead of JSON`,
	},
	{
		codes: /^TRUNCATED$/,
		wasSent: true,
		message: (name) => `The response from ${name} was truncated or is not valid JSON`,
	},
	{
		codes:
			/^(?:HPE_|ERR_SSL_|E(?:CONNRESET|PIPE|NETRESET|NETDOWN|ADDRNOTAVAIL)$|ERR_(?:NETWORK|BAD_RESPONSE|STREAM_PREMATURE_CLOSE|SOCKET_CLOSED)$)/,
		wasSent: true,
		message: (name) => `The connection to ${name} was interrupted`,
	},
];

/** The kind of a network error. Undefined for other errors, which are errors in the node. */
export const networkErrorOf = (code: string): NetworkError | undefined =>
	networkErrors.find(({ codes }) => codes.test(code));

export function attemptWith(networkCode: string): FailedAttempt {
	const { wasSent, isPermanent } = networkErrorOf(networkCode)!;
	const action = isPermanent ? 'fail' : wasSent ? 'retryIfSafe' : 'retry';
	return { action, mayHaveBeenProcessed: wasSent };
}

/**
 * The codes of an error and its causes. Node reports EPROTO while a write is pending: the TLS
 * handshake failed, so the request was not sent. Other codes do not distinguish the handshake from
 * what follows: a broken TLS 1.2 connection has the code of a port without HTTPS.
 */
export function errorCodes(error: unknown): string[] {
	const causes = causesOf(error) as Array<Record<'code' | 'httpCode' | 'message', unknown>>;
	const messages = causes.map(({ message }) => toText(message)).join('\n');
	if (/EPROTO .*:(?:wrong version number|packet length too long):/.test(messages))
		return ['NO_HTTPS'];
	if (messages.includes('before secure TLS connection was established')) return ['TLS_HANDSHAKE'];
	return causes
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter((code) => typeof code === 'string');
}
