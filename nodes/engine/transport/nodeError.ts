/** Turns any error into the error classes of n8n. */
import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { CanceledError, PackError } from '../describe';

/**
 * The error that n8n shows, with the item it belongs to. Nothing of the request goes along: its headers hold the credential.
 * @param item index of the input item
 */
export function nodeError(
	node: INode,
	cause: unknown,
	item: number,
	scrub: (text: string) => string = (text) => text,
): NodeApiError | NodeOperationError {
	if (cause instanceof PackError) {
		const { hint, status, code, field } = cause.details;
		const message = scrub(cause.message);
		const description = hint ? scrub(hint) : undefined;
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
			{ message, status, ...(code ? { code } : {}) } as JsonObject,
			{
				message,
				description,
				httpCode: String(status),
				itemIndex: item,
				level: 'warning',
			},
		);
		if (code) error.context.code = code;
		return error;
	}
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) {
		cause.context.itemIndex ??= item;
		cause.message = scrub(cause.message);
		if (cause.description) cause.description = scrub(cause.description);
		cause.messages = cause.messages.map(scrub);
		return cause;
	}
	const { message, description } = cause as { message?: string; description?: string };
	return new NodeOperationError(
		node,
		scrub(message ?? 'An unexpected error occurred in the node'),
		{
			itemIndex: item,
			description: description ? scrub(description) : undefined,
		},
	);
}
