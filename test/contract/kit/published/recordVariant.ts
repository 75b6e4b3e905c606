// Records the request that an operation sends for values that a user enters in the form.
import type { IDataObject } from 'n8n-workflow';
import { readInput } from '../../../../nodes/engine/input/readInput';
import type { NamedOperation } from '../pack';
import { recordRequests, type RecordedRequest } from '../recordRequests';

/**
 * @throws PackError if the values are invalid
 */
export async function recordVariant(
	found: NamedOperation,
	values: IDataObject,
): Promise<RecordedRequest[]> {
	const { fields, options } = found.operation;
	const optionValues = Object.fromEntries(
		Object.entries(values).filter(([name]) => name in options),
	);
	const input = readInput(found.operation, (name, fallback) => {
		if (name === 'options') return optionValues;
		const [, option] = /^options\.(.+)$/.exec(name) ?? [];
		if (option !== undefined) return optionValues[option] ?? fallback;
		// Like n8n, use the default of the form for a field that is not filled in.
		return values[name] ?? fields[name]?.default ?? fallback;
	});
	return await recordRequests(found, input);
}
