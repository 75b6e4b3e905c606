/**
 * Reads an error response. Whatever the service sent, the result is short, printable and free of
 * secrets.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type Connection,
	type HttpResponse,
	printable,
	readSafely,
	type ServiceErrorInfo,
} from '../describe';

/** Maximum length of a text from the service, in characters. */
export const maxTextLength = 2000;

const maxCodeLength = 100;

/** Maximum length of the scopes that a request accepts. The scopes of Google are URLs. */
const maxScopeLength = 500;

/** Maximum nesting depth of error details. More deeply nested values are omitted. */
const maxDepth = 20;

const requestIdHeader =
	/^(?:x-)?(?:github-|amzn-)?(?:request-?id|correlation-id|trace-id|cloud-trace-context|cf-ray)$/;

/** Reads the code, message and details of an error response with the service's `readError`. */
export function readErrorInfo(
	{ service, redact }: Pick<Connection, 'service' | 'redact'>,
	body: unknown,
	response: Pick<HttpResponse, 'status' | 'headers'>,
): ServiceErrorInfo {
	const { code, text, missingScope, rejects, facts } =
		readSafely(() => service.readError(body, response)) ?? {};
	const cleanText = (name: string, value: unknown, maxLength: number): object =>
		isText(value) ? { [name]: printable(redact(value), maxLength) } : {};
	return {
		...cleanText('code', code, maxCodeLength),
		...cleanText('text', text, maxTextLength),
		...cleanText('missingScope', missingScope, maxScopeLength),
		...(rejects ? { rejects } : {}),
		...(facts ? { facts: cleanDetails(facts, redact) } : {}),
	};
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
