import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { PackErrorDetails } from '../describe';
import { CanceledError, isTool, PackError, printable, readSafely } from '../describe';
import { cleanDetails, maxTextLength } from './classify';
import { sentences } from './responseErrors';

/** In characters. Longer details are omitted, because n8n stores them with every execution. */
const maxDetailsLength = 20_000;

/** In characters. A description contains texts of the service and, at its end, the request ID. */
const maxDescriptionLength = 4 * maxTextLength;

/** Runs the work of a trigger, and converts its error to the error that n8n shows. */
export async function withNodeErrors<T>(
	context: { getNode(): INode },
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw nodeError(context.getNode(), error, 0);
	}
}

/**
 * Creates the error that n8n shows. It contains no request data, because request headers contain
 * the credential.
 * @param item index of the input item. Not set for errors of the complete run.
 */
export function nodeError(
	node: INode,
	cause: unknown,
	item?: number,
	redactSecrets: (text: string) => string = (text) => text,
): NodeApiError | NodeOperationError {
	if (isNodeError(cause)) {
		redactNodeError(cause, redactSecrets);
		if (item !== undefined) cause.context.itemIndex ??= item;
		return cause;
	}
	const redact = printableRedactor(redactSecrets);
	const other = cause as { message?: string; description?: string };
	const isExpected = cause instanceof PackError;
	const isUnexpectedData = cause instanceof TypeError && unexpectedData.test(cause.message);
	const unread = isUnexpectedData && /(?:reading|property) '(.+?)'/.exec(cause.message)?.[1];
	const details: PackErrorDetails = isExpected
		? cause.details
		: {
				hint:
					other.description ??
					(isUnexpectedData
						? `${unread ? `The property ${unread} cannot be read. ` : ''}Compare the response with the documentation of the service, for example with API Request: Send.`
						: undefined),
			};
	const { hint, status, code, field, data, concernsRun } = details;
	const message = isUnexpectedData
		? 'A value or a response has an unexpected format'
		: redact(other.message ?? 'An unexpected error occurred in the node');
	const options = {
		itemIndex: concernsRun ? undefined : item,
		description: hint ? redact(hint, maxDescriptionLength) : undefined,
		...(isExpected ? { level: 'warning' as const } : {}),
	};
	const isFromService = status !== undefined && !(cause instanceof CanceledError);
	const error = isFromService
		? new NodeApiError(
				node,
				{ message, status, ...(code ? { code } : {}) },
				{ ...options, message, httpCode: String(status) },
			)
		: new NodeOperationError(node, message, options);
	// For a tool, n8n appends the description to the message, and also shows it once more.
	if (options.description && isTool(node)) {
		error.message = sentences(message, options.description);
		error.description = undefined;
	}
	if (code) error.context.code = code;
	if (field && !isFromService) error.context.parameter = field;
	if (data && isFromService && JSON.stringify(data).length <= maxDetailsLength)
		error.context.data = cleanDetails(data, redactSecrets);
	return error;
}

/** What V8 reports when code reads a property that a response does not have. */
const unexpectedData = /^Cannot (?:read|destructure|convert) |is not (?:iterable|a function)/;

const printableRedactor =
	(redactSecrets: (text: string) => string) =>
	(text: string, maxLength = maxTextLength): string =>
		printable(redactSecrets(text), maxLength);

export const isNodeError = (error: unknown): error is NodeApiError | NodeOperationError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

export function addHint(error: unknown, hint?: string): void {
	if (hint !== undefined && isNodeError(error))
		error.description = [error.description, hint].filter(Boolean).join(' ');
}

/** Redacts an error of n8n, such as a failed renewal of a credential, with its request and response. */
export function redactNodeError(
	error: NodeApiError | NodeOperationError,
	redactSecrets: (text: string) => string,
): void {
	const redact = printableRedactor(redactSecrets);
	error.message = redact(error.message);
	if (error.description) error.description = redact(error.description, maxDescriptionLength);
	error.messages = error.messages.map((message) => redact(message));
	error.context = cleanContext(error.context, redactSecrets);
	delete error.errorResponse;
	delete error.cause;
}

/** A copy without secrets. A context that is too long to be stored is left out. */
function cleanContext(context: IDataObject, redact: (text: string) => string): IDataObject {
	const json = readSafely(() => JSON.stringify(context));
	if (json === undefined || json.length > maxDetailsLength) return {};
	return cleanDetails(JSON.parse(json) as IDataObject, redact);
}
