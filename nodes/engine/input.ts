/** Parameters of one item to typed, checked input. Nothing is sent before every field has passed. */
import type { IDataObject } from 'n8n-workflow';
import { checked, isHidden } from './check';
import type { Field, Fields, Operation } from './catalogue';
import { Refusal } from './refusal';

/** Reads one parameter; n8n resolves expressions, `$fromAI` and locators here. */
export type ReadParameter = (name: string, fallback?: unknown) => unknown;

/**
 * Reads the fields and options of an operation.
 * A field that was left unset is absent from the result, so that it is not sent.
 * @throws Refusal naming the field that is missing or wrong
 */
export function readInput(operation: Operation, read: ReadParameter): IDataObject {
	const input: IDataObject = {};
	for (const [name, field] of Object.entries(operation.fields)) {
		if (isHidden(field, input)) continue;
		put(input, name, field, read(name));
	}
	const options = (read('options', {}) ?? {}) as IDataObject;
	for (const [name, field] of Object.entries(operation.options)) {
		if (name in options) put(input, name, field, field.kind === 'id' ? read(`options.${name}`) : options[name], true);
	}
	const wrong = operation.check?.(input);
	if (wrong) {
		const field: Field | undefined = operation.fields[wrong.field] ?? operation.options[wrong.field];
		throw new Refusal(`${field?.label ?? wrong.field} ${wrong.says}`, { field: field?.label ?? wrong.field });
	}
	return input;
}

function put(input: IDataObject, name: string, field: Field, value: unknown, optional = false): void {
	if (isUnset(field, value, optional)) {
		if (!field.required) return;
		throw new Refusal(`${field.label} is missing`, {
			field: field.label,
			hint: 'Fill the field in. Where it holds an expression, check that the expression has a value for this item.',
		});
	}
	input[name] = checked(field, value) as IDataObject[string];
}

/** Whether a person left the field alone. An empty text in Options counts as a value only where it clears something. */
function isUnset(field: Field, value: unknown, optional: boolean): boolean {
	if (value === undefined || value === null) return true;
	if (value === '' || (Array.isArray(value) && value.length === 0)) return !(optional && field.clearable);
	return false;
}

/** Fields of an operation under their labels, for messages and documentation. */
export const fieldsOf = (operation: Operation): Fields => ({ ...operation.fields, ...operation.options });
