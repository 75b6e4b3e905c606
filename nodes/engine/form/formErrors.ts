/** The errors that the form of a node shows instead of a list or of columns. */
import { type INode, NodeApiError } from 'n8n-workflow';
import { type Field, formatValue, PackError, type Service } from '../describe';
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

/**
 * The values of other fields are in the hint, because the editor replaces hyphens in the message.
 * @param parents values of the fields that determine the list, by label
 * @param rows number of rows, none of which can be selected
 */
export function emptyList(
	field: Field,
	label: string,
	parents: Readonly<Record<string, unknown>>,
	rows: number,
): PackError {
	const values = Object.entries(parents).map(([name, value]) => `${name} ${formatValue(value)}`);
	const place = values.length > 0 ? ` for ${values.join(' and ')}` : '';
	const found = rows === 0 ? 'no entries' : `${rows} entries, none of which can be selected here`;
	return new PackError(`No entries in ${field.label}`, {
		hint: `${label} returned ${found}${place}. If there are none yet, create one. Otherwise, use a credential that has access to more records. To enter a value instead, select ${inputModeLabel(field)}.`,
	});
}
