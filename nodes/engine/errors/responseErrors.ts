/** Converts failed requests to errors with a message and a hint. */
import type {
	Connection,
	ErrorFacts,
	Idempotency,
	KnownError,
	ReceivedResponse,
	RecordReference,
	SendPolicy,
} from '../describe';
import { notFound, PackError, printable, readSafely, toText } from '../describe';
import { classify, maxTextLength, requestIdOf } from './classify';
import type { FailedAttempt, RetryDecision } from './failedAttempt';
import { networkErrorOf, webPageCode } from './failedAttempt';

/**
 * @param isUncertainWrite whether the request is a write that can be retried, and the service may
 * have processed one of its attempts
 */
export type ErrorBuilder = (
	attempts: number,
	decision: RetryDecision,
	isUncertainWrite?: boolean,
) => PackError;

interface ErrorResponse extends Omit<ReceivedResponse, 'waitMs'>, Partial<SendPolicy> {
	readonly path?: string;
	/** Host of a URL outside the service. The service's known errors do not apply to it. */
	readonly externalHost?: string;
	readonly isWebPage?: boolean;
}

/** Hint for a write that was not retried and whose result is unknown. */
export const unknownResultHint =
	'The request may or may not have been processed, so it was not retried. Check in the service before you run the node again';

/** Hint for a write that can be retried and whose result is unknown. */
const uncertainWriteHint = unknownResultHint.replace(', so it was not retried', '');

/** Whether a 403 is about a permission. It can also report a quota or an API that is not enabled. */
const reportsPermission = (knownKey?: string): boolean =>
	knownKey === '403' || /permission|forbidden|denied/i.test(knownKey ?? '');

type Addressee = Pick<Connection, 'label' | 'address'>;

/** The error that the response reports, if it is known, or the default error for its status. */
export function responseError(
	connection: Addressee & Pick<Connection, 'service' | 'redact' | 'credential'>,
	response: ErrorResponse,
	classified = classify(connection, response, response.externalHost !== undefined),
): { failed: FailedAttempt; buildError: ErrorBuilder } {
	const { headers, method, path, permission, externalHost } = response;
	const { label, redact } = connection;
	const isExternal = externalHost !== undefined;
	const { action, status, waitMs, text, missingScope, facts = {} } = classified;
	// The record itself may exist.
	const isWebsite =
		status === 404 && !isExternal && response.isWebPage === true && !!connection.address.field;
	const ownPath = status === 404 ? response.records?.find(({ byPath }) => byPath) : undefined;
	const known = isWebsite || ownPath ? undefined : classified.known;
	const fallback = isExternal
		? externalError(status, externalHost)
		: isWebsite
			? {
					message: networkErrorOf(webPageCode)!.message(label, ''),
					hint: sentences(ownPath && `Check ${ownPath.label}`, addressHint(connection)),
				}
			: status === 404 && response.missingIn?.includes(toText(connection.credential.provider))
				? missingOperation
				: statusError(status, label, permission);
	const error =
		missingScope && status !== 404 ? missingScopeError(missingScope) : (known ?? fallback);
	const isTokenRejected = action === 'renewToken' && !isExternal;
	const isRejected = action === 'fail' && !isExternal && (status < 500 || status === 501);
	const data: ErrorFacts = {
		...facts,
		...(text ? { text } : {}),
		...recordFacts(response.records, redact),
		provider: label,
		...(path === undefined ? {} : { path }),
	};
	const requestId = requestIdOf(connection, headers);
	const isUnprocessed = action === 'retry' || action === 'rateLimit';
	const isUnknown =
		!isUnprocessed &&
		(status === 408 || (status >= 500 && !(status === 503 && waitMs !== undefined)));
	const minWaitMs = known?.minWaitMs;
	return {
		failed: {
			action,
			status,
			waitMs: minWaitMs === undefined ? waitMs : Math.max(minWaitMs, waitMs ?? 0),
			mayHaveBeenProcessed: isUnknown,
		},
		buildError: (attempts, decision, isUncertainWrite) => {
			const message = textOf(error.message, data) ?? textOf(fallback.message, data)!;
			const hint = textOf(error.hint, data, method) ?? textOf(fallback.hint, data)!;
			const isQuoted = text !== undefined && `${message} ${hint}`.includes(text);
			return new PackError(message, {
				hint: sentences(
					text && !isQuoted && `${label} returned: ${text}`,
					isRejected && response.rejectionHint,
					hint,
					permission &&
						status === 403 &&
						reportsPermission(classified.knownKey) &&
						!missingScope &&
						`The credential needs the permission ${permission}`,
					missingScope &&
						status === 404 &&
						`If the record is not public, the credential needs the ${missingScope}`,
					isTokenRejected &&
						!missingScope &&
						connection.address.field &&
						`If the error persists, check ${connection.address.field.label} in the credential`,
					isUnknown && response.idempotency === 'none' && unknownResultHint,
					isUncertainWrite && uncertainWriteHint,
					retrySummary(attempts, decision),
					requestId && `Request ID: ${requestId}`,
				),
				status,
				code: isWebsite ? webPageCode : classified.code,
				retryAfterMs: waitMs,
				...(isUnknown || isUncertainWrite ? { mayHaveBeenProcessed: true } : {}),
				...(Object.keys(facts).length > 0 ? { data: facts } : {}),
			});
		},
	};
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
	const { wasSent, isPermanent, message } = networkErrorOf(networkCode)!;
	const { url, field } = connection.address;
	const isExternal = externalHost !== undefined;
	const isWebPage = networkCode === webPageCode;
	const { host } = new URL(url);
	// Requests without the credential may also go to the service itself.
	const name = externalHost === host ? connection.label : (externalHost ?? connection.label);
	return (attempts, decision, isUncertainWrite = false) =>
		new PackError(
			isExternal && isWebPage && externalHost !== host
				? `${connection.label} redirected to a web page of ${externalHost}`
				: message(name, externalHost ?? host),
			{
				hint: sentences(
					(isWebPage || (!wasSent && !isExternal)) && addressHint(connection),
					!wasSent && !isExternal && field?.known && `Known values: ${field.known.join(', ')}`,
					!wasSent &&
						(isPermanent
							? `If ${name} uses a private certificate authority, add it to n8n with the environment variable NODE_EXTRA_CA_CERTS`
							: `Check the network connection between n8n and ${name}`),
					wasSent && idempotency === 'none' && unknownResultHint,
					isUncertainWrite && uncertainWriteHint,
					retrySummary(attempts, decision),
					// The code is not in the message, because n8n replaces messages that contain a network
					// error code.
					`Network code: ${networkCode}`,
				),
				code: networkCode,
				mayHaveBeenProcessed: wasSent || isUncertainWrite,
			},
		);
}

/** What to check if the address may be wrong. Undefined if the provider fixes the address. */
export const addressHint = ({ address: { field } }: Addressee): string | undefined =>
	field && `Check ${field.label} in the credential`;

function statusError(status: number, label: string, permission?: string): KnownError {
	const errors: Readonly<Record<number, KnownError>> = {
		401: {
			message: `${label} rejected the credential`,
			hint: 'The token or key is wrong, has expired or was revoked. Enter a new one in the credential and test it',
		},
		403: {
			message: `The credential does not have permission for this action in ${label}`,
			hint: permission
				? `It needs the permission ${permission}`
				: 'Check the permissions of the credential',
		},
		404: unknownRecord,
		429: {
			message: `The rate limit of ${label} was reached`,
			hint: 'Lower Requests per Second or Items at Once in Request Options',
		},
	};
	const other =
		status >= 500
			? { message: `${label} returned a server error (${status})`, hint: 'Try again later' }
			: {
					message: `${label} rejected the request (${status})`,
					hint: 'Check the values in the node',
				};
	return errors[status] ?? other;
}

/** A URL outside the service is requested without the credential, which cannot be the cause. */
const externalError = (status: number, host: string): KnownError =>
	status === 429 || status >= 500
		? { message: statusError(status, host).message, hint: 'Try again later' }
		: {
				message: `${host} rejected a URL that the service returned (${status})`,
				hint: 'The URL may have expired. Run the node again to get a new URL',
			};

/** Also for a request that the user writes: the errors of services name IDs and operations. */
const unknownRecord = notFound('What the credential cannot access is also reported as not found');

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

/** What was tried, and why it was not tried again. */
export function retrySummary(attempts: number, decision: RetryDecision): string | undefined {
	const { stop, waitMs = 0 } = 'stop' in decision ? decision : {};
	if (stop === 'limited') return 'The rate limit lasted longer than Maximum Retry Wait';
	if (stop === 'wait') {
		const end = new Date(Date.now() + waitMs).toISOString();
		return `The service asks to wait until ${end}, which is later than Maximum Retry Wait allows`;
	}
	return attempts > 1 ? `The request was attempted ${attempts} times` : undefined;
}

/** Undefined if the text is a function that throws, because the service sent unexpected details. */
const textOf = (text: KnownError['hint'], data: ErrorFacts, method?: string): string | undefined =>
	typeof text === 'function'
		? readSafely(() => printable(text(data, method), maxTextLength))
		: text;

export const sentences = (...parts: ReadonlyArray<string | false | undefined>): string =>
	parts
		.filter(Boolean)
		.map((part) => (/[.!?…]$/.test(String(part)) ? part : `${part}.`))
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
	const valueOf = ({ value }: RecordReference): string => printable(redact(value), maxValueLength);
	const nameOf = (one: RecordReference): string =>
		`${one.label.replace(/ (?:ID|Name|Number)$/, '')} ${valueOf(one)}`;
	const { byName, byNumber, byPath, label } = innermost;
	if (byPath) return { record: valueOf(innermost), recordCheck: `Check ${label}` };
	const key = byNumber ? 'its number (the number, not the `id`)' : byName ? 'its name' : 'its ID';
	const checks = [key, ...records.slice(0, -1).map(nameOf)];
	const check = new Intl.ListFormat('en-GB').format(checks);
	return { record: nameOf(innermost), recordCheck: `Check ${check}` };
}
