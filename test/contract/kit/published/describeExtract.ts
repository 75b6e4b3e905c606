// Finds the operation of a request in a published API description, and checks values against its
// schemas. The local services use this too, so nothing is compiled before the first value.
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Extract, PublishedOperation, Schema } from '../../../../tools/published/extract';

export interface FoundOperation {
	/** Request line in the description. */
	readonly request: string;
	readonly operation: PublishedOperation;
	/** Decoded values of the placeholders. */
	readonly pathValues: Readonly<Record<string, string>>;
}

export interface Description {
	readonly extract: Extract;
	/** The operation that a method and a path belong to. */
	find(method: string, path: string): FoundOperation | undefined;
	/** The schema behind references, without them. */
	resolve(schema: Schema): Schema;
	/**
	 * The errors of a value. Text from a path or query may also be a number or a boolean, because a
	 * URL does not contain types.
	 */
	errors(schema: Schema, value: unknown, from: 'url' | 'body'): ErrorObject[];
}

export function describeExtract(extract: Extract): Description {
	const patterns = Object.entries(extract.operations)
		.map(([request, operation]) => ({ request, operation, pattern: patternOf(request) }))
		// A placeholder also matches fixed text, so requests with fewer placeholders come first.
		.sort((a, b) => a.request.split('{').length - b.request.split('{').length);
	const validators: Partial<Record<'url' | 'body', SchemaValidator>> = {};
	const resolve = (schema: Schema): Schema =>
		typeof schema.$ref === 'string'
			? resolve(extract.schemas[schema.$ref.replace('#/schemas/', '')]!)
			: schema;
	return {
		extract,
		find(method, path) {
			for (const { request, operation, pattern } of patterns) {
				const values = pattern.exec(`${method} ${path}`)?.slice(1);
				if (values === undefined) continue;
				const names = [...request.matchAll(/\{\+?([^}]*)\}/g)].map(([, name]) => name!);
				return {
					request,
					operation,
					pathValues: Object.fromEntries(
						names.map((name, index) => [name, decodeURIComponent(values[index]!)]),
					),
				};
			}
			return undefined;
		},
		resolve,
		errors: (schema, value, from) =>
			(validators[from] ??= schemaValidator(extract, from === 'url'))(schema, value),
	};
}

/** Matches request lines. `{name}` matches one segment of the path, `{+name}` any number. */
const patternOf = (request: string): RegExp =>
	new RegExp(
		`^${request
			.replace(/[.*?^$()|[\]\\]/g, '\\$&')
			.replace(/\{\+[^}]*\}/g, '(.+)')
			.replace(/\{[^}]*\}/g, '([^/]+)')}$`,
	);

type SchemaValidator = (schema: Schema, value: unknown) => ErrorObject[];

function schemaValidator({ schemas }: Extract, coerceTypes: boolean): SchemaValidator {
	const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, coerceTypes });
	addFormats(ajv);
	// GitHub's format of a repository with its owner.
	ajv.addFormat('repo.nwo', /^[^/\s]+\/[^/\s]+$/);
	// Adding hundreds of schemas takes longer than the rest, and few requests refer to them.
	let hasSchemas = false;
	const addSchemas = (): void => {
		if (!hasSchemas) ajv.addSchema({ $id: 'extract', schemas: absoluteReferences(schemas) });
		hasSchemas = true;
	};
	const validators = new Map<Schema, ValidateFunction>();
	return (schema, value) => {
		const known = validators.get(schema);
		if (!known && JSON.stringify(schema).includes('"$ref"')) addSchemas();
		const validate =
			known ?? ajv.compile({ type: 'object', properties: { value: absoluteReferences(schema) } });
		validators.set(schema, validate);
		// Coercion changes the object that contains the value.
		validate({ value: structuredClone(value) });
		return validate.errors ?? [];
	};
}

const absoluteReferences = <T extends object>(schema: T): T =>
	JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"extract#/')) as T;
