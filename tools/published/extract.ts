/**
 * The format of test/contract/published/*.json: the part of a published API description that the
 * contract tests compare with the pack. A subset of OpenAPI 3.1 without prose.
 */
import { readFileSync } from 'node:fs';
import { allFieldsOf, type Service } from '../../nodes/engine/describe';
import { operationsOf, pageName } from '../generate/operationList';
import { printJson } from '../generate/printJson';
import { inRoot } from '../system/paths';
import type { OpenRepository } from './downloads';

export type Schema = Readonly<Record<string, unknown>>;

export interface PublishedParameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header';
	readonly required?: boolean;
	/** False if several values are sent in one parameter, separated by commas. */
	readonly explode?: false;
	readonly schema: Schema;
}

export interface PublishedBody {
	readonly required?: boolean;
	readonly contentType: string;
	readonly schema: Schema;
}

export interface PublishedResponse {
	/** Not set if the response has no body. */
	readonly schema?: Schema;
	readonly example?: unknown;
}

/** How a list continues: by the Link header, by a cursor in the response, or by page number. */
export type PublishedPaging =
	| 'link'
	| {
			readonly cursor: string;
			/** Path of the cursor of the next page in the response. */
			readonly next: string;
	  }
	| {
			/** Query parameter of the page number. The page after the last one is empty. */
			readonly number: string;
	  };

export interface PublishedOperation {
	readonly parameters: readonly PublishedParameter[];
	readonly requestBody?: PublishedBody;
	readonly responses: Readonly<Record<string, PublishedResponse>>;
	readonly deprecated?: true;
	readonly paging?: PublishedPaging;
}

export interface PublishedEvent {
	/** Values of the field `action`. Empty if the event has no such field. */
	readonly actions: readonly string[];
	/** Kinds of webhooks that receive the event, such as `repository`. */
	readonly webhooks: readonly string[];
}

export interface SourceRevision {
	readonly name: string;
	readonly revision: string;
	readonly url: string;
	readonly license: string;
}

export type Description = Omit<Extract, 'generatedBy' | 'copied'>;

export interface Extract {
	readonly generatedBy: 'npm run published';
	/** Date of the copy, such as 2026-11-29. */
	readonly copied: string;
	readonly sources: readonly SourceRevision[];
	/** Operations by request line, such as `GET /repos/{owner}/{repo}`. */
	readonly operations: Readonly<Record<string, PublishedOperation>>;
	/** Schemas that the operations refer to with `#/schemas/<name>`. */
	readonly schemas: Readonly<Record<string, Schema>>;
	/** Webhook events by name. Not set if the description contains none. */
	readonly webhooks?: Readonly<Record<string, PublishedEvent>>;
}

export interface DescriptionSource {
	readonly service: Service;
	/** Reads the newest description. */
	readonly extract: (open: OpenRepository) => Promise<Description>;
}

/** The file with the extract of a service. Has the name of the service's docs page. */
export const extractFile = (service: Service): string =>
	inRoot('test', 'contract', 'published', `${pageName(service)}.json`);

/**
 * Request lines that the pack sends to a service: those of the contract data, of operations, and of
 * dropdowns. They have no query, and may occur twice.
 */
export function requestsOf(service: Service): string[] {
	const contract = JSON.parse(
		readFileSync(inRoot('test', 'contract', 'data', `${pageName(service)}.json`), 'utf8'),
	) as { operations: ReadonlyArray<{ request: string }> };
	const ofNode = operationsOf(service).flatMap(({ operation }) => [
		...(operation.request === undefined ? [] : [operation.request]),
		...Object.values(allFieldsOf(operation)).flatMap(({ lookup, columnsFrom }) => [
			...[lookup?.request ?? []].flat(),
			...(columnsFrom === undefined ? [] : [columnsFrom]),
		]),
	]);
	return [...contract.operations.map(({ request }) => request), ...ofNode].map(
		(request) => request.split('?')[0]!,
	);
}

/** A request line without the names of its placeholders, which differ between pack and provider. */
export const withoutPlaceholderNames = (request: string): string =>
	request.replace(/\{[^}]*\}/g, '{}');

/** Keys of a schema that contain prose, or no rule for the value. */
const omittedKeys = new Set([
	'description',
	'title',
	'summary',
	'externalDocs',
	'example',
	'examples',
	'discriminator',
	'xml',
]);
/** Keys of a schema whose values are schemas by name. */
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keys of a schema whose values are data. */
const dataKeys = new Set(['enum', 'const', 'default', 'required', 'type']);

/**
 * Converts a schema of OpenAPI 3.0 or 3.1 to JSON Schema without prose. References to
 * `#/components/schemas/` become references to `#/schemas/`.
 */
export const toJsonSchema = (schema: unknown): Schema => convert(schema) as Schema;

function convert(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(convert);
	if (typeof schema !== 'object' || schema === null) return schema;
	const { nullable, ...rest } = schema as Record<string, unknown>;
	const converted = Object.fromEntries(
		Object.entries(rest)
			.filter(([key]) => !omittedKeys.has(key) && !key.startsWith('x-'))
			.map(([key, value]) => [key, value === undefined ? value : convertKeyword(key, value)]),
	);
	return nullable === true ? withNull(converted) : converted;
}

function convertKeyword(key: string, value: unknown): unknown {
	if (key === '$ref') return String(value).replace('#/components/schemas/', '#/schemas/');
	if (dataKeys.has(key)) return value;
	if (schemaMaps.has(key))
		return Object.fromEntries(
			Object.entries(value as object).map(([name, inner]) => [name, convert(inner)]),
		);
	return convert(value);
}

/** A schema that also accepts null: JSON Schema has no `nullable`. */
function withNull(schema: Record<string, unknown>): Schema {
	const { type, enum: values } = schema;
	if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
	return {
		...schema,
		type: [type, 'null'],
		...(Array.isArray(values) && !values.includes(null)
			? { enum: [...(values as unknown[]), null] }
			: {}),
	};
}

/**
 * The schemas that a value refers to with `#/schemas/<name>`, directly and indirectly, sorted by
 * name.
 * @param schemaNamed returns a schema of the description
 */
export function referencedSchemas(
	value: unknown,
	schemaNamed: (name: string) => Schema,
): Record<string, Schema> {
	const found: Record<string, Schema> = {};
	const collect = (text: string): void => {
		for (const [, name] of text.matchAll(/"\$ref":"#\/schemas\/([^"]+)"/g)) {
			if (found[name!] !== undefined) continue;
			found[name!] = schemaNamed(name!);
			collect(JSON.stringify(found[name!]));
		}
	};
	collect(JSON.stringify(value));
	return sortedByKey(found);
}

const sortedByKey = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
	Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The text of an extract file: one operation or schema per line. */
export const formatExtract = ({
	copied,
	sources,
	...parts
}: Omit<Extract, 'generatedBy'>): string => {
	const sorted = Object.entries(parts).map(([name, part]) => [
		name,
		part && sortedByKey<unknown>(part),
	]);
	const head = { generatedBy: 'npm run published', copied, sources };
	return printJson({ ...head, ...(Object.fromEntries(sorted) as object) }, 2);
};
