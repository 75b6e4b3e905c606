/** The errors that the form of a node shows instead of a list or of columns. */
import { type INode, NodeApiError } from 'n8n-workflow';
import { type Field, PackError, type Service } from '../describe';
import { nodeError } from '../errors/nodeError';
import { inputModeLabel } from './parameter';

/** Converts an error to a NodeApiError, the only one whose description n8n sends to the editor. */
export function formError(node: INode, cause: unknown): NodeApiError {
	const error = nodeError(node, cause, 0);
	return error instanceof NodeApiError
		? error
		: new NodeApiError(
				node,
				{},
				{ message: error.message, description: error.description ?? undefined },
			);
}

export const missingCredential = ({ label, credentials }: Service): PackError =>
	new PackError('No credential is selected', {
		hint:
			`Select or create a credential for ${label}, then open the list again.` +
			(credentials.some(({ type }) => type === undefined)
				? ' To read public records without one, set Authentication to None.'
				: ''),
	});

/** For a list or columns that depend on a field without a value. */
export const selectFirst = (label: string): string => `Select ${label} first`;

/** @param rows number of rows, none of which can be selected */
export function emptyList(field: Field, label: string, rows: number): PackError {
	const found = rows === 0 ? 'no entries' : `${rows} entries, none of which can be selected here`;
	return new PackError(`No entries in ${field.label}`, {
		hint: `${label} returned ${found}. If there are none yet, create one. Otherwise, use a credential that has access to more records. To enter a value instead, select ${inputModeLabel(field)}.`,
	});
}
