/**
 * Finance Data: Rutter's OpenAPI description of version 2023-03-14, as stored with the client that
 * Speakeasy generated from it. Newer versions are not published as a description.
 */
import { parse } from 'yaml';
import { financeData } from '../../nodes/FinanceData/service';
import {
	referencedSchemas,
	requestsOf,
	type DescriptionSource,
	type PublishedOperation,
} from './extract';
import { openApiOperations, openApiSchema, type OpenApi } from './openApi';

export const financeDataSource: DescriptionSource = {
	service: financeData,
	async extract(downloads) {
		const { read, ...source } = await downloads.repository('speakeasy-sdks/rutter-ts');
		const description = normalize(parse(await read('rutter.yaml')) as OpenApi);
		const operations = withPaging(openApiOperations(description, requests()));
		return {
			sources: [{ ...source, license: 'MIT' }],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
};

/** The description of the parameter `cursor` says that it is `next_cursor` of the previous page. */
const withPaging = (operations: Readonly<Record<string, PublishedOperation>>) =>
	Object.fromEntries(
		Object.entries(operations).map(([request, operation]) => [
			request,
			operation.parameters.some(({ name }) => name === 'cursor')
				? { ...operation, paging: { cursor: 'cursor', next: 'next_cursor' } }
				: operation,
		]),
	);

/** Records with attachments. The description has separate paths for each of them. */
const attachedTo = ['bills', 'expenses', 'invoices', 'journal_entries'];

const requests = (): string[] =>
	requestsOf(financeData).flatMap((request) =>
		attachedTo.map((name) => request.replace('{entityType}', name)),
	);

/**
 * Writes `/accounts/:id` as `/accounts/{id}`, adds the placeholders that the description does not
 * mention as parameters, and normalizes schemas.
 */
function normalize(description: OpenApi): OpenApi {
	const paths = Object.entries(description.paths).map(([source, item]) => {
		const path = source.replace(/:(\w+)/g, '{$1}');
		const operations = Object.entries(item).map(([method, operation]) => [
			method,
			normalizeParameters(path, operation as RutterOperation),
		]);
		return [path, inlineProperties(Object.fromEntries(operations) as object, description)] as const;
	});
	return {
		paths: Object.fromEntries(paths) as OpenApi['paths'],
		components: normalizeSchemas(description.components),
	};
}

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly schema: object;
}

interface RutterOperation {
	readonly parameters: readonly Parameter[];
}

function normalizeParameters(path: string, operation: RutterOperation): RutterOperation {
	const known = operation.parameters.filter((parameter) => parameter.in === 'path');
	const missing = [...path.matchAll(/\{(\w+)\}/g)]
		.map(([, name]) => name!)
		.filter((name) => !known.some((parameter) => parameter.name === name))
		.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
	return { ...operation, parameters: [...missing, ...operation.parameters.map(accessToken)] };
}

/** The description declares access tokens as UUIDs, but its examples are longer. */
const accessToken = (parameter: Parameter): Parameter =>
	parameter.name === 'access_token' ? { ...parameter, schema: { type: 'string' } } : parameter;

/** Replaces each reference to a property with the schema of the property. */
const inlineProperties = <T>(value: T, { components }: OpenApi): T =>
	JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
		const { $ref } = (inner ?? {}) as { $ref?: string };
		const [, schema, property] =
			/^#\/components\/schemas\/(\w+)\/properties\/(\w+)$/.exec($ref ?? '') ?? [];
		return schema === undefined
			? inner
			: (components.schemas[schema] as { properties: Record<string, unknown> }).properties[
					property!
				];
	}) as T;

/**
 * Corrects schemas that are invalid or that no value matches: an empty schema means that a property
 * can be anything, `exclusiveMinimum` is a number in OpenAPI 3.1, a reference next to the type null
 * can be null, and `additionalProperties: false` in a part of `allOf` rejects the properties of the
 * other parts.
 */
const normalizeSchemas = <T>(value: T): T =>
	JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
		if (key === 'additionalProperties' && inner === false) return undefined;
		if (key === 'properties')
			return Object.fromEntries(
				Object.entries(inner as object).map(([name, schema]) => [name, schema ?? {}]),
			) as unknown;
		const { $ref, type, exclusiveMinimum, minimum, ...schema } = (inner ?? {}) as Record<
			string,
			unknown
		>;
		if (typeof $ref === 'string' && Array.isArray(type)) return { anyOf: [{ $ref }, { type }] };
		return exclusiveMinimum === true ? { type, ...schema, exclusiveMinimum: minimum } : inner;
	}) as T;
