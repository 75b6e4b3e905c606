/** The object that an item refers to, for error messages. */
import { allFieldsOf, type Call, toText } from '../engine/describe';
import { inputOf } from './requestBody';
import { referenceProblem } from './targets';

/**
 * Names the object that an item refers to: `Instance my-app`. Undefined if the item refers to
 * several objects, because the service does not report which of them it could not find.
 */
export function referencedObject(call: Call<unknown>): string | undefined {
	const input = inputOf(call);
	const [first, ...others] = Object.entries(allFieldsOf(call.operation)).filter(
		([name, field]) => field.rule === referenceProblem && input[name] !== undefined,
	);
	if (!first || others.length > 0) return undefined;
	const [name, { label }] = first;
	return `${label} ${toText(input[name])}`;
}
