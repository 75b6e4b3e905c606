// Reads values as the node reads the form: validated, with the defaults of the form.
import type { IDataObject } from 'n8n-workflow';
import {
	collectionsPerItem,
	type Field,
	fieldsIn,
	PackError,
} from '../../../../nodes/engine/describe';
import { parameterOf } from '../../../../nodes/engine/form/parameter';
import { readInput } from '../../../../nodes/engine/read/readInput';
import type { NamedOperation } from '../pack';

/** The values that n8n passes: those of the user, and the defaults of fields left as they are. */
export const withFormDefaults = (
	{ operation: { fields } }: NamedOperation,
	values: IDataObject,
): IDataObject => ({
	...Object.fromEntries(
		Object.entries(fields)
			// The default of a table is the state of its editor.
			.filter(([, { kind }]) => kind !== 'rows' && kind !== 'columns')
			.map(([name, field]) => [name, formDefault(name, field)]),
	),
	...values,
});

/**
 * The input of an operation for values that a user enters.
 * @throws PackError if the values are invalid
 */
export function readForm(found: NamedOperation, values: IDataObject): IDataObject {
	const { operation } = found;
	const completed = withFormDefaults(found, values);
	const collections: IDataObject = Object.fromEntries(
		collectionsPerItem.map((collection) => {
			const fields = fieldsIn(operation, collection);
			return [
				collection,
				Object.fromEntries(Object.entries(values).filter(([name]) => name in fields)),
			];
		}),
	);
	return readInput(operation, (path, fallback) => {
		const name = path.split('.').at(-1)!;
		return completed[name] ?? collections[name] ?? fallback;
	});
}

/** Whether the node accepts the values. If not, it sends no request. */
export function isAccepted(found: NamedOperation, values: IDataObject): boolean {
	try {
		readForm(found, values);
		return true;
	} catch (error) {
		if (error instanceof PackError) return false;
		throw error;
	}
}

function formDefault(name: string, field: Field): IDataObject[string] {
	const { default: value } = parameterOf(name, field);
	return (field.kind === 'id' ? (value as IDataObject).value : value) as IDataObject[string];
}
