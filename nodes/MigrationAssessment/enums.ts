/** Fields whose values are the constants of an enum, which start with its name. */
import { choice, toTitleCase } from '../engine/describe';

/** The constants with their labels: `enumOf('SOURCE_TYPE', 'UPLOAD GUEST_OS_SCAN')`. */
export const enumOf = (name: string, constants: string): Record<string, string> =>
	Object.fromEntries(
		constants
			.split(' ')
			.map((constant) => [`${name}_${constant}`, toTitleCase(constant.toLowerCase())]),
	);

export const viewOf = (name: string, constants: string, description: string) =>
	choice('View', enumOf(name, constants), { description, apiName: 'view', collection: 'options' });
