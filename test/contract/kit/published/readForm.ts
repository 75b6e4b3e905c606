// Reads values as the node reads the form: validated, with the defaults of the form.
import type { IDataObject } from 'n8n-workflow';
import { PackError, type Field } from '../../../../nodes/engine/describe';
import { parameterOf } from '../../../../nodes/engine/form/parameter';
import { readInput } from '../../../../nodes/engine/input/readInput';
import type { NamedOperation } from '../pack';

/**
 * The input of an operation for values that a user enters.
 * @throws PackError if the values are invalid
 */
export function readForm({ operation }: NamedOperation, values: IDataObject): IDataObject {
	const { fields, options } = operation;
	const optionValues = Object.fromEntries(
		Object.entries(values).filter(([name]) => name in options),
	);
	return readInput(operation, (name, fallback) => {
		if (name === 'options') return optionValues;
		const [, option] = /^options\.(.+)$/.exec(name) ?? [];
		if (option !== undefined) return optionValues[option] ?? fallback;
		return values[name] ?? (fields[name] && formDefault(name, fields[name])) ?? fallback;
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

/** The value that n8n passes for a field that the user leaves as it is. */
function formDefault(name: string, field: Field): unknown {
	const { default: value } = parameterOf(name, field);
	return field.kind === 'id' ? (value as unknown as { value: string }).value : value;
}
