/** Decides what a response means. Its texts become short, printable and free of secrets. */
import type { IDataObject } from 'n8n-workflow';
import type {
	Classification,
	Connection,
	HttpResponse,
	KnownError,
	ReceivedResponse,
	ResponseAction,
} from '../describe';
import { ownValue, printable, readSafely } from '../describe';
import { exhaustedLimitMs, requestedWaitMs } from './retryAfter';

/** Maximum length of a text from the service, in characters. */
export const maxTextLength = 2000;

const maxCodeLength = 100;

/** Maximum nesting depth of error details. More deeply nested values are omitted. */
const maxDepth = 20;

const requestIdHeader =
	/^(?:x-)?(?:github-|amzn-)?(?:request-?id|correlation-id|trace-id|cloud-trace-context|cf-ray)$/;

export interface Classified extends Classification {
	readonly action: ResponseAction;
	readonly status: number;
	readonly knownKey?: string;
	readonly known?: KnownError;
}

/**
 * Classifies a response with the service's `classify`, its known errors and, last, the status.
 * @param isExternal whether another server responded, to which only the status applies
 */
export function classify(
	{ service, redact }: Pick<Connection, 'service' | 'redact'>,
	response: Omit<ReceivedResponse, 'waitMs'>,
	isExternal = false,
): Classified {
	const requestedMs = requestedWaitMs(response.headers);
	const own = isExternal
		? {}
		: (readSafely(() => service.classify({ ...response, waitMs: requestedMs })) ?? {});
	const { code, text, missingScope, facts, status = response.status } = own;
	const isAccepted = own.action === undefined && status < 300;
	// A 2xx response that reports when it is worth reading again limits no other request.
	const standardMs = isAccepted ? exhaustedLimitMs(response.headers) : requestedMs;
	const waitMs = 'waitMs' in own ? own.waitMs : standardMs;
	if (isAccepted) return { action: 'accept', status, waitMs };
	const cleanText = (value: unknown, maxLength: number): string | undefined =>
		isText(value) ? printable(redact(value), maxLength) : undefined;
	const clean: Classification = {
		code: cleanText(code, maxCodeLength),
		text: cleanText(text, maxTextLength),
		missingScope: cleanText(missingScope, maxTextLength),
		facts: facts && cleanDetails(facts, redact),
	};
	const knownKey = isExternal
		? undefined
		: [clean.code ?? '', String(status)].find((key) => {
				const one = ownValue(service.errors, key);
				return one !== undefined && (one.appliesTo?.(clean.facts ?? {}) ?? true);
			});
	const known = knownKey === undefined ? undefined : service.errors[knownKey];
	const action = own.action ?? known?.action ?? actionOf(status, waitMs);
	return { ...clean, status, waitMs, action, knownKey, known };
}

export function actionOf(status: number, waitMs?: number): ResponseAction {
	if (status === 401) return 'renewToken';
	if (status === 429) return 'rateLimit';
	if (status === 503 && waitMs !== undefined) return 'retry';
	return status === 408 || status === 425 || (status >= 500 && status !== 501)
		? 'retryIfSafe'
		: 'fail';
}

/** The request ID in a response, which users can quote when they contact the service's support. */
export function requestIdOf(
	{ redact }: Pick<Connection, 'redact'>,
	headers: HttpResponse['headers'],
): string | undefined {
	const name = Object.keys(headers).find(
		(key) => requestIdHeader.test(key) && isText(headers[key]),
	);
	return name && printable(redact(headers[name] as string), maxCodeLength);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A copy of the details of an error response that is safe to show. */
export const cleanDetails = (details: IDataObject, redact: (text: string) => string): IDataObject =>
	cleaned(details, redact, 0) as IDataObject;

function cleaned(value: unknown, redact: (text: string) => string, depth: number): unknown {
	if (typeof value === 'string') return printable(redact(value), maxTextLength);
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= maxDepth) return undefined;
	if (Array.isArray(value)) return value.map((one) => cleaned(one, redact, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [
			printable(redact(key), maxCodeLength),
			cleaned(one, redact, depth + 1),
		]),
	);
}
