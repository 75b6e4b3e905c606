// Answers GraphQL requests according to a published schema. Values that the service does not have are
// made up.

import {
	buildSchema,
	getNamedType,
	graphql,
	isLeafType,
	isListType,
	type GraphQLFieldResolver,
	type GraphQLSchema,
	type GraphQLTypeResolver,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { inRoot } from '../../../tools/system/paths';
import type { Fields } from './records';

const samples: Readonly<Record<string, unknown>> = {
	Boolean: false,
	DateTime: '2026-01-31T08:00:00Z',
	Int: 12345,
	URI: 'https://example.com/record',
};

/**
 * A property of the record, which can be a function of the arguments. Otherwise the value of the
 * argument or the input with the name of the field, or a made-up one.
 */
const fieldResolver: GraphQLFieldResolver<Fields, unknown> = (source, args, _context, info) => {
	const { input, ...others } = args as Fields;
	const given = { ...others, ...(input as Fields | undefined) };
	const property = source[info.fieldName];
	const value: unknown = typeof property === 'function' ? property(given) : property;
	if (value !== undefined) return value;
	const type = getNamedType(info.returnType);
	if (isLeafType(type)) return samples[type.name] ?? `a ${type.name}`;
	const record = { ...(info.path.prev && source), ...given };
	return isListType(info.returnType) ? [record] : record;
};

const typeResolver: GraphQLTypeResolver<unknown, unknown> = (_value, _context, info, type) =>
	info.schema.getPossibleTypes(type)[0]?.name;

/** The part of GitHub's schema that the node and its tests use. */
export const codeHostingSchema = (): GraphQLSchema =>
	buildSchema(readFileSync(inRoot('test/contract/published/code-hosting.graphql'), 'utf8'));

export interface GraphQlRequest {
	query: string;
	variables?: Record<string, unknown>;
}

/**
 * Responds as GitHub does: the extensions of an error are properties of it.
 * @param rootValue the properties of the root, see `fieldResolver`
 */
export async function answerGraphQl(
	schema: GraphQLSchema,
	{ query: source, variables: variableValues }: GraphQlRequest,
	rootValue: Fields = {},
): Promise<object> {
	const options = { schema, source, variableValues, rootValue, fieldResolver, typeResolver };
	const { data, errors } = await graphql(options);
	return {
		data,
		errors: errors?.map(({ extensions, path, locations, message }) => ({
			...extensions,
			path,
			locations,
			message,
		})),
	};
}
