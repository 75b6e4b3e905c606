/** Turns failed requests into errors that say what happened and how to fix it. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Connection,
	type HttpResponse,
	type KnownError,
	PackError,
	type Replay,
} from '../describe';
import type { FailedAttempt, RetryDecision } from './retry';

/** Makes the refusal of a failed attempt, knowing how often it was tried and why it ends. */
export type ErrorBuilder = (attempts: number, verdict: RetryDecision) => PackError;

interface Facts {
	readonly status: number;
	readonly headers?: HttpResponse['headers'];
	readonly body: unknown;
	readonly retryAfterMs?: number;
	readonly scope?: string;
	readonly foreign?: boolean;
}

/** An answer that is not 2xx: what the service's table of errors says of it, else what the status says. */
export function responseError(
	{ service }: Connection,
	{ status, headers = {}, body, retryAfterMs: askedMs, scope, foreign }: Facts,
): { outcome: FailedAttempt; refusal: ErrorBuilder } {
	const complaint = foreign ? {} : service.readError(body, { status, headers });
	const codes = [complaint.code, String(status)].filter(
		(code) => code !== undefined && Object.hasOwn(service.errors, code),
	);
	const known = service.errors[codes[0] ?? ''];
	const general = known ?? generalError(status, service.label, scope);
	const facts: IDataObject = {
		...complaint.facts,
		...(complaint.text ? { text: complaint.text } : {}),
	};
	return {
		outcome: { status, retryAfterMs: askedMs, known },
		refusal: (attempts, verdict) =>
			new PackError(worded(general.message, facts), {
				hint: sentences(
					typeof general.message === 'string' && complaint.text
						? `${service.label} returned: ${complaint.text}`
						: undefined,
					worded(general.hint, facts),
					known && known.retry !== 'safe' && scope && status === 403
						? `The credential needs the permission ${scope}`
						: undefined,
					ending(attempts, verdict),
				),
				status,
				code: complaint.code,
				retryAfterMs: askedMs,
				...(Object.keys(complaint.facts ?? {}).length > 0 ? { data: complaint.facts } : {}),
			}),
	};
}

/** No whole answer came back. */
export function networkError({ service }: Connection, fault: string, replay: Replay): ErrorBuilder {
	const reached = !neverReached.has(fault);
	return (attempts, verdict) =>
		new PackError(faultMessage(fault, service.label), {
			hint: sentences(
				reached
					? undefined
					: 'Check the base URL in the credential and the network connection between n8n and the service',
				reached && replay === 'never'
					? 'The request may or may not have been processed, so it was not retried. Check in the service before you run it again'
					: undefined,
				ending(attempts, verdict),
				// Not in the message: n8n replaces a message that holds a network code by one of its own.
				`Network code: ${fault}`,
			),
			code: fault,
		});
}

/** Codes of faults before a connection stood. */
export const neverReached: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

function faultMessage(fault: string, label: string): string {
	if (neverReached.has(fault)) return `Could not connect to ${label}`;
	if (fault === 'ECONNABORTED' || fault === 'ETIMEDOUT' || fault === 'STALLED')
		return `${label} did not respond in time`;
	if (fault === 'TRUNCATED') return `The response from ${label} was truncated or is not valid JSON`;
	return `The connection to ${label} was interrupted`;
}

function generalError(status: number, label: string, scope?: string): KnownError {
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
				hint: 'Check the ID. Records of other accounts are reported as not found, too',
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

function ending(attempts: number, verdict: RetryDecision): string | undefined {
	if ('stop' in verdict && verdict.stop === 'wait') {
		return `The service asks to wait until ${new Date(Date.now() + (verdict.waitMs ?? 0)).toISOString()}, which is longer than Maximum Retry Wait`;
	}
	return attempts > 1 ? `The request was attempted ${attempts} times` : undefined;
}

const worded = (text: KnownError['message'], facts: IDataObject): string =>
	typeof text === 'function' ? text(facts) : text;

const sentences = (...parts: (string | undefined)[]): string =>
	parts
		.filter(Boolean)
		.map((part) => (/[.!?…]$/.test(part!) ? part! : `${part!}.`))
		.join(' ');
