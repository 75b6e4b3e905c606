/** Converts failed requests to errors with a message and a hint. */
import {
	type Connection,
	type ErrorFacts,
	type HttpResponse,
	type Idempotency,
	type KnownError,
	notFound,
	ownValue,
	PackError,
	printable,
	readSafely,
	type RecordReference,
	type ServiceErrorInfo,
} from '../describe';
import { maxTextLength, readErrorInfo, requestIdOf } from './errorInfo';
import {
	type FailedAttempt,
	isCertificateCode,
	mayHaveBeenProcessed,
	mayHaveReached,
	type RetryDecision,
	webPageCode,
} from './failedAttempt';

/**
 * Creates the error, once the number of attempts and the reason for giving up are known.
 * @param isUncertainWrite whether the request is a write that can be retried, and the service may
 * have processed one of its attempts
 */
export type ErrorBuilder = (
	attempts: number,
	decision: RetryDecision,
	isUncertainWrite?: boolean,
) => PackError;

interface ErrorResponse {
	readonly status: number;
	readonly headers?: HttpResponse['headers'];
	readonly body: unknown;
	readonly method?: string;
	readonly retryAfterMs?: number;
	readonly permission?: string;
	/** Whether the provider does not have the operation. */
	readonly isMissing?: boolean;
	/** The records in the path of the request, the innermost last. */
	readonly records?: readonly RecordReference[];
	/** Host of a URL outside the service. The service's known errors do not apply to it. */
	readonly externalHost?: string;
	/** Default: `safe`. */
	readonly idempotency?: Idempotency;
	/** Whether the body is HTML. */
	readonly isWebPage?: boolean;
}

/** Hint for a write that was not retried and whose result is unknown. */
export const unknownResultHint =
	'The request may or may not have been processed, so it was not retried. Check in the service before you run the node again';

/** Hint for a write that can be retried and whose result is unknown. */
const uncertainWriteHint =
	'The request may or may not have been processed. Check in the service before you run the node again';

type Responder = Addressee & Pick<Connection, 'service' | 'redact'>;

/** What an error response means: see `diagnose`. */
type Diagnosis = ReturnType<typeof diagnose>;

/**
 * Builds the error for an error response. Uses the known error of the service that matches the
 * response. If none matches, uses the default error for the status.
 */
export function responseError(
	connection: Responder,
	response: ErrorResponse,
): { attempt: FailedAttempt; buildError: ErrorBuilder } {
	const { status, headers = {}, method, retryAfterMs, idempotency } = response;
	const { label } = connection;
	const diagnosis = diagnose(connection, response);
	const { info, error, fallback } = diagnosis;
	const data: ErrorFacts = {
		...info.facts,
		...(info.text ? { text: info.text } : {}),
		...recordFacts(response.records, connection.redact),
		provider: label,
	};
	const requestId = requestIdOf(connection, headers);
	const attempt = { status, retryAfterMs, known: diagnosis.known };
	const isUnknown = mayHaveBeenProcessed(attempt);
	return {
		attempt,
		buildError: (attempts, decision, isUncertainWrite) => {
			const message = textOf(error.message, data) ?? textOf(fallback.message, data)!;
			const hint = textOf(error.hint, data, method) ?? textOf(fallback.hint, data)!;
			const isQuoted =
				info.text !== undefined &&
				[error.message, error.hint].some((part) => typeof part === 'function') &&
				`${message} ${hint}`.includes(info.text);
			return new PackError(message, {
				hint: sentences(
					info.text && !isQuoted ? `${label} returned: ${info.text}` : undefined,
					hint,
					...checks(connection, response, diagnosis),
					isUnknown && idempotency === 'none' ? unknownResultHint : undefined,
					isUncertainWrite ? uncertainWriteHint : undefined,
					retrySummary(attempts, decision),
					requestId && `Request ID: ${requestId}`,
				),
				status,
				code: diagnosis.isWebsite ? webPageCode : info.code,
				retryAfterMs,
				...(isUnknown || isUncertainWrite ? { mayHaveBeenProcessed: true } : {}),
				...(Object.keys(info.facts ?? {}).length > 0 ? { data: info.facts } : {}),
			});
		},
	};
}

/**
 * Finds out what an error response means.
 * @returns what the service says about the error, whether the response comes from a website that
 * does not have the endpoint, the known error of the service that matches, the error to report, and
 * the default error for the status, whose texts replace those of the error that throw
 */
function diagnose(
	connection: Responder,
	{ status, headers = {}, body, permission, isMissing, externalHost, isWebPage }: ErrorResponse,
): {
	info: ServiceErrorInfo;
	isWebsite: boolean;
	known?: KnownError;
	error: KnownError;
	fallback: KnownError;
} {
	const { service, label } = connection;
	if (externalHost !== undefined) {
		const error = externalStatusError(status, externalHost);
		return { info: {}, isWebsite: false, error, fallback: error };
	}
	const info = readErrorInfo(connection, body, { status, headers });
	// The record itself may exist.
	const isWebsite = status === 404 && isWebPage === true && connection.address.field !== undefined;
	const known = isWebsite
		? undefined
		: [info.code ?? '', String(status)]
				.map((key) => ownValue(service.errors, key))
				.find((one) => one && (one.appliesTo?.(info.facts ?? {}) ?? true));
	const fallback = isWebsite
		? { message: webPageMessage(label), hint: addressHint(connection)! }
		: status === 404 && isMissing
			? missingOperation
			: statusError(status, label, permission);
	const error =
		info.missingScope && status !== 404
			? missingScopeError(info.missingScope)
			: (known ?? fallback);
	return { info, isWebsite, known, error, fallback };
}

/** What else to check: the permissions of the credential, or the address. */
function checks(
	connection: Responder,
	{ status, permission, externalHost }: ErrorResponse,
	{ info: { missingScope, rejectsToken }, known }: Diagnosis,
): Array<string | undefined> {
	const isNotFound = status === 404;
	const isTokenRejected = status === 401 || rejectsToken;
	const isForbidden = status === 403 && !missingScope && !isTokenRejected;
	return [
		known && known.retry !== 'safe' && permission && isForbidden
			? `The credential needs the permission ${permission}`
			: undefined,
		missingScope && isNotFound
			? `If the record is not public, the credential needs the ${missingScope}`
			: undefined,
		externalHost === undefined && isTokenRejected && !missingScope
			? addressHint(connection)
			: undefined,
		externalHost === undefined && isNotFound ? repeatedPathHint(connection) : undefined,
	];
}

/**
 * The error of a request without a complete response.
 * @param externalHost host of a URL outside the service
 */
export function networkError(
	connection: Addressee,
	networkCode: string,
	idempotency: Idempotency,
	externalHost?: string,
): ErrorBuilder {
	const wasSent = mayHaveReached(networkCode);
	return (attempts, decision, isUncertainWrite = false) =>
		new PackError(networkMessage(networkCode, connection, externalHost), {
			hint: sentences(
				wasSent ? undefined : connectionHint(networkCode, connection, externalHost),
				networkCode === webPageCode ? addressHint(connection) : undefined,
				wasSent && idempotency === 'none' ? unknownResultHint : undefined,
				isUncertainWrite ? uncertainWriteHint : undefined,
				retrySummary(attempts, decision),
				// The code is not in the message, because n8n replaces messages that contain a network
				// error code.
				`Network code: ${networkCode}`,
			),
			code: networkCode,
			mayHaveBeenProcessed: wasSent || isUncertainWrite,
		});
}

type Addressee = Pick<Connection, 'label' | 'address'>;

function connectionHint(networkCode: string, connection: Addressee, externalHost?: string): string {
	const host = externalHost ?? connection.label;
	const { known } = connection.address.field ?? {};
	const fix = isCertificateCode(networkCode)
		? `If ${host} uses a private certificate authority, add it to n8n with the environment variable NODE_EXTRA_CA_CERTS`
		: `Check the network connection between n8n and ${host}`;
	if (externalHost !== undefined) return sentences(fix);
	return sentences(addressHint(connection), known && `Known values: ${known.join(', ')}`, fix);
}

/** What to check if the address may be wrong. Undefined if the provider fixes the address. */
export const addressHint = (connection: Addressee): string | undefined => {
	const { field } = connection.address;
	const check = field && `Check ${field.label} in the credential`;
	return [repeatedPathHint(connection), check].filter(Boolean).join('. ') || undefined;
};

/** A path such as /api/v3 is easily added to a base URL that already contains it. */
function repeatedPathHint({ address: { url, field } }: Addressee): string | undefined {
	const segments = new URL(url).pathname.split('/').slice(1);
	const half = segments.slice(segments.length / 2).join('/');
	return field && half !== '' && segments.join('/') === `${half}/${half}`
		? `${field.label} contains /${half} twice`
		: undefined;
}

const webPageMessage = (label: string): string => `${label} returned a web page instead of JSON`;

function networkMessage(
	networkCode: string,
	{ label: provider, address }: Addressee,
	externalHost?: string,
): string {
	const label = externalHost ?? provider;
	if (isCertificateCode(networkCode)) return `The certificate of ${label} is not trusted`;
	if (networkCode === 'ENOTFOUND' && externalHost === undefined)
		return `Could not connect to ${label}: the host ${new URL(address.url).host} does not exist`;
	if (networkCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
		return `${label} does not use HTTPS${externalHost === undefined ? ` at ${new URL(address.url).host}` : ''}`;
	if (!mayHaveReached(networkCode)) return `Could not connect to ${label}`;
	if (networkCode === 'ECONNABORTED' || networkCode === 'ETIMEDOUT' || networkCode === 'STALLED')
		return `${label} did not respond in time`;
	if (networkCode === webPageCode)
		return externalHost === undefined
			? webPageMessage(label)
			: `${provider} redirected to a web page of ${externalHost}`;
	if (networkCode === 'TRUNCATED')
		return `The response from ${label} was truncated or is not valid JSON`;
	return `The connection to ${label} was interrupted`;
}

function statusError(status: number, label: string, permission?: string): KnownError {
	if (status === 401)
		return {
			message: `${label} rejected the credential`,
			hint: 'The token or key is wrong, has expired or was revoked. Enter a new one in the credential and test it',
		};
	if (status === 403)
		return {
			message: `The credential does not have permission for this action in ${label}`,
			hint: permission
				? `It needs the permission ${permission}`
				: 'Check the permissions of the credential',
		};
	if (status === 404) return notFound('Records of other accounts are also reported as not found');
	if (status < 500 && status !== 429)
		return {
			message: `${label} rejected the request (${status})`,
			hint: 'Check the values of this item',
		};
	const error = temporaryError(status, label);
	return status === 429
		? { ...error, hint: 'Lower Requests per Second or Items at Once in Request Options' }
		: error;
}

const temporaryError = (status: number, name: string): KnownError => ({
	message:
		status === 429
			? `The rate limit of ${name} was reached`
			: `${name} returned a server error (${status})`,
	hint: 'Try again later',
});

const missingOperation: KnownError = {
	message: ({ provider }) => `${provider} does not have this operation`,
	hint: ({ provider, recordCheck }) =>
		`Other editions of the service have it. If your version of ${provider} has it as well, the record was not found: ${recordCheck ?? 'Check the ID'}`,
};

const missingScopeError = (missingScope: string): KnownError => ({
	message: ({ provider }) =>
		`${provider} requires the ${missingScope}, which the access token does not have`,
	hint: ({ provider }) =>
		`Grant it to the token or the app in ${provider}. With OAuth2, add it to Scope in the credential and connect again. With a service account, add it to Scopes`,
});

/**
 * The error of a URL outside the service, such as a download link. Requests to such a URL do not
 * contain the credential, so the credential cannot be the cause.
 */
const externalStatusError = (status: number, host: string): KnownError =>
	status === 429 || status >= 500
		? temporaryError(status, host)
		: {
				message: `${host} rejected a URL that the service returned (${status})`,
				hint: 'The URL may have expired. Run the node again to get a new URL',
			};

function retrySummary(attempts: number, decision: RetryDecision): string | undefined {
	const stop = 'stop' in decision ? decision : undefined;
	if (stop?.stop === 'limited') return 'The rate limit lasted longer than Maximum Retry Wait';
	if (stop?.stop === 'wait' || stop?.stop === 'minimumWait') {
		const end = new Date(Date.now() + (stop.waitMs ?? 0)).toISOString();
		const demand = stop.stop === 'wait' ? 'The service asks' : 'The next attempt has';
		return `${demand} to wait until ${end}, which is later than Maximum Retry Wait allows`;
	}
	return attempts > 1 ? `The request was attempted ${attempts} times` : undefined;
}

/**
 * The message or hint of a known error. Undefined if it is a function that throws, for example
 * because the service sent unexpected details.
 */
const textOf = (text: KnownError['hint'], data: ErrorFacts, method?: string): string | undefined =>
	typeof text === 'function'
		? readSafely(() => printable(text(data, method), maxTextLength))
		: text;

/** Joins sentences. Missing ones are left out. */
export const sentences = (...parts: (string | undefined)[]): string =>
	parts
		.filter(Boolean)
		.map((part) => (/[.!?…]$/.test(part!) ? part! : `${part!}.`))
		.join(' ');

/** Maximum length of an ID or name, in characters. */
const maxValueLength = 100;

/**
 * Names the innermost record, and what to check if it was not found: its ID or name, and the
 * records that contain it.
 */
export function recordFacts(
	records: readonly RecordReference[] = [],
	redact: (text: string) => string,
): Pick<ErrorFacts, 'record' | 'recordCheck'> {
	const innermost = records.at(-1);
	if (!innermost) return {};
	const nameOf = ({ label, value }: RecordReference): string =>
		`${label.replace(/ (?:ID|Name|Number)$/, '')} ${printable(redact(value), maxValueLength)}`;
	const checks = [innermost.byName ? 'its name' : 'its ID', ...records.slice(0, -1).map(nameOf)];
	return { record: nameOf(innermost), recordCheck: `Check ${joinWords(checks)}` };
}

/** Joins words as in a sentence: `a, b and c`. */
const joinWords = (words: readonly string[]): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
