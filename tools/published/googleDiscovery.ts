/** Google's discovery documents, from the repository of the Python client, which contains all. */
import type { Service } from '../../nodes/engine/describe';
import type { DocumentOperation, Parameter } from '../openApi/document';
import { referencedSchemas, requestsOf } from './extract';
import type { DescriptionSource, Schema, SourceRevision } from './extract';
import {
	describedConstraints,
	formatConstraints,
	isDescribedAsRequired,
} from './googleConstraints';
import { openApiOperations, openApiSchema, type OpenApi } from './openApi';

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
	/** Of parameters. */
	readonly location?: 'path' | 'query';
	readonly required?: boolean;
	readonly repeated?: boolean;
}

type RequiredBy = (property: DiscoverySchema) => boolean;

interface DiscoveryMethod {
	readonly id: string;
	readonly httpMethod: string;
	/** The path with one placeholder per segment. */
	readonly flatPath: string;
	readonly parameters?: Readonly<Record<string, DiscoverySchema>>;
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

interface DiscoveryOptions {
	/** Name of the discovery document without extension. */
	readonly document: string;
	/** The part of the paths that belongs to the base URL of the pack's credential. */
	readonly basePath?: string;
	/**
	 * Results of long-running operations that are not in the discovery document: the name of the
	 * result's schema, by the name of the request's schema.
	 */
	readonly results?: Readonly<Record<string, string>>;
	readonly resultSource?: SourceRevision;
}

export const googleDiscovery = (
	service: Service,
	options: DiscoveryOptions,
): DescriptionSource => ({
	service,
	async extract(open) {
		const files = await open(repository);
		const discovery = JSON.parse(
			await files.read(`googleapiclient/discovery_cache/documents/${options.document}.json`),
		) as DiscoveryDocument;
		const source = {
			name: `${discovery.id} in ${repository}`,
			revision: discovery.revision,
			url: files.url,
			license: 'Apache-2.0',
		};
		const description = openApiOf(discovery, options);
		const found = openApiOperations(description, requestsOf(service));
		const operations = mapValues(found, (operation) => ({
			...operation,
			paging: operation.parameters.some(({ name }) => name === 'pageToken')
				? { cursor: 'pageToken', next: 'nextPageToken' }
				: undefined,
		}));
		return {
			sources: [source, ...[options.resultSource ?? []].flat()],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
});

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

const methodsIn = ({ methods = {}, resources = {} }: DiscoveryResource): DiscoveryMethod[] => [
	...Object.values(methods),
	...Object.values(resources).flatMap(methodsIn),
];

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** Keywords that mean the same in JSON Schema. */
const keywords = ['pattern', 'enum', 'readOnly', 'deprecated'];

/** Selects the content of a file instead of its metadata. */
const alt: Parameter = {
	name: 'alt',
	in: 'query',
	schema: { type: 'string', enum: ['json', 'media'] },
};

/** Converts the methods and schemas of a discovery document to an OpenAPI description. */
function openApiOf(
	document: DiscoveryDocument,
	{ basePath = '', results = {} }: DiscoveryOptions,
): OpenApi {
	const { schemas } = document;
	const all = Object.values(schemas).flatMap((one) => Object.values(one.properties ?? {}));

	/** @param requiredBy for a schema of one method, in which references are replaced by the schemas */
	function schemaOf(schema: DiscoverySchema, requiredBy?: RequiredBy): Schema {
		const { $ref, type, format, description, minimum, maximum } = schema;
		const { items, properties, additionalProperties } = schema;
		const convert = (inner: DiscoverySchema): Schema => schemaOf(inner, requiredBy);
		const kept = Object.entries(schema).filter(([key]) => keywords.includes(key));
		const whole = $ref && (requiredBy ? convert(schemas[$ref]!) : reference($ref));
		if (whole) return { ...whole, ...Object.fromEntries(kept) };
		const required = Object.entries(properties ?? {})
			.filter(([, one]) => requiredBy?.(one) ?? isDescribedAsRequired(one.description))
			.map(([name]) => name);
		return {
			type: type === 'any' ? undefined : type,
			...formatConstraints(type, format),
			...describedConstraints(type, description),
			...(minimum === undefined ? {} : { minimum: Number(minimum) }),
			...(maximum === undefined ? {} : { maximum: Number(maximum) }),
			items: items && convert(items),
			properties: properties && mapValues(properties, convert),
			required: required.length > 0 ? required : undefined,
			additionalProperties: additionalProperties && convert(additionalProperties),
			...Object.fromEntries(kept),
		};
	}

	/**
	 * The schema of long-running operations does not contain the type of their result, so it is added:
	 * the record for a create or update, nothing for a delete, and otherwise the schema
	 * `<request>Response` (https://google.aip.dev/151).
	 */
	function responseOf(
		{ httpMethod, flatPath, request }: DiscoveryMethod,
		response: DiscoverySchema,
	) {
		if (response.$ref !== 'Operation' || httpMethod === 'GET') return schemaOf(response);
		const record = request?.$ref ?? 'Empty';
		const named = record.replace(/Request$/, 'Response');
		const result = flatPath.includes(':') ? (schemas[named] ? named : results[record]) : record;
		return {
			allOf: [reference('Operation')],
			properties: { response: result && reference(result) },
			required: ['name', 'done', 'response'],
		};
	}

	/**
	 * A patch contains only the fields to change: none is required, and null clears a field, as in
	 * every JSON encoding of a protocol buffer. Some documents name the methods that require a property.
	 * The schema of such a method cannot be shared with other methods.
	 */
	function bodyOf({ id, httpMethod }: DiscoveryMethod, name: string) {
		const { required, properties, ...rest } = schemaOf(schemas[name]!);
		const nullable = (property: Schema): Schema => ({ ...property, nullable: true });
		if (httpMethod === 'PATCH')
			return json({
				...rest,
				properties: mapValues(properties as Record<string, Schema>, nullable),
			});
		const requiredBy: RequiredBy = ({ annotations }) =>
			annotations?.required?.includes(id) ?? false;
		return all.some(requiredBy)
			? { required: true, ...json(schemaOf(schemas[name]!, requiredBy)) }
			: { required: required !== undefined, ...json(reference(name)) };
	}

	function operationOf(method: DiscoveryMethod): DocumentOperation {
		const { flatPath, parameters = {}, request, response, supportsMediaDownload } = method;
		const inPath = Array.from(flatPath.matchAll(/\{(\w+)\}/g), ([, name]): Parameter => {
			const schema = schemaOf(parameters[name!] ?? { type: 'string' });
			return { name: name!, in: 'path', required: true, schema };
		});
		const inQuery = Object.entries(parameters)
			.filter(([, { location }]) => location === 'query')
			.map(([name, { required, repeated, ...parameter }]): Parameter => {
				const schema = schemaOf(parameter);
				return {
					name,
					in: 'query',
					required: required || isDescribedAsRequired(parameter.description),
					schema: repeated ? { type: 'array', items: schema } : schema,
				};
			});
		return {
			parameters: [...inPath, ...inQuery, ...(supportsMediaDownload ? [alt] : [])],
			requestBody: request && bodyOf(method, request.$ref!),
			responses: { 200: response ? json(responseOf(method, response)) : {} },
			deprecated: method.deprecated,
		};
	}

	const paths: Record<string, Record<string, DocumentOperation>> = {};
	for (const method of methodsIn(document)) {
		const path = `/${method.flatPath}`.replace(basePath, '');
		(paths[path] ??= {})[method.httpMethod.toLowerCase()] = operationOf(method);
	}
	const converted = mapValues(schemas, (schema) => schemaOf(schema));
	// The schema of long-running operations does not refer to their metadata.
	if (converted.OperationMetadata)
		Object.assign(converted.Operation!.properties!, { metadata: reference('OperationMetadata') });
	return {
		openapi: '3.1.0',
		info: { title: '', version: '' },
		paths,
		components: { schemas: converted },
	};
}
