/** Turns failed requests into errors with a message and a hint. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Connection,
	type HttpResponse,
	type KnownError,
	PackError,
	type Replay,
} from '../describe';
import { maxTextLength, readErrorInfo, requestIdOf } from './errorInfo';
import { printable } from './printable';
import { readSafely } from './readSafely';
import {
	type FailedAttempt,
	isCertificateCode,
	mayHaveBeenProcessed,
	mayHaveReached,
	type RetryDecision,
} from './retry';

/** Creates the error, once the number of attempts and the reason for giving up are known. */
export type ErrorBuilder = (attempts: number, decision: RetryDecision) => PackError;

interface ErrorResponse {
	readonly status: number;
	readonly headers?: HttpResponse['headers'];
	readonly body: unknown;
	readonly retryAfterMs?: number;
	readonly scope?: string;
	readonly foreign?: boolean;
	/** Default: `safe`. */
	readonly replay?: Replay;
}

/** The result of a write is unknown. */
export const unknownResultHint =
	'The request may or may not have been processed, so it was not retried. Check in the service before you run it again';

/** Builds the error for an error response: one of the service's known errors or, if none matches, a general one for the status. */
export function responseError(
	connection: Pick<Connection, 'service' | 'redact'>,
	{ status, headers = {}, body, retryAfterMs, scope, foreign, replay }: ErrorResponse,
): { attempt: FailedAttempt; buildError: ErrorBuilder } {
	const { service } = connection;
	const info = foreign ? {} : readErrorInfo(connection, body, { status, headers });
	const code = [info.code, String(status)].find(
		(one) => one !== undefined && Object.hasOwn(service.errors, one),
	);
	const known = code === undefined ? undefined : service.errors[code];
	const fallback = statusError(status, service.label, scope);
	const error = known ?? fallback;
	const data: IDataObject = {
		...info.facts,
		...(info.text ? { text: info.text } : {}),
	};
	const requestId = requestIdOf(connection, headers);
	const attempt = { status, retryAfterMs, known };
	const isUnknown = mayHaveBeenProcessed(attempt);
	return {
		attempt,
		buildError: (attempts, decision) =>
			new PackError(textOf(error.message, data) ?? textOf(fallback.message, data)!, {
				hint: sentences(
					typeof error.message === 'string' && info.text
						? `${service.label} returned: ${info.text}`
						: undefined,
					textOf(error.hint, data) ?? textOf(fallback.hint, data),
					known && known.retry !== 'safe' && scope && status === 403
						? `The credential needs the permission ${scope}`
						: undefined,
					isUnknown && replay === 'never' ? unknownResultHint : undefined,
					retrySummary(attempts, decision),
					requestId && `Request ID: ${requestId}`,
				),
				status,
				code: info.code,
				retryAfterMs,
				...(isUnknown ? { mayHaveBeenProcessed: true } : {}),
				...(Object.keys(info.facts ?? {}).length > 0 ? { data: info.facts } : {}),
			}),
	};
}

/** The error of a request without a complete response. */
export function networkError(
	{ service }: Pick<Connection, 'service'>,
	networkCode: string,
	replay: Replay,
): ErrorBuilder {
	const wasSent = mayHaveReached(networkCode);
	return (attempts, decision) =>
		new PackError(networkMessage(networkCode, service.label), {
			hint: sentences(
				wasSent ? undefined : connectionHint(networkCode),
				wasSent && replay === 'never' ? unknownResultHint : undefined,
				retrySummary(attempts, decision),
				// Not in the message, because n8n replaces messages that contain a network error code.
				`Network code: ${networkCode}`,
			),
			code: networkCode,
			mayHaveBeenProcessed: wasSent,
		});
}

const connectionHint = (networkCode: string): string =>
	isCertificateCode(networkCode)
		? 'Check the base URL in the credential. If the service uses a private certificate authority, add it to n8n with the environment variable NODE_EXTRA_CA_CERTS'
		: 'Check the base URL in the credential and the network connection between n8n and the service';

function networkMessage(networkCode: string, label: string): string {
	if (isCertificateCode(networkCode)) return `The certificate of ${label} is not trusted`;
	if (!mayHaveReached(networkCode)) return `Could not connect to ${label}`;
	if (networkCode === 'ECONNABORTED' || networkCode === 'ETIMEDOUT' || networkCode === 'STALLED')
		return `${label} did not respond in time`;
	if (networkCode === 'TRUNCATED')
		return `The response from ${label} was truncated or is not valid JSON`;
	return `The connection to ${label} was interrupted`;
}

function statusError(status: number, label: string, scope?: string): KnownError {
	switch (status) {
		case 401:
			return {
				message: `${label} rejected the credential`,
				hint: 'Check the key and base URL in the credential, then test it',
			};
		case 403:
			return {
				message: `The credential does not have permission for this action in ${label}`,
				hint: scope
					? `It needs the permission ${scope}`
					: 'Check the permissions of the credential',
			};
		case 404:
			return {
				message: `${label} could not find this record`,
				hint: 'Check the ID. Records of other accounts are also reported as not found',
			};
		case 429:
			return {
				message: `The rate limit of ${label} was reached`,
				hint: 'Lower Requests per Second or Items at Once in Options',
			};
		default:
			return status >= 500
				? {
						message: `${label} returned a server error (${status})`,
						hint: 'Try again later',
					}
				: {
						message: `${label} rejected the request (${status})`,
						hint: 'Check the values of this item',
					};
	}
}

function retrySummary(attempts: number, decision: RetryDecision): string | undefined {
	if ('stop' in decision && decision.stop === 'wait') {
		return `The service asks to wait until ${new Date(Date.now() + (decision.waitMs ?? 0)).toISOString()}, which is longer than Maximum Retry Wait`;
	}
	if ('stop' in decision && decision.stop === 'limited')
		return 'The rate limit lasted longer than Maximum Retry Wait';
	return attempts > 1 ? `The request was attempted ${attempts} times` : undefined;
}

/** The text of a known error; undefined if its function throws on the details that the service sent. */
const textOf = (text: KnownError['message'], data: IDataObject): string | undefined =>
	typeof text === 'function' ? readSafely(() => printable(text(data), maxTextLength)) : text;

const sentences = (...parts: (string | undefined)[]): string =>
	parts
		.filter(Boolean)
		.map((part) => (/[.!?…]$/.test(part!) ? part! : `${part!}.`))
		.join(' ');
