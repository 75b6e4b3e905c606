/** A complete published description, before it is reduced to the requests of the pack. */
import {
	referencedSchemas,
	withoutPlaceholderNames,
	type PublishedOperation,
	type Schema,
} from './extract';

export interface Description {
	readonly operations: Readonly<Record<string, PublishedOperation>>;
	readonly schemas: Readonly<Record<string, Schema>>;
}

/** The operations with these request lines, and the schemas that they refer to. */
export function selectRequests(
	requests: readonly string[],
	{ operations, schemas }: Description,
): Description {
	const wanted = new Set(requests.map(withoutPlaceholderNames));
	const selected = Object.fromEntries(
		Object.entries(operations).filter(([request]) => wanted.has(withoutPlaceholderNames(request))),
	);
	return {
		operations: selected,
		schemas: referencedSchemas(selected, (name) => {
			const schema = schemas[name];
			if (schema === undefined) throw new Error(`The description has no schema ${name}`);
			return schema;
		}),
	};
}
