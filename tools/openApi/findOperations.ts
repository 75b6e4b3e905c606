/** Finds the operations of a document, and what their names depend on. */
import { methods, type DocumentOperation, type OpenApiDocument, type Parameter } from './document';
import { singularWords, wordsOf } from './names';
import { nounOf, resourceWords, type NamedPath } from './operationNames';
import { isJson, rowsOf, successOf } from './responses';

export interface Found extends NamedPath {
	/** Request line of the document. */
	readonly source: string;
	readonly operation: DocumentOperation;
	readonly decisions: NonNullable<DocumentOperation['x-n8n']>;
	readonly parameters: readonly Parameter[];
	readonly rows?: ReturnType<typeof rowsOf>;
	readonly success: ReturnType<typeof successOf>;
	/** The words of its resource. */
	readonly resource: readonly string[];
}

/** Why an operation is not generated. */
export class Unmapped extends Error {}

/** The overlay action that decides something about an operation. */
export const overlayLine = ({ method, path }: Found, update: string): string =>
	`target: $.paths['${path}'].${method.toLowerCase()}, update: { x-n8n: ${update} }`;

export const findOperations = ({ paths = {} }: OpenApiDocument): Found[] =>
	Object.entries(paths).flatMap(([path, item]) =>
		methods.flatMap((method) =>
			item[method] ? [foundAt(path, method.toUpperCase(), item[method], item.parameters)] : [],
		),
	);

function foundAt(
	path: string,
	method: string,
	operation: DocumentOperation,
	shared: readonly Parameter[] = [],
): Found {
	const { 'x-n8n': decisions = {}, requestBody, parameters: own = [] } = operation;
	const parameters = [
		...new Map([...shared, ...own].map((one) => [`${one.in} ${one.name}`, one])).values(),
	];
	const success = successOf(operation);
	// A path that ends with a record returns this record, which may contain lists.
	const endsWithRecord = /\{[^}]+\}(?:\.json)?$/.test(path);
	const rows =
		method === 'GET' && isJson(success.mediaType) && !endsWithRecord
			? rowsOf(success.schema, nounOf(path), decisions.rows ?? decisions.paging?.rows)
			: undefined;
	return {
		source: `${method} ${path}`,
		method,
		path,
		operation,
		decisions,
		parameters,
		success,
		rows,
		isList: rows !== undefined,
		hasBody: requestBody !== undefined,
		resource: decisions.resource
			? singularWords(wordsOf(decisions.resource))
			: resourceWords(path, operation.tags?.[0]),
	};
}
