/** Validates the requests that generated operations send against the document. */
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../nodes/engine/describe';
import { buildRequest } from '../../nodes/engine/plan/buildRequest';
import { validate } from '../../nodes/engine/read/validate';
import { resolve } from './dereference';
import type { OpenApiDocument, Schema } from './document';
import { inputOf } from './input';
import { isJson } from './responses';
import type { OperationPlan, ServicePlan } from './servicePlan';

type Check = (schema: Schema | undefined, value: unknown) => string[];

/** The problems of the requests of each operation: with all fields, and with the required ones. */
export function checkRequests(described: OpenApiDocument, { operations }: ServicePlan): string[] {
	// A keyword of OpenAPI 3.0 that is left in some documents. Ajv rejects it in schemas without a type.
	const document = JSON.parse(
		JSON.stringify(described, (key, value: unknown) =>
			key === 'nullable' && typeof value === 'boolean' ? undefined : value,
		),
	) as OpenApiDocument & { 'x-ext'?: unknown };
	const { components, 'x-ext': files } = document;
	const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
	addFormats(ajv);
	const check: Check = (schema, value) => {
		if (schema === undefined) return [];
		try {
			const isValid = ajv.compile({ components, 'x-ext': files, ...schema } as object);
			isValid(value);
			return (isValid.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
		} catch (error) {
			return [`the schema is invalid: ${(error as Error).message}`];
		}
	};
	return operations.flatMap((plan) => {
		const problems = [plan.fields, { ...plan.fields, ...plan.options }].flatMap((fields) =>
			problemsOf(document, plan, fields, check),
		);
		const listed = [...new Set(problems)].slice(0, 3).join('; ');
		return listed === '' ? [] : [`${plan.source}: ${listed}`];
	});
}

function problemsOf(
	document: OpenApiDocument,
	{ source, request, fields: required, options }: OperationPlan,
	used: Readonly<Record<string, Field>>,
	check: Check,
): string[] {
	const [method, path] = source.split(' ') as [string, string];
	const item = resolve(document, document.paths![path]!);
	const operation = resolve(document, item[method.toLowerCase() as 'get']!);
	const input: IDataObject = {};
	for (const [name, field] of Object.entries(used))
		try {
			input[name] = validate(field, inputOf(field)) as IDataObject[string];
		} catch (error) {
			return [(error as Error).message];
		}
	const { query, body } = buildRequest(request, { ...required, ...options }, input);
	const ofQuery = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
		.map((one) => resolve(document, one))
		.filter((one) => one.in === 'query')
		.flatMap(({ name, required: isRequired, schema, explode, style }) => {
			const value = query[name];
			if (value === undefined) return isRequired ? [`${name} is missing`] : [];
			const isText = explode === false || style !== undefined || typeof value === 'string';
			const { type } = resolve(document, schema ?? {});
			return isText && (type === 'array' || type === 'object')
				? []
				: check(schema, value).map((problem) => `${name}${problem}`);
		});
	const { content = {} } = resolve(document, operation.requestBody ?? {});
	const types = Object.keys(content);
	const sent = types.find(isJson) ?? types.find((one) => one.includes('urlencoded'));
	return sent === undefined || body === undefined
		? ofQuery
		: [...ofQuery, ...check(resolve(document, content[sent]!).schema, body)];
}
