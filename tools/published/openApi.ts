/** Reads operations from an OpenAPI description. */
import { resolve } from '../openApi/dereference';
import type { DocumentOperation, OpenApiDocument, Parameter, Schema } from '../openApi/document';
import {
	toJsonSchema,
	withoutPlaceholderNames,
	type PublishedEvent,
	type PublishedOperation,
	type PublishedParameter,
	type PublishedResponse,
	type Schema as JsonSchema,
} from './extract';

export interface OpenApi extends OpenApiDocument {
	/** By name of the event and the action. GitHub's descriptions use the name of OpenAPI 3.0. */
	readonly 'x-webhooks'?: Readonly<Record<string, { readonly post: OpenApiWebhook }>>;
}

interface OpenApiWebhook {
	readonly requestBody: { readonly content: Readonly<Record<string, { schema: Schema }>> };
	readonly 'x-github': {
		readonly subcategory: string;
		readonly 'supported-webhook-types': readonly string[];
	};
}

type Response = NonNullable<DocumentOperation['responses']>[string];

const methods = ['get', 'put', 'post', 'patch', 'delete', 'head'] as const;

/** Reads the operations of an OpenAPI description that the pack has. */
export function openApiOperations(
	description: OpenApi,
	requests: readonly string[],
): Record<string, PublishedOperation> {
	const wanted = new Set(requests.map(withoutPlaceholderNames));
	return Object.fromEntries(
		Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
			methods
				.map((method) => [`${method.toUpperCase()} ${path}`, item[method]] as const)
				.filter(([request]) => wanted.has(withoutPlaceholderNames(request)))
				.flatMap(([request, operation]) =>
					operation ? [[request, readOperation(description, operation, item.parameters)]] : [],
				),
		),
	);
}

/** A schema of an OpenAPI description, as JSON Schema. */
export function openApiSchema({ components }: OpenApi, name: string): JsonSchema {
	const schema = (components?.schemas as Record<string, Schema>)[name];
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
function actionsIn(description: OpenApi, schema: Schema): string[] {
	const { oneOf, anyOf, properties } = resolve(description, schema);
	return (
		(oneOf ?? anyOf)?.flatMap((one) => actionsIn(description, one)) ??
		((properties?.action?.enum ?? []) as string[])
	);
}

/** Properties without a value are undefined, and missing in the file. */
function readOperation(
	description: OpenApi,
	{ parameters = [], requestBody, responses = {}, deprecated }: DocumentOperation,
	shared: readonly Parameter[] = [],
): PublishedOperation {
	const received = Object.entries(responses).map(
		([status, response]) => [status, resolve(description, response)] as const,
	);
	const published = received
		// 302 redirects to a file. Other redirects, such as those of renamed records, have no result.
		.filter(([status]) => /^(2\d\d|302)$/.test(status))
		.map(([status, response]) => [status, readResponse(description, response)]);
	const { required, content = {} } = resolve(description, requestBody ?? {});
	const [[contentType, { schema }] = ['', {}]] = Object.entries(content);
	const hasLink = received.some(([, { headers = {} }]) => 'Link' in headers);
	return {
		parameters: [...shared, ...parameters].map((one) => readParameter(resolve(description, one))),
		requestBody: requestBody && {
			required: required || undefined,
			contentType,
			schema: toJsonSchema(schema),
		},
		responses: Object.fromEntries(published) as Record<string, PublishedResponse>,
		deprecated: deprecated || undefined,
		paging: hasLink ? 'link' : undefined,
	};
}

const readParameter = ({ name, in: place, required, explode, schema }: Parameter) => ({
	name,
	in: place as PublishedParameter['in'],
	required: required || undefined,
	explode: explode === false ? explode : undefined,
	schema: toJsonSchema(schema),
});

function readResponse(description: OpenApi, { content = {} }: Response): PublishedResponse {
	const { schema, example, examples = {} } = content['application/json'] ?? {};
	if (schema === undefined) return {};
	const [first] = Object.values(examples);
	const value = first && resolve(description, first).value;
	return { schema: toJsonSchema(schema), example: example ?? value };
}
