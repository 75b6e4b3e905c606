/** Maps the values of a request to fields: path, query, headers and body. */
import type { Field, RequestLine } from '../../nodes/engine/describe';
import type { OpenApiDocument, Parameter } from './document';
import { reserved } from './fieldNames';
import { mapBody, mapField, type MappedField } from './fields';
import { camelCase, labelOf, singularWords, wordsOf } from './names';
import { nounOf } from './operationNames';
import { isJson } from './responses';
import { Unmapped, type Found } from './servicePlan';

/**
 * The fields of the body.
 * @throws Unmapped for a media type that cannot be sent
 */
export function bodyFields({ operation: { requestBody }, method }: Found): MappedField[] {
	const { content = {}, required = false } = requestBody ?? {};
	const types = Object.keys(content);
	if (types.length === 0 || method === 'GET') return [];
	const type = types.find(isJson);
	if (type === undefined) throw new Unmapped(`A body of type ${types[0]} is not supported`);
	return mapBody(content[type]!.schema, required || method !== 'DELETE');
}

/** Names of the headers that contain secrets, in lower case. */
export const secretHeaders = ({ components }: OpenApiDocument): string[] =>
	Object.values(components?.securitySchemes ?? {}).flatMap((scheme) =>
		scheme.in === 'header' ? [scheme.name!.toLowerCase()] : [],
	);

const ignoredHeaders = /^(?:accept|authorization|content-type|content-length|user-agent|host)$/i;

/**
 * The fields of the query and the headers.
 * @param others parameters that need no field: those of pagination, and headers with secrets
 */
export const parameterFields = (
	parameters: readonly Parameter[],
	others: readonly string[],
): MappedField[] =>
	(['query', 'header'] as const).flatMap((place) =>
		parameters
			.filter((one) => one.in === place && !(place === 'header' && ignoredHeaders.test(one.name)))
			.filter(({ name }) => !others.includes(place === 'header' ? name.toLowerCase() : name))
			.filter(({ required, deprecated }) => required || !deprecated)
			.filter(({ style }) => style !== 'deepObject')
			.map((one) => parameterField(one, place)),
	);

const parameterField = (
	{ style = 'form', explode = style === 'form', ...parameter }: Omit<Parameter, 'in'>,
	place: 'query' | 'header' | 'path',
): MappedField =>
	mapField({
		apiName: parameter.name,
		words: wordsOf(parameter.name),
		// A parameter with content is a text.
		schema: parameter.schema ?? { type: 'string' },
		place,
		commas: !explode,
		required: parameter.required,
		description: parameter.description,
		example: parameter.example,
	});

/** Names that do not say what they identify, so that the noun before them is added. */
const generic = /^(?:ids?|name|key|slug|uuid|guid|number|code|uid|[sg]id)$/;

/** The last words of names that need no `Id` after them. */
const identifying = new RegExp(`${generic.source}|^(?:login|username|email|date|version|type)$`);

/** The fields of the placeholders in a path, and the request line with their names. */
export function pathOf({ path, method, parameters }: Found): {
	pathFields: Record<string, Field>;
	request: RequestLine;
} {
	const pathFields: Record<string, Field> = {};
	const line = path.replace(/\{([^}]+)\}/g, (_, apiName: string, at: number) => {
		const parameter = parameters.find((one) => one.in === 'path' && one.name === apiName);
		const { field } = parameterField({ name: apiName, ...parameter }, 'path');
		const isId = ['text', 'integer', 'value'].includes(field.kind);
		const noun = singularWords(nounOf(path.slice(0, at)));
		const own = wordsOf(apiName);
		const words = own.length === 1 && generic.test(own[0]!) ? [...noun, ...own] : own;
		const named = isId && !identifying.test(words.at(-1)!) ? [...words, 'id'] : words;
		const wanted = camelCase(named);
		const isTaken = wanted in pathFields || reserved.has(wanted);
		const key = isTaken ? camelCase([...noun, ...named]) : wanted;
		// The label of an ID is the record.
		const ofId = named.length > 1 && named.at(-1) === 'id' ? named.slice(0, -1) : named;
		const { label, description, placeholder, choices, default: preset } = field;
		pathFields[key] = {
			kind: isId ? 'id' : choices ? 'choice' : 'text',
			label: isId ? labelOf(ofId) : label,
			choices,
			default: choices && preset,
			required: true,
			description,
			placeholder,
		};
		return `{${key}}`;
	});
	return { pathFields, request: `${method} ${line}` as RequestLine };
}
