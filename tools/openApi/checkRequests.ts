/** Validates the requests that generated operations send against the document. */
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../nodes/engine/describe';
import { buildRequest } from '../../nodes/engine/plan/buildRequest';
import { validate } from '../../nodes/engine/read/validate';
import type { OpenApiDocument, Schema } from './document';
import type { OperationPlan, ServicePlan } from './servicePlan';
import { isJson } from './responses';
import { resolve } from './dereference';
import { inputOf } from './input';

/** A keyword of OpenAPI 3.0 that is left in some documents. Ajv rejects it in schemas without a type. */
const withoutNullable = (document: OpenApiDocument): OpenApiDocument =>
	JSON.parse(
		JSON.stringify(document, (key, value: unknown) =>
			key === 'nullable' && typeof value === 'boolean' ? undefined : value,
		),
	) as OpenApiDocument;

/** The problems of the requests of each operation: with all fields, and with the required ones. */
export function checkRequests(described: OpenApiDocument, { operations }: ServicePlan): string[] {
	const document = withoutNullable(described);
	const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
	addFormats(ajv);
	const problemsWith = (schema: Schema | undefined, value: unknown): string[] => {
		if (schema === undefined) return [];
		let check;
		try {
			check = ajv.compile({
				components: document.components,
				'x-ext': (document as { 'x-ext'?: unknown })['x-ext'],
				...schema,
			} as object);
		} catch (error) {
			return [`the schema is invalid: ${(error as Error).message}`];
		}
		check(value);
		return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
	};
	return operations.flatMap((plan) => {
		const problems = [plan.fields, { ...plan.fields, ...plan.options }].flatMap((fields) =>
			problemsOf(document, plan, fields, problemsWith),
		);
		return problems.length === 0
			? []
			: [`${plan.source}: ${[...new Set(problems)].slice(0, 3).join('; ')}`];
	});
}

function problemsOf(
	document: OpenApiDocument,
	{ source, request, fields: required, options }: OperationPlan,
	used: Readonly<Record<string, Field>>,
	problemsWith: (schema: Schema | undefined, value: unknown) => string[],
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
	const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
		resolve(document, one),
	);
	const ofQuery = parameters
		.filter((one) => one.in === 'query')
		.flatMap(({ name, required: isRequired, schema, explode, style }) => {
			if (!(name in query))
				return isRequired && !Object.keys(query).some((key) => key.startsWith(`${name}[`))
					? [`${name} is missing`]
					: [];
			const isText = explode === false || style !== undefined || typeof query[name] === 'string';
			const type = isText && resolve(document, schema ?? {}).type;
			return type === 'array' || type === 'object'
				? []
				: problemsWith(schema, query[name]).map((problem) => `${name}${problem}`);
		});
	const { content = {} } = resolve(document, operation.requestBody ?? {});
	const type =
		Object.keys(content).find(isJson) ??
		Object.keys(content).find((one) => one.includes('urlencoded'));
	const hasFile = Object.values(used).some(({ kind }) => kind === 'file');
	return [
		...ofQuery,
		...(type === undefined || body === undefined || hasFile
			? []
			: problemsWith(resolve(document, content[type]!).schema, body)),
	];
}
