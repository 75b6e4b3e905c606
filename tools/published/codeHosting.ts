/** Code Hosting: GitHub's OpenAPI descriptions, as collected by Octokit. */
import { codeHosting } from '../../nodes/CodeHosting/service';
import {
	referencedSchemas,
	requestsOf,
	withoutPlaceholderNames,
	type DescriptionSource,
	type PublishedEvent,
	type PublishedOperation,
	type Schema,
} from './extract';
import { openApiOperations, openApiSchema, openApiWebhooks, type OpenApi } from './openApi';
import moreRequests from './sources.json';

/**
 * The editions, in this order: an edition adds only operations that the ones before do not have.
 */
const editions = ['api.github.com', 'ghec'];

/**
 * The requests of the node, and those that its service description does not contain, because
 * operations with their own `run` and triggers send them.
 */
const requests = (): string[] => [
	...requestsOf(codeHosting).flatMap((request) => [
		// The node has a field for each of the two commits.
		request.replace('{base}...{head}', '{basehead}'),
		// The specification identifies the repository of an environment by ID, newer versions by name.
		request.replace('/repositories/{repository_id}/', '/repos/{owner}/{repo}/'),
		// With the owner type User, projects have another path.
		request.replace(/\/orgs\/\{\w+\}\/projectsV2/, '/users/{username}/projectsV2'),
		// The name of a branch or tag is the second part of its reference.
		request.replace(/\/(?:heads|tags)\/\{\w+\}/, '/{ref}'),
	]),
	...moreRequests.codeHosting,
];

export const codeHostingSource: DescriptionSource = {
	service: codeHosting,
	async extract(open) {
		const { read, ...source } = await open('octokit/openapi');
		let missing = requests();
		const operations: Record<string, PublishedOperation> = {};
		const schemas: Record<string, Schema> = {};
		const webhooks: Record<string, PublishedEvent> = {};
		for (const edition of editions) {
			const description = JSON.parse(await read(`generated/${edition}.json`)) as OpenApi;
			for (const [name, event] of Object.entries(openApiWebhooks(description)))
				webhooks[name] ??= event;
			const found = withLongReferences(openApiOperations(description, missing));
			const added = referencedSchemas(found, (name) => openApiSchema(description, name));
			// Editions have schemas with the same name that differ.
			const prefix = edition === editions[0] ? '' : `${edition}.`;
			Object.assign(operations, withPrefix(found, prefix));
			for (const [name, schema] of Object.entries(added))
				schemas[`${prefix}${name}`] = withPrefix(schema, prefix);
			const known = new Set(Object.keys(found).map(withoutPlaceholderNames));
			missing = missing.filter((request) => !known.has(withoutPlaceholderNames(request)));
		}
		return { sources: [{ ...source, license: 'MIT' }], operations, schemas, webhooks };
	},
};

/** A reference consists of several parts, such as `heads/main`. */
const withLongReferences = <T>(operations: Readonly<Record<string, T>>): Record<string, T> =>
	Object.fromEntries(
		Object.entries(operations).map(([request, operation]) => [
			request.replace(/(\/git\/[a-z-]+)\/\{ref\}/, '$1/{+ref}'),
			operation,
		]),
	);

const withPrefix = <T>(value: T, prefix: string): T =>
	JSON.parse(
		JSON.stringify(value).replaceAll('"$ref":"#/schemas/', `"$ref":"#/schemas/${prefix}`),
	) as T;
