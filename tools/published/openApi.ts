/** Reads operations from an OpenAPI description. */
import {
	toJsonSchema,
	withoutPlaceholderNames,
	type PublishedEvent,
	type PublishedOperation,
	type PublishedParameter,
	type PublishedResponse,
	type Schema,
} from './extract';

export interface OpenApi {
	readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
	/** By name of the event and the action. GitHub's descriptions use the name of OpenAPI 3.0. */
	readonly 'x-webhooks'?: Readonly<Record<string, { readonly post: OpenApiWebhook }>>;
}

interface OpenApiWebhook {
	readonly requestBody: { readonly content: Readonly<Record<string, Content>> };
	readonly 'x-github': {
		readonly subcategory: string;
		readonly 'supported-webhook-types': readonly string[];
	};
}

interface Content {
	readonly schema?: unknown;
	readonly example?: unknown;
	readonly examples?: Readonly<Record<string, unknown>>;
}

interface OpenApiOperation {
	readonly parameters?: readonly unknown[];
	readonly requestBody?: unknown;
	readonly responses: Readonly<Record<string, unknown>>;
	readonly deprecated?: boolean;
}

const methods = ['get', 'put', 'post', 'patch', 'delete', 'head'];

/** Reads the operations of an OpenAPI description that the pack has. */
export function openApiOperations(
	description: OpenApi,
	requests: readonly string[],
): Record<string, PublishedOperation> {
	const wanted = new Set(requests.map(withoutPlaceholderNames));
	return Object.fromEntries(
		Object.entries(description.paths).flatMap(([path, item]) =>
			methods
				.filter((method) => item[method] !== undefined)
				.map((method) => [`${method.toUpperCase()} ${path}`, method] as const)
				.filter(([request]) => wanted.has(withoutPlaceholderNames(request)))
				.map(([request, method]) => [
					request,
					readOperation(description, item[method] as OpenApiOperation, item.parameters),
				]),
		),
	);
}

/** A schema of an OpenAPI description, as JSON Schema. */
export function openApiSchema({ components }: OpenApi, name: string): Schema {
	const schema = components.schemas[name];
	if (schema === undefined) throw new Error(`The description has no schema ${name}`);
	return toJsonSchema(schema);
}

/** Reads the webhook events of a description of GitHub. */
export function openApiWebhooks(description: OpenApi): Record<string, PublishedEvent> {
	const found = new Map<string, { actions: Set<string>; webhooks: Set<string> }>();
	for (const { post } of Object.values(description['x-webhooks'] ?? {})) {
		const { subcategory, 'supported-webhook-types': kinds } = post['x-github'];
		const name = subcategory.replace(/-/g, '_');
		const event = found.get(name) ?? { actions: new Set(), webhooks: new Set() };
		found.set(name, event);
		for (const kind of kinds) event.webhooks.add(kind);
		const { schema } = Object.values(post.requestBody.content)[0]!;
		for (const action of actionsIn(description, schema)) event.actions.add(action);
	}
	return Object.fromEntries(
		[...found].map(([name, { actions, webhooks }]) => [
			name,
			{ actions: [...actions].sort(), webhooks: [...webhooks].sort() },
		]),
	);
}

/** The values of the property `action`, in all alternatives of a schema. */
function actionsIn(description: OpenApi, schema: unknown): string[] {
	const { oneOf, anyOf, properties } = resolve<{
		oneOf?: unknown[];
		anyOf?: unknown[];
		properties?: { action?: { enum?: string[] } };
	}>(description, schema);
	const alternatives = oneOf ?? anyOf;
	return alternatives
		? alternatives.flatMap((one) => actionsIn(description, one))
		: (properties?.action?.enum ?? []);
}

/** Properties without a value are undefined, and missing in the file. */
function readOperation(
	description: OpenApi,
	{ parameters = [], requestBody, responses, deprecated }: OpenApiOperation,
	pathParameters: unknown,
): PublishedOperation {
	const shared = (pathParameters ?? []) as unknown[];
	const published = Object.entries(responses)
		// 302 redirects to a file. Other redirects, such as those of renamed records, have no result.
		.filter(([status]) => /^(2\d\d|302)$/.test(status))
		.map(([status, response]) => [status, readResponse(description, response)] as const);
	const hasLink = Object.values(responses).some((response) => {
		const { headers } = resolve<{ headers?: object }>(description, response);
		return headers !== undefined && 'Link' in headers;
	});
	return {
		parameters: [...shared, ...parameters].map((one) => readParameter(resolve(description, one))),
		requestBody: requestBody ? readBody(resolve(description, requestBody)) : undefined,
		responses: Object.fromEntries(published),
		deprecated: deprecated || undefined,
		paging: hasLink ? 'link' : undefined,
	};
}

const readParameter = ({
	name,
	in: place,
	required,
	explode,
	schema,
}: Pick<PublishedParameter, 'name' | 'in' | 'required'> & {
	explode?: boolean;
	schema: unknown;
}): PublishedParameter => ({
	name,
	in: place,
	required: required || undefined,
	explode: explode === false ? explode : undefined,
	schema: toJsonSchema(schema),
});

function readBody({
	required,
	content,
}: {
	required?: boolean;
	content: Record<string, Content>;
}): PublishedOperation['requestBody'] {
	const [contentType, { schema }] = Object.entries(content)[0]!;
	return { required: required || undefined, contentType, schema: toJsonSchema(schema) };
}

function readResponse(description: OpenApi, response: unknown): PublishedResponse {
	const { content = {} } = resolve<{ content?: Record<string, Content> }>(description, response);
	const { schema, example, examples = {} } = content['application/json'] ?? {};
	if (schema === undefined) return {};
	const [first] = Object.values(examples);
	const value = first && resolve<{ value?: unknown }>(description, first).value;
	return { schema: toJsonSchema(schema), example: example ?? value };
}

/** The object behind a reference, or the object itself. */
function resolve<T>(description: OpenApi, value: unknown): T {
	const { $ref } = value as { $ref?: string };
	if ($ref === undefined) return value as T;
	const found = $ref
		.slice(2)
		.split('/')
		.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], description);
	if (found === undefined) throw new Error(`${$ref} does not exist`);
	return resolve(description, found);
}
