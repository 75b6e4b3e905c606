// Values for fields whose format only the description states: JSON, and texts such as UUIDs.
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Field } from '../../../../nodes/engine/describe';
import type { Schema } from '../../../../tools/published/extract';
import type { NamedOperation } from '../pack';
import { isValid } from '../sampleInput';
import type { Description } from './description';
import { exampleOf } from './exampleOf';

/** Values by field, made from the schemas of the parameters and properties that the fields send. */
export function describedValues(
	description: Description,
	{ operation }: NamedOperation,
): IDataObject {
	const { method = '', path: template = '' } = operation;
	const path = template.replace(/\{\w+\}/g, 'value');
	const found =
		description.find(method, path) ?? description.find(method, withAutoscaleBelowServices(path));
	if (!found) return {};
	const { parameters, requestBody } = found.operation;
	const schemaOf = (name: string): Schema | undefined =>
		parameters.find((parameter) => parameter.name === name)?.schema ??
		propertyAt(description, requestBody?.schema, name === '' ? [] : name.split('.'));
	return Object.fromEntries(
		Object.entries(allFieldsOf(operation)).flatMap(([name, field]) => {
			const schema = schemaOf(field.apiName ?? name);
			if (!schema || !hasFormat(field, description.resolve(schema))) return [];
			const example = validExample(description, schema) as IDataObject[string];
			// A choice in a row can be stricter than the description.
			return isValid(field, example) ? [[name, example]] : [];
		}),
	);
}

const hasFormat = ({ kind, placeholder, rule }: Field, { format, type }: Schema): boolean =>
	kind === 'json' ||
	// The rows of the form can be the properties of an object.
	(kind === 'rows' && type !== 'object') ||
	(format !== undefined && placeholder === undefined && !rule && ['text', 'secret'].includes(kind));

/**
 * The path of an Instance Cloud request in the provider's API, which has autoscale below services.
 * The specification has it as a separate category.
 */
const withAutoscaleBelowServices = (path: string): string =>
	path.replace(/^\/autoscale(\/[^/]+)?/, '/services$1/autoscale');

/** Deeply nested examples end with empty objects, which may lack required properties. */
function validExample(description: Description, schema: Schema): unknown {
	const full = exampleOf(description, { schema });
	return description.errors(schema, full, 'body').length === 0
		? full
		: exampleOf(description, { schema }, 'minimal');
}

/** The schema of a nested property. If the schema is a list, the properties are in its entries. */
function propertyAt(
	description: Description,
	schema: Schema | undefined,
	path: readonly string[],
): Schema | undefined {
	if (schema === undefined) return undefined;
	const resolved = description.resolve(schema);
	const [name, ...rest] = path;
	if (name === undefined) return resolved;
	const properties = (resolved.properties ?? {}) as Readonly<Record<string, Schema>>;
	const parts: Schema[] = ['allOf', 'anyOf', 'oneOf', 'items'].flatMap(
		(key) => (resolved[key] ?? []) as Schema[],
	);
	return properties[name]
		? propertyAt(description, properties[name], rest)
		: parts.map((part) => propertyAt(description, part, path)).find((found) => found);
}
