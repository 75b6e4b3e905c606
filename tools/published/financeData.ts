/**
 * Finance Data: Rutter's OpenAPI description of version 2023-03-14, as stored with the client that
 * Speakeasy generated from it. Newer versions are not published as a description.
 */
import { parse } from 'yaml';
import { financeData } from '../../nodes/FinanceData/service';
import { referencedSchemas, requestsOf, type DescriptionSource } from './extract';
import { openApiOperations, openApiSchema, type OpenApi } from './openApi';

export const financeDataSource: DescriptionSource = {
	service: financeData,
	async extract(downloads) {
		const { read, ...source } = await downloads.repository('speakeasy-sdks/rutter-ts');
		const description = normalize(parse(await read('rutter.yaml')) as OpenApi);
		const operations = openApiOperations(description, requestsOf(financeData));
		return {
			sources: [{ ...source, license: 'MIT' }],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
};

/**
 * The description writes `/accounts/:id` instead of `/accounts/{id}`, and refers to properties of
 * schemas. An extract contains only complete schemas.
 */
function normalize(description: OpenApi): OpenApi {
	const paths = Object.entries(description.paths).map(([path, item]) => [
		path.replace(/:(\w+)/g, '{$1}'),
		inlineProperties(item, description),
	]);
	return { ...description, paths: Object.fromEntries(paths) as OpenApi['paths'] };
}

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
