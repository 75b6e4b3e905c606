import type { NamedOperation } from '../../contract/kit/pack';
import { isLong } from './isLong';

/**
 * Selects operations so that all code of the operations runs, and so that every resource is included.
 * What the others have is data, such as a path and fields, which the contract tests check for all
 * operations. With TENFOLD_LONG, selects all operations.
 */
export function distinctOperations(
	operations: readonly NamedOperation[],
): readonly NamedOperation[] {
	if (isLong) return operations;
	const selected = new Set<string>();
	return operations.filter((found) => {
		// The functions of fields are those of lists in the editor, which no operation runs.
		const properties = Object.entries(found.operation).filter(
			([name]) => !/^(fields|options)$/.test(name),
		);
		const parts = [found.resource, ...sourcesIn(properties)].filter((part) => !selected.has(part));
		for (const part of parts) selected.add(part);
		return parts.length > 0;
	});
}

/**
 * The source texts of all functions in a value. Functions that the same helper creates have the same
 * text.
 */
const sourcesIn = (value: unknown): string[] =>
	typeof value === 'function'
		? [value.toString()]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(sourcesIn)
			: [];
