/** Converts any error to one of n8n's error classes. */
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CanceledError, PackError } from '../describe';
import { cleanDetails, maxTextLength } from './errorInfo';
import { printable } from './printable';

/** n8n stores the details with every execution. Longer ones are left out. */
const maxDetailsLength = 20_000;

/** A description contains texts of the service and, at its end, the request ID. */
const maxDescriptionLength = 4 * maxTextLength;

/**
 * Creates the error that n8n shows. It contains no request data, because request headers contain
 * the credential. Texts of the service are redacted, printable and of limited length.
 * @param item index of the input item
 */
export function nodeError(
	node: INode,
	cause: unknown,
	item: number,
	redactSecrets: (text: string) => string = (text) => text,
): NodeApiError | NodeOperationError {
	const redact = (text: string, maxLength = maxTextLength): string =>
		printable(redactSecrets(text), maxLength);
	if (cause instanceof PackError) {
		const { hint, status, code, field, data } = cause.details;
		const message = redact(cause.message);
		const description = hint ? redact(hint, maxDescriptionLength) : undefined;
		if (status === undefined || cause instanceof CanceledError) {
			const error = new NodeOperationError(node, message, {
				itemIndex: item,
				description,
				level: 'warning',
			});
			if (field) error.context.parameter = field;
			if (code) error.context.code = code;
			return error;
		}
		const error = new NodeApiError(
			node,
			{ message, status, ...(code ? { code } : {}) },
			{
				message,
				description,
				httpCode: String(status),
				itemIndex: item,
				level: 'warning',
			},
		);
		if (code) error.context.code = code;
		if (data && JSON.stringify(data).length <= maxDetailsLength)
			error.context.data = cleanDetails(data, redactSecrets);
		return error;
	}
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) {
		cause.context.itemIndex ??= item;
		cause.message = redact(cause.message);
		if (cause.description) cause.description = redact(cause.description, maxDescriptionLength);
		cause.messages = cause.messages.map((message) => redact(message));
		return cause;
	}
	const { message, description } = cause as { message?: string; description?: string };
	return new NodeOperationError(
		node,
		redact(message ?? 'An unexpected error occurred in the node'),
		{
			itemIndex: item,
			description: description ? redact(description, maxDescriptionLength) : undefined,
		},
	);
}
