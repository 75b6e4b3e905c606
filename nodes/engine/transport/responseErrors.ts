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
						? `${service.label} says: ${complaint.text}`
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
					: 'Check the base URL of the credential and the network between n8n and the service',
				reached && replay === 'never'
					? 'The request was not sent again, as it may have been carried out: look at the service before you repeat it'
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
	if (neverReached.has(fault)) return `${label} cannot be reached`;
	if (fault === 'ECONNABORTED' || fault === 'ETIMEDOUT' || fault === 'STALLED')
		return `${label} did not answer in time`;
	if (fault === 'TRUNCATED') return `${label} sent an answer that is cut off or no JSON`;
	return `The connection to ${label} broke`;
}

function generalError(status: number, label: string, scope?: string): KnownError {
	switch (status) {
		case 401:
			return {
				message: `${label} does not accept the credential`,
				hint: 'Open the credential, check its key and base URL, and test it',
			};
		case 403:
			return {
				message: `The credential may not do this at ${label}`,
				hint: scope ? `It needs the permission ${scope}` : 'Check which permissions it has',
			};
		case 404:
			return {
				message: `${label} has no such record`,
				hint: 'Check the id. A record of another account is answered in the same way',
			};
		case 429:
			return {
				message: `${label} asks for fewer requests`,
				hint: 'Lower Requests per Second or Items at Once in Options',
			};
		default:
			return status >= 500
				? {
						message: `${label} has a problem of its own (status ${status})`,
						hint: 'Try again later',
					}
				: {
						message: `${label} refused the request (status ${status})`,
						hint: 'Check the values of this item',
					};
	}
}

function ending(attempts: number, verdict: RetryDecision): string | undefined {
	if ('stop' in verdict && verdict.stop === 'wait') {
		return `The service asks to wait until ${new Date(Date.now() + (verdict.waitMs ?? 0)).toISOString()}, which is longer than Maximum Retry Wait allows`;
	}
	return attempts > 1 ? `It was tried ${attempts} times` : undefined;
}

const worded = (text: KnownError['message'], facts: IDataObject): string =>
	typeof text === 'function' ? text(facts) : text;

const sentences = (...parts: (string | undefined)[]): string =>
	parts
		.filter(Boolean)
		.map((part) => (/[.!?…]$/.test(part!) ? part! : `${part!}.`))
		.join(' ');
