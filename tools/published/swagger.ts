/** Converts a Swagger 2.0 description to OpenAPI 3. */
import type { OpenApi } from './openApi';

interface SwaggerParameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header' | 'body' | 'formData';
	readonly required?: boolean;
	readonly collectionFormat?: string;
	readonly schema?: object;
}

interface SwaggerOperation {
	readonly parameters?: readonly unknown[];
	readonly responses: Readonly<Record<string, SwaggerResponse>>;
	readonly consumes?: readonly string[];
	readonly deprecated?: boolean;
}

interface SwaggerResponse {
	readonly schema?: object;
	readonly examples?: Readonly<Record<string, unknown>>;
}

export interface Swagger {
	readonly paths: Readonly<Record<string, Readonly<Record<string, SwaggerOperation>>>>;
	readonly parameters?: Readonly<Record<string, SwaggerParameter>>;
	readonly definitions: Readonly<Record<string, object>>;
}

export const toOpenApi = (swagger: Swagger): OpenApi =>
	withReplacedReferences({
		paths: mapValues(swagger.paths, (item) =>
			mapValues(item, (operation) => toOperation(swagger, operation)),
		),
		components: { schemas: swagger.definitions },
	});

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

const withReplacedReferences = <T>(value: T): T =>
	JSON.parse(JSON.stringify(value).replaceAll('"#/definitions/', '"#/components/schemas/')) as T;

function toOperation(swagger: Swagger, operation: SwaggerOperation): object {
	const parameters = (operation.parameters ?? []).map((parameter) =>
		resolveParameter(swagger, parameter),
	);
	const body = parameters.find((parameter) => parameter.in === 'body');
	const form = parameters.filter((parameter) => parameter.in === 'formData');
	return {
		parameters: parameters
			.filter((parameter) => parameter.in !== 'body' && parameter.in !== 'formData')
			.map(toParameter),
		...(body && { requestBody: toBody(body) }),
		...(form.length > 0 && { requestBody: toForm(form, operation.consumes) }),
		responses: mapValues(operation.responses, toResponse),
		...(operation.deprecated === true && { deprecated: true }),
	};
}

/** A parameter, or the one of `{ "$ref": "#/parameters/page" }`. */
function resolveParameter({ parameters = {} }: Swagger, parameter: unknown): SwaggerParameter {
	const { $ref } = parameter as { $ref?: string };
	return $ref === undefined
		? (parameter as SwaggerParameter)
		: parameters[$ref.replace('#/parameters/', '')]!;
}

/** Swagger 2 states the type of a parameter next to its name, OpenAPI 3 in a schema. */
const toParameter = ({
	name,
	in: place,
	required,
	collectionFormat,
	...schema
}: SwaggerParameter) => ({
	name,
	in: place,
	required,
	...('type' in schema && schema.type === 'array' && { explode: collectionFormat === 'multi' }),
	schema,
});

const toBody = ({ required, schema }: SwaggerParameter) => ({
	required,
	content: { 'application/json': { schema } },
});

const toForm = (
	fields: readonly SwaggerParameter[],
	[contentType = 'application/x-www-form-urlencoded']: readonly string[] = [],
) => ({
	required: fields.some(({ required }) => required),
	content: {
		[contentType]: {
			schema: {
				type: 'object',
				properties: Object.fromEntries(fields.map((field) => [field.name, toFormSchema(field)])),
				required: fields.filter(({ required }) => required).map(({ name }) => name),
			},
		},
	},
});

/** Swagger 2 has a type for files, OpenAPI 3 has none. */
function toFormSchema(field: SwaggerParameter): object {
	const { schema } = toParameter(field);
	return 'type' in schema && schema.type === 'file' ? { type: 'string', format: 'binary' } : schema;
}

const toResponse = ({ schema, examples }: SwaggerResponse) =>
	schema === undefined
		? {}
		: {
				content: {
					'application/json': { schema, example: examples?.['application/json'] },
				},
			};
