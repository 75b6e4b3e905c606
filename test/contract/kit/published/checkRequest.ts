// Compares one request with a published API description.
import type { ErrorObject } from 'ajv/dist/2020';
import type {
	PublishedOperation,
	PublishedParameter,
	Schema,
} from '../../../../tools/published/extract';
import type { RecordedRequest } from '../recordRequests';
import type { Description } from './describeExtract';

/** The parts of a request that the description covers. `url` is the path below the base URL. */
export type CheckedRequest = Pick<RecordedRequest, 'method' | 'url' | 'query' | 'headers' | 'body'>;

/**
 * The differences between a request and the description, such as `path`, `query.page unknown`,
 * `body.labels required` or `body.state enum "done"`.
 */
export function checkRequest(description: Description, request: CheckedRequest): string[] {
	const { method, url } = request;
	const found = description.find(method, url);
	if (!found) return ['path'];
	const { operation, pathValues } = found;
	const { parameters } = operation;
	return [
		...checkParameters(description, 'path', pathValues, parameters),
		...checkParameters(description, 'query', request.query, parameters),
		...checkParameters(description, 'header', request.headers, parameters),
		...checkBody(description, request.body, operation),
	];
}

/**
 * The differences between the requests of an operation and the description, sorted. `path` means
 * that the description has none of the requests.
 */
export function checkRequests(
	description: Description,
	requests: readonly CheckedRequest[],
): string[] {
	const checked = requests.map((request) => ({
		request,
		differences: checkRequest(description, request),
	}));
	const isUndescribed = checked.every(({ differences }) => differences.includes('path'));
	return [
		...new Set(
			checked.flatMap(({ request: { method, url }, differences }) =>
				differences.map((difference) =>
					difference === 'path' && !isUndescribed ? `path ${method} ${url}` : difference,
				),
			),
		),
	].sort();
}

/** Query parameters that select a page of a list, or its size. */
export const pageParameters = new Set(
	'page pageToken cursor after page_token from after_cursor per_page page_size limit'.split(' '),
);

/**
 * The described query parameters and properties of bodies that no operation sends in its requests,
 * such as `GET /issues query.owned`. Those that select a page are left out.
 * @param operations the requests of each operation
 */
export function unsentValues(
	description: Description,
	operations: ReadonlyArray<readonly CheckedRequest[]>,
): string[] {
	const unsent = new Map<string, string[]>();
	for (const requests of operations) {
		const sent = new Set(
			requests.flatMap(({ query, body }) => [
				...Object.keys(query).map((name) => `query.${name}`),
				...Object.keys(body ?? {}).map((name) => `body.${name}`),
			]),
		);
		for (const { method, url } of requests) {
			const { request, operation } = description.find(method, url) ?? {};
			if (!operation) continue;
			const described = unsent.get(request!) ?? describedValues(description, operation);
			unsent.set(
				request!,
				described.filter((name) => !sent.has(name)),
			);
		}
	}
	return [...unsent]
		.flatMap(([request, names]) => names.map((name) => `${request} ${name}`))
		.sort();
}

function describedValues(
	description: Description,
	{ parameters, requestBody }: PublishedOperation,
): string[] {
	const query = parameters.filter(
		({ in: place, name }) => place === 'query' && !pageParameters.has(name),
	);
	const schemas = requestBody ? alternatives(description, requestBody.schema) : [];
	const properties = schemas.flatMap((schema) => Object.keys(schema.properties ?? {}));
	return [
		...query.map(({ name }) => `query.${name}`),
		...new Set(properties.map((name) => `body.${name}`)),
	];
}

function checkParameters(
	description: Description,
	place: PublishedParameter['in'],
	values: Readonly<Record<string, unknown>>,
	parameters: readonly PublishedParameter[],
): string[] {
	const published = parameters.filter((parameter) => parameter.in === place);
	// Header names are case-insensitive.
	const comparable = (name: string): string => (place === 'header' ? name.toLowerCase() : name);
	const sent = new Map(
		Object.entries(values)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [comparable(name), value]),
	);
	const known = new Set(published.map(({ name }) => comparable(name)));
	return [
		...[...sent.keys()]
			.filter((name) => !known.has(name))
			.map((name) => `${place}.${name} unknown`),
		...published.flatMap((parameter) => {
			const path = `${place}.${parameter.name}`;
			const value = sent.get(comparable(parameter.name));
			if (value === undefined) return parameter.required ? [`${path} required`] : [];
			const errors = description.errors(
				parameter.schema,
				toSchemaValue(description, parameter, value),
				'url',
			);
			return describeErrors(path, errors);
		}),
	];
}

/** A value that contains several values separated by commas, as a list. */
function toSchemaValue(
	description: Description,
	{ schema, explode }: PublishedParameter,
	value: unknown,
): unknown {
	if (description.resolve(schema).type !== 'array') return value;
	if (explode === false && typeof value === 'string') return value.split(',');
	return [value].flat();
}

function checkBody(
	description: Description,
	body: unknown,
	{ requestBody }: PublishedOperation,
): string[] {
	if (!requestBody) return body === undefined ? [] : ['body unknown'];
	if (body === undefined) return requestBody.required ? ['body required'] : [];
	// A form contains only text, like a URL.
	const from = requestBody.contentType === 'application/x-www-form-urlencoded' ? 'url' : 'body';
	return [
		...unknownProperties(description, 'body', requestBody.schema, body),
		...describeErrors('body', description.errors(requestBody.schema, body, from)),
	];
}

/** Properties of a value that its schema does not mention, at any depth. */
export function unknownProperties(
	description: Description,
	path: string,
	schema: Schema,
	value: unknown,
): string[] {
	const schemas = alternatives(description, schema);
	if (Array.isArray(value)) {
		const items = schemas.find((part) => part.items !== undefined)?.items as Schema | undefined;
		if (!items) return [];
		return [
			...new Set(
				value.flatMap((entry) => unknownProperties(description, `${path}[]`, items, entry)),
			),
		];
	}
	if (typeof value !== 'object' || value === null) return [];
	const properties = Object.assign({}, ...schemas.map((part) => part.properties ?? {})) as Record<
		string,
		Schema
	>;
	const isOpen = schemas.some(
		({ additionalProperties, patternProperties }) =>
			(additionalProperties ?? false) !== false || patternProperties !== undefined,
	);
	// An object without any properties, such as the payload of an event, may contain anything.
	if (isOpen || Object.keys(properties).length === 0) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		properties[name]
			? unknownProperties(description, `${path}.${name}`, properties[name], inner)
			: [`${path}.${name} unknown`],
	);
}

/** A schema and the schemas that it is composed of. */
function alternatives(description: Description, schema: Schema): Schema[] {
	const resolved = description.resolve(schema);
	const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(
		(key) => (resolved[key] as Schema[] | undefined) ?? [],
	);
	return [resolved, ...parts.flatMap((part) => alternatives(description, part))];
}

/** Errors as short texts, each once. */
function describeErrors(path: string, errors: readonly ErrorObject[]): string[] {
	const described = errors
		// The errors of the alternatives say more.
		.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
		.map(({ instancePath, keyword, params, data }) => {
			const at = `${path}${pathOf(instancePath)}`;
			if (keyword === 'required') return `${at}.${String(params.missingProperty)} required`;
			if (keyword === 'additionalProperties')
				return `${at}.${String(params.additionalProperty)} unknown`;
			return keyword === 'enum' ? `${at} enum ${JSON.stringify(data)}` : `${at} ${keyword}`;
		});
	return [...new Set(described)];
}

/** `/value/labels/0` is `.labels[]`. */
const pathOf = (instancePath: string): string =>
	instancePath
		.split('/')
		.slice(2)
		.map((key) => (/^\d+$/.test(key) ? '[]' : `.${key}`))
		.join('');
