/** Finds the operations of a document, and what their names depend on. */
import {
	methods,
	type Body,
	type DocumentOperation,
	type OpenApiDocument,
	type Parameter,
} from './document';
import { singularWords, wordsOf } from './names';
import { nounOf, resourceWords, type NamedPath } from './operationNames';
import { isPaged } from './paging';
import { isJson, rowsOf, successOf } from './responses';
import { resolve, resolveSchema } from './schema';

export interface Found extends NamedPath {
	/** Request line of the document. */
	readonly source: string;
	readonly operation: DocumentOperation;
	readonly decisions: NonNullable<DocumentOperation['x-n8n']>;
	readonly parameters: readonly Parameter[];
	/** The query parameters. Of a POST request, the properties of the body. */
	readonly pagingParameters: readonly Parameter[];
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

export const findOperations = (document: OpenApiDocument): Found[] =>
	Object.entries(document.paths ?? {}).flatMap(([path, reference]) => {
		const item = resolve(document, reference);
		return methods.flatMap((method): Found[] => {
			if (item[method] === undefined) return [];
			// Some documents have one file per operation.
			const operation = resolve(document, item[method] as DocumentOperation);
			const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
				.map((one) => resolve(document, one))
				.map((one) => [`${one.in} ${one.name}`, one] as const);
			const success = successOf(document, operation);
			const decisions = operation['x-n8n'] ?? {};
			const query = [...new Map(parameters).values()].filter((one) => one.in === 'query');
			const pagingParameters = method === 'get' ? query : bodyProperties(document, operation);
			const isList =
				(method === 'get' ||
					decisions.paging !== undefined ||
					(method === 'post' && isPaged(pagingParameters))) &&
				success.mediaType !== undefined &&
				isJson(success.mediaType) &&
				!endsWithRecord(path);
			const rows = isList
				? rowsOf(document, success.schema, nounOf(path), decisions.rows ?? decisions.paging?.rows)
				: undefined;
			const tag = operation.tags?.[0];
			return [
				{
					source: `${method.toUpperCase()} ${path}`,
					method: method.toUpperCase(),
					path,
					tag,
					operationId: operation.operationId,
					operation,
					decisions,
					parameters: [...new Map(parameters).values()],
					pagingParameters,
					success,
					rows,
					isList: rows !== undefined,
					hasBody: operation.requestBody !== undefined,
					resource: decisions.resource
						? singularWords(wordsOf(decisions.resource))
						: resourceWords({ path, tag }),
				},
			];
		});
	});

const bodyProperties = (
	document: OpenApiDocument,
	{ requestBody = {} }: DocumentOperation,
): Parameter[] => {
	const { content = {} } = resolve<Body>(document, requestBody);
	const type = Object.keys(content).find(isJson) ?? '';
	const { properties = {} } = resolveSchema(document, content[type]?.schema);
	return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
};

/** A path that ends with a record returns this record, which may contain lists. */
const endsWithRecord = (path: string): boolean => /\{[^}]+\}(?:\.json)?$/.test(path);
