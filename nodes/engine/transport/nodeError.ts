/** Converts any error to one of n8n's error classes. */
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CanceledError, PackError } from '../describe';
import { cleanDetails } from './errorInfo';

/** n8n stores the details with every execution. Longer ones are left out. */
const maxDetailsLength = 20_000;

/**
 * Creates the error that n8n shows. It contains no request data, because request headers contain
 * the credential.
 * @param item index of the input item
 */
export function nodeError(
	node: INode,
	cause: unknown,
	item: number,
	redact: (text: string) => string = (text) => text,
): NodeApiError | NodeOperationError {
	if (cause instanceof PackError) {
		const { hint, status, code, field, data } = cause.details;
		const message = redact(cause.message);
		const description = hint ? redact(hint) : undefined;
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
			error.context.data = cleanDetails(data, redact);
		return error;
	}
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) {
		cause.context.itemIndex ??= item;
		cause.message = redact(cause.message);
		if (cause.description) cause.description = redact(cause.description);
		cause.messages = cause.messages.map(redact);
		cause.context = cleanDetails(cause.context, redact);
		// The error of the HTTP client contains the request headers. n8n 1.x stores it with the
		// execution.
		Reflect.deleteProperty(cause, 'cause');
		Reflect.deleteProperty(cause, 'errorResponse');
		return cause;
	}
	const { message, description } = cause as { message?: string; description?: string };
	return new NodeOperationError(
		node,
		redact(message ?? 'An unexpected error occurred in the node'),
		{
			itemIndex: item,
			description: description ? redact(description) : undefined,
		},
	);
}
