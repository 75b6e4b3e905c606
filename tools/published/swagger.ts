/** Converts a Swagger 2.0 description to OpenAPI 3. */
import type { OpenApi } from './openApi';

interface SwaggerParameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header' | 'body' | 'formData';
	readonly required?: boolean;
	readonly collectionFormat?: string;
	readonly type?: string;
	readonly schema?: object;
}

interface SwaggerOperation {
	readonly parameters?: readonly unknown[];
	readonly responses: Readonly<
		Record<string, { schema?: object; examples?: Readonly<Record<string, unknown>> }>
	>;
	readonly consumes?: readonly string[];
	readonly deprecated?: boolean;
}

export interface Swagger {
	readonly paths: Readonly<Record<string, Readonly<Record<string, SwaggerOperation>>>>;
	readonly parameters?: Readonly<Record<string, SwaggerParameter>>;
	readonly definitions: Readonly<Record<string, object>>;
}

const json = 'application/json';

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
	Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

export function toOpenApi({ paths, parameters, definitions }: Swagger): OpenApi {
	const description = {
		paths: mapValues(paths, (item) =>
			mapValues(item, (operation) => toOperation(operation, parameters ?? {})),
		),
		components: { schemas: definitions },
	};
	return JSON.parse(
		JSON.stringify(description).replaceAll('"#/definitions/', '"#/components/schemas/'),
	) as OpenApi;
}

function toOperation(
	{ parameters: listed = [], responses, consumes, deprecated }: SwaggerOperation,
	shared: NonNullable<Swagger['parameters']>,
): object {
	// A parameter can refer to a shared one, as in `{ "$ref": "#/parameters/page" }`.
	const parameters = listed.map((parameter) => {
		const { $ref } = parameter as { $ref?: string };
		return $ref ? shared[$ref.replace('#/parameters/', '')]! : (parameter as SwaggerParameter);
	});
	const body = parameters.find((parameter) => parameter.in === 'body');
	const form = parameters.filter((parameter) => parameter.in === 'formData');
	return {
		parameters: parameters
			.filter((parameter) => parameter !== body && !form.includes(parameter))
			.map(toParameter),
		...(body && {
			requestBody: { required: body.required, content: { [json]: { schema: body.schema } } },
		}),
		...(form.length > 0 && {
			requestBody: {
				required: form.some(({ required }) => required),
				content: {
					[consumes?.[0] ?? 'application/x-www-form-urlencoded']: { schema: formSchema(form) },
				},
			},
		}),
		responses: mapValues(responses, ({ schema, examples }) =>
			schema ? { content: { [json]: { schema, example: examples?.[json] } } } : {},
		),
		...(deprecated === true && { deprecated }),
	};
}

/** Swagger 2 states the type of a parameter next to its name, OpenAPI 3 in a schema. */
const toParameter = ({
	name,
	in: at,
	required,
	collectionFormat,
	...schema
}: SwaggerParameter) => ({
	name,
	in: at,
	required,
	...(schema.type === 'array' && { explode: collectionFormat === 'multi' }),
	schema,
});

const formSchema = (fields: readonly SwaggerParameter[]) => ({
	type: 'object',
	properties: Object.fromEntries(
		fields.map((field) => [
			field.name,
			// Swagger 2 has a type for files, OpenAPI 3 has none.
			field.type === 'file' ? { type: 'string', format: 'binary' } : toParameter(field).schema,
		]),
	),
	required: fields.filter(({ required }) => required).map(({ name }) => name),
});
