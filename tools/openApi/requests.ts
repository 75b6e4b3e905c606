/** Maps the values of a request to fields: path, query, headers and body. */
import type { RequestLine } from '../../nodes/engine/describe';
import type { Body, OpenApiDocument, Parameter } from './document';
import { reserved } from './fieldNames';
import { mapBody, mapField, type MappedField } from './fields';
import { Unmapped, type Found } from './findOperations';
import { camelCase, labelOf, pascalCase, singularWords, wordsOf } from './names';
import { nounOf } from './operationNames';
import type { OperationPlan, PlannedField } from './servicePlan';
import { isJson } from './responses';
import { resolve, resolveSchema } from './schema';

interface MappedBody {
	readonly fields: readonly MappedField[];
	readonly send?: OperationPlan['send'];
}

/** @throws Unmapped for a media type that cannot be sent */
export function bodyOf(
	document: OpenApiDocument,
	{ operation: { requestBody }, method }: Found,
): MappedBody {
	if (requestBody === undefined || method === 'GET') return { fields: [] };
	const { content = {}, required = false } = resolve<Body>(document, requestBody);
	const types = Object.keys(content);
	const find = (pattern: RegExp): string | undefined => types.find((type) => pattern.test(type));
	const fieldsOf = (type: string): MappedField[] =>
		mapBody(document, content[type]!.schema, required || method !== 'DELETE');
	const json = types.find(isJson);
	if (json !== undefined) return { fields: fieldsOf(json) };
	const form = find(/^application\/x-www-form-urlencoded$/);
	if (form !== undefined) return { fields: fieldsOf(form), send: { as: 'form' } };
	const multipart = find(/^multipart\//);
	if (multipart !== undefined) {
		const fields = fieldsOf(multipart);
		const [file, ...others] = fields.filter(({ field }) => field.kind === 'file');
		if (!file) throw new Unmapped(`A body of type ${multipart} without a file is not supported`);
		return {
			fields: fields
				.filter((one) => !others.includes(one))
				.map((one) => (one === file ? fileField(one.field.apiName!) : one)),
			send: { as: 'multipart', field: file.field.apiName! },
		};
	}
	if (find(/octet-stream|^(?:image|audio|video)\/|pdf|zip|^\*\/\*/))
		return { fields: [fileField('')], send: { as: 'file' } };
	if (types.length > 0) throw new Unmapped(`A body of type ${types[0]} is not supported`);
	return { fields: [] };
}

const fileField = (apiName: string): MappedField => ({
	words: ['input', 'binary', 'field'],
	field: {
		kind: 'file',
		label: 'Input Binary Field',
		description: 'Name of the input binary field that contains the file',
		default: 'data',
		required: true,
		apiName,
		in: 'body',
	},
});

const ignoredHeaders = /^(?:accept|authorization|content-type|content-length|user-agent|host)$/i;

/**
 * The fields of the query and the headers.
 * @param ofPaging parameters of pagination, which need no field
 */
export function parameterFields(
	document: OpenApiDocument,
	parameters: readonly Parameter[],
	ofPaging: readonly string[],
): MappedField[] {
	const secrets = Object.values(document.components?.securitySchemes ?? {}).map(
		(scheme) => `${scheme.in} ${scheme.name?.toLowerCase()}`,
	);
	const used = parameters.filter((one) => !one['x-n8n']?.omit);
	const query = used.filter(
		(one) =>
			one.in === 'query' && !ofPaging.includes(one.name) && (one.required || !one.deprecated),
	);
	const headers = used.filter(
		({ in: place, name }) =>
			place === 'header' &&
			!ignoredHeaders.test(name) &&
			!secrets.includes(`header ${name.toLowerCase()}`),
	);
	return [
		...query.flatMap((one) => queryFields(document, one)),
		...headers.map((one) => parameterField(document, one, 'header')),
	];
}

function queryFields(document: OpenApiDocument, parameter: Parameter): MappedField[] {
	const schema = resolveSchema(document, parameter.schema);
	const { name, style = 'form', explode = style === 'form', required } = parameter;
	const properties = Object.entries(schema.properties ?? {});
	if (style === 'deepObject' && properties.length > 0)
		return properties.map(([key, property]) =>
			mapField(document, {
				apiName: `${name}[${key}]`,
				words: [...wordsOf(name), ...wordsOf(key)],
				schema: property,
				place: 'query',
				required: required && schema.required?.includes(key),
			}),
		);
	return [parameterField(document, parameter, 'query', !explode)];
}

const parameterField = (
	document: OpenApiDocument,
	{ name, schema, content, required, description, example, examples = {}, ...rest }: Parameter,
	place: 'query' | 'header' | 'path',
	commas = false,
): MappedField =>
	mapField(document, {
		apiName: name,
		words: wordsOf(name),
		schema: schema ?? (content && { type: 'string' }),
		place,
		commas,
		required,
		description,
		example: example ?? Object.values(examples)[0]?.value,
		decisions: rest['x-n8n'],
	});

/** Names that do not say what they identify, so that the noun before them is added. */
const generic = /^(?:ids?|name|key|slug|uuid|guid|number|code|identifier|uid|[sg]id)$/;

/** The last words of names that need no `Id` after them. */
const identifying = new RegExp(
	`${generic.source}|^(?:login|username|email|date|version|path|type)$`,
);

/** The fields of the placeholders in a path, and the request line with their names. */
export function pathOf(
	document: OpenApiDocument,
	{ path, method, parameters }: Found,
): { pathFields: Record<string, PlannedField>; request: RequestLine } {
	const pathFields: Record<string, PlannedField> = {};
	const line = path.replace(/\{([^}]+)\}/g, (_, name: string, at: number) => {
		const parameter = parameters.find((one) => one.in === 'path' && one.name === name) ?? {
			name,
			in: 'path',
			schema: { type: 'string' },
		};
		const { field } = parameterField(document, { ...parameter, required: true }, 'path');
		const noun = singularWords(nounOf(path.slice(0, at)));
		const own = wordsOf(name);
		const words = own.length === 1 && generic.test(own[0]!) ? [...noun, ...own] : own;
		const isId = ['text', 'integer', 'value'].includes(field.kind);
		const named = isId && !identifying.test(words.at(-1)!) ? [...words, 'id'] : words;
		const isBare = named.length > 1 && named.at(-1) === 'id';
		const decisions = parameter['x-n8n'] ?? {};
		const wanted = decisions.name ?? camelCase(named);
		const key =
			wanted in pathFields || reserved.has(wanted)
				? `${camelCase(noun)}${pascalCase(named)}`
				: wanted;
		const { label, description, placeholder, choices } = field;
		pathFields[key] = isId
			? {
					kind: 'id',
					label: decisions.label ?? labelOf(isBare ? named.slice(0, -1) : named),
					required: true,
					description,
					placeholder,
					apiName: name,
				}
			: {
					...field,
					kind: choices ? 'choice' : 'text',
					label,
					minimum: undefined,
					maximum: undefined,
					in: undefined,
					apiName: name,
				};
		return `{${key}}`;
	});
	return { pathFields, request: `${method} ${line}` as RequestLine };
}
