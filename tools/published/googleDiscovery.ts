/** Google's discovery documents, from the repository of the Python client, which contains all. */
import type { Service } from '../../nodes/engine/describe';
import type {
	DescriptionSource,
	PublishedBody,
	PublishedOperation,
	Schema,
	SourceRevision,
} from './extract';
import { referencedSchemas, requestsOf, toJsonSchema, withoutPlaceholderNames } from './extract';
import {
	describedConstraints,
	formatConstraints,
	isDescribedAsRequired,
} from './googleConstraints';

const repository = 'googleapis/google-api-python-client';

interface DiscoverySchema {
	readonly $ref?: string;
	readonly type?: string;
	readonly format?: string;
	readonly description?: string;
	readonly minimum?: string;
	readonly maximum?: string;
	readonly items?: DiscoverySchema;
	readonly properties?: Readonly<Record<string, DiscoverySchema>>;
	readonly additionalProperties?: DiscoverySchema;
	/** The methods whose requests require the property. */
	readonly annotations?: { readonly required?: readonly string[] };
}

interface DiscoveryParameter extends DiscoverySchema {
	readonly location: 'path' | 'query';
	readonly required?: boolean;
	readonly repeated?: boolean;
}

interface DiscoveryMethod {
	readonly id: string;
	readonly httpMethod: string;
	/** The path with one placeholder per segment. */
	readonly flatPath: string;
	readonly parameters?: Readonly<Record<string, DiscoveryParameter>>;
	readonly request?: DiscoverySchema;
	readonly response?: DiscoverySchema;
	readonly deprecated?: true;
	readonly supportsMediaDownload?: true;
}

interface DiscoveryResource {
	readonly methods?: Readonly<Record<string, DiscoveryMethod>>;
	readonly resources?: Readonly<Record<string, DiscoveryResource>>;
}

interface DiscoveryDocument extends DiscoveryResource {
	readonly id: string;
	readonly revision: string;
	readonly schemas: Readonly<Record<string, DiscoverySchema>>;
}

export interface DiscoveryOptions {
	/** The part of the paths that belongs to the base URL of the pack's credential. */
	readonly basePath?: string;
	/**
	 * Results of long-running operations that are not in the discovery document: the name of the
	 * result's schema, by the name of the request's schema.
	 */
	readonly results?: Readonly<Record<string, string>>;
	readonly resultSource?: SourceRevision;
}

/** @param document name of the discovery document without extension */
export const googleDiscovery = (
	service: Service,
	document: string,
	options: DiscoveryOptions = {},
): DescriptionSource => ({
	service,
	async extract(open) {
		const files = await open(repository);
		const description = JSON.parse(
			await files.read(`googleapiclient/discovery_cache/documents/${document}.json`),
		) as DiscoveryDocument;
		const source = {
			name: `${description.id} in ${repository}`,
			revision: description.revision,
			url: files.url,
			license: 'Apache-2.0',
		};
		return {
			sources: [source, ...(options.resultSource ? [options.resultSource] : [])],
			...readDiscoveryDocument(description, requestsOf(service), options),
		};
	},
});

/** @param requests request lines of the operations to read */
export function readDiscoveryDocument(
	document: DiscoveryDocument,
	requests: readonly string[],
	{ basePath = '', results = {} }: DiscoveryOptions = {},
): {
	readonly operations: Record<string, PublishedOperation>;
	readonly schemas: Record<string, Schema>;
} {
	const wanted = new Set(requests.map(withoutPlaceholderNames));
	const operations = Object.fromEntries(
		methodsIn(document)
			.map((method) => [requestLine(method, basePath), method] as const)
			.filter(([line]) => wanted.has(withoutPlaceholderNames(line)))
			.map(([line, method]) => [line, toOperation(method, document, results)]),
	);
	return {
		operations,
		schemas: referencedSchemas(operations, (name) => toSchema(namedSchema(document, name))),
	};
}

/** A schema of the document. That of long-running operations does not refer to their metadata. */
function namedSchema({ schemas }: DiscoveryDocument, name: string): DiscoverySchema {
	const schema = schemas[name]!;
	return name === 'Operation' && schemas.OperationMetadata
		? { ...schema, properties: { ...schema.properties, metadata: { $ref: 'OperationMetadata' } } }
		: schema;
}

const methodsIn = ({ methods = {}, resources = {} }: DiscoveryResource): DiscoveryMethod[] => [
	...Object.values(methods),
	...Object.values(resources).flatMap(methodsIn),
];

const requestLine = ({ httpMethod, flatPath }: DiscoveryMethod, basePath: string): string =>
	`${httpMethod} ${`/${flatPath}`.replace(basePath, '')}`;

function toOperation(
	method: DiscoveryMethod,
	document: DiscoveryDocument,
	results: DiscoveryOptions['results'] & object,
): PublishedOperation {
	const { flatPath, parameters = {}, request, response, supportsMediaDownload } = method;
	const placeholders = [...flatPath.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
	const list = response && document.schemas[response.$ref!];
	const isPaged = parameters.pageToken && list?.properties?.nextPageToken;
	return {
		parameters: [
			...placeholders.map((name) => ({
				name,
				in: 'path' as const,
				required: true,
				schema: parameters[name] ? toSchema(parameters[name]) : { type: 'string' },
			})),
			...Object.entries(parameters)
				.filter(([, { location }]) => location === 'query')
				.map(([name, parameter]) => toQueryParameter(name, parameter)),
			...(supportsMediaDownload ? [mediaParameter] : []),
		],
		...(request ? { requestBody: toBody(method, request, document) } : {}),
		responses: { 200: response ? { schema: responseSchema(method, document, results) } : {} },
		...(method.deprecated ? { deprecated: true } : {}),
		...(isPaged ? { paging: { cursor: 'pageToken', next: 'nextPageToken' } } : {}),
	};
}

const toQueryParameter = (name: string, parameter: DiscoveryParameter) => ({
	name,
	in: 'query' as const,
	...(parameter.required || isDescribedAsRequired(parameter.description) ? { required: true } : {}),
	schema: parameter.repeated ? { type: 'array', items: toSchema(parameter) } : toSchema(parameter),
});

/** Selects the content of a file instead of its metadata. */
const mediaParameter = {
	name: 'alt',
	in: 'query',
	schema: { type: 'string', enum: ['json', 'media'] },
} as const;

const reference = (name: string): Schema => ({ $ref: `#/schemas/${name}` });

/**
 * The schema of a response. The schema of long-running operations does not contain the type of
 * their result, so it is added: the record for a create or update, nothing for a delete, and
 * otherwise the schema `<request>Response` (https://google.aip.dev/151).
 */
function responseSchema(
	{ httpMethod, flatPath, request, response }: DiscoveryMethod,
	{ schemas }: DiscoveryDocument,
	results: Readonly<Record<string, string>>,
): Schema {
	if (response?.$ref !== 'Operation' || httpMethod === 'GET') return toSchema(response!);
	const record = request?.$ref ?? 'Empty';
	const named = record.replace(/Request$/, 'Response');
	const result = !flatPath.includes(':') ? record : schemas[named] ? named : results[record];
	return {
		allOf: [reference('Operation')],
		properties: { ...(result === undefined ? {} : { response: reference(result) }) },
		required: ['name', 'done', 'response'],
	};
}

/**
 * A patch contains only the fields to change: none is required, and null clears a field, as in
 * every JSON encoding of a protocol buffer.
 */
function toBody(
	{ id, httpMethod }: DiscoveryMethod,
	{ $ref }: DiscoverySchema,
	{ schemas }: DiscoveryDocument,
): PublishedBody {
	const contentType = 'application/json';
	const schema = schemas[$ref!]!;
	const { required, properties, ...rest } = toSchema(schema);
	if (httpMethod === 'PATCH') {
		const nullable = mapValues(properties as Record<string, Schema>, (property) =>
			toJsonSchema({ ...property, nullable: true }),
		);
		return { contentType, schema: { ...rest, properties: nullable } };
	}
	// Some documents name the methods that require a property. The schema of such a method cannot be
	// shared with other methods.
	const requiredBy = ({ annotations }: DiscoverySchema): boolean =>
		annotations?.required?.includes(id) ?? false;
	const isAnnotated = Object.values(schemas)
		.flatMap((one) => Object.values(one.properties ?? {}))
		.some(requiredBy);
	return {
		...(isAnnotated || required !== undefined ? { required: true } : {}),
		contentType,
		schema: isAnnotated
			? toSchema(schema, { schemas, requiredBy })
			: { $ref: `#/schemas/${$ref!}` },
	};
}

/** How to convert the schemas of one method: with references replaced by the schemas themselves. */
interface Inlined {
	readonly schemas: DiscoveryDocument['schemas'];
	requiredBy(property: DiscoverySchema): boolean;
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

/** Keywords that mean the same in JSON Schema. */
const keywords = ['pattern', 'enum', 'readOnly', 'deprecated'];

/** Converts a schema to JSON Schema without prose. References become `#/schemas/<name>`. */
function toSchema(schema: DiscoverySchema, inlined?: Inlined): Schema {
	const { $ref, type, format, description, minimum, maximum } = schema;
	const { items, properties, additionalProperties } = schema;
	const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => keywords.includes(key)));
	if ($ref !== undefined)
		return { ...(inlined ? toSchema(inlined.schemas[$ref]!, inlined) : reference($ref)), ...kept };
	const convert = (inner: DiscoverySchema): Schema => toSchema(inner, inlined);
	const isRequired = (property: DiscoverySchema): boolean =>
		inlined?.requiredBy(property) ?? isDescribedAsRequired(property.description);
	const required = Object.keys(properties ?? {}).filter((name) => isRequired(properties![name]!));
	return {
		...(type === undefined || type === 'any' ? {} : { type }),
		...formatConstraints(type, format),
		...describedConstraints(type, description),
		...(minimum === undefined ? {} : { minimum: Number(minimum) }),
		...(maximum === undefined ? {} : { maximum: Number(maximum) }),
		...(items ? { items: convert(items) } : {}),
		...(properties ? { properties: mapValues(properties, convert) } : {}),
		...(required.length > 0 ? { required } : {}),
		...(additionalProperties ? { additionalProperties: convert(additionalProperties) } : {}),
		...kept,
	};
}
