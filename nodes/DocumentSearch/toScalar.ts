/** Values of filters and boost rules: text, a number or a boolean. */
import { dateToIso, rejectField, validate } from '../engine';

/** Choices of Value Type. */
export const valueTypes = { text: 'As Given', number: 'Number', boolean: 'Boolean' } as const;

/**
 * Converts a value from the form to the given type. As Given keeps the type of the value: a value
 * that the user enters is text, and an expression can also return a number or a boolean.
 * @throws PackError with the label of the field
 */
export function toScalar(
	value: unknown,
	type: string | undefined,
	label: string,
): string | number | boolean {
	if (type === 'number') return validate({ kind: 'number', label }, value) as number;
	if (type === 'boolean') return validate({ kind: 'flag', label }, value) as boolean;
	if (typeof value === 'boolean' || (typeof value === 'number' && !isRounded(value))) return value;
	const given = dateToIso(value);
	if (given === undefined || typeof given === 'object')
		return rejectField({ label }, 'must be text, a number, true or false', value);
	return validate({ kind: 'text', label }, given) as string;
}

/** Whether the number is an integer that has lost digits. */
const isRounded = (value: number): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);
