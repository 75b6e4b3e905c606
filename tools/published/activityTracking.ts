/**
 * Activity Tracking: Strava's Swagger description. Strava publishes it in many files outside of a
 * repository, so that it has no revisions. tryAGI/Strava collects them in one file.
 */
import { activityTracking } from '../../nodes/ActivityTracking/service';
import {
	referencedSchemas,
	requestsOf,
	type DescriptionSource,
	type PublishedOperation,
} from './extract';
import { openApiOperations, openApiSchema, type OpenApi } from './openApi';

export const activityTrackingSource: DescriptionSource = {
	service: activityTracking,
	async extract(open) {
		const { read, ...source } = await open('tryAGI/Strava');
		// An ES module, which CommonJS can only import at run time.
		const { upgrade } = await import('@scalar/openapi-upgrader');
		const swagger = parseSwagger(await read('src/libs/Strava/openapi.yaml'));
		const description = upgrade(swagger, '3.0') as unknown as OpenApi;
		const found = openApiOperations(description, requestsOf(activityTracking));
		const operations = Object.fromEntries(
			Object.entries(found).map(([request, operation]) => [request, completed(operation)]),
		);
		return {
			sources: [{ ...source, license: 'MIT' }],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
};

type Operation = { parameters?: ReadonlyArray<{ in?: string }>; consumes?: readonly string[] };

interface Swagger {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/**
 * Parses the file, which contains JSON in spite of its name. Some references in it lack the part
 * `definitions/`, and forms lack their media type.
 */
function parseSwagger(text: string): Swagger {
	const swagger = JSON.parse(text.replaceAll(/"#\/(?=Timed\w+")/g, '"#/definitions/')) as Swagger;
	for (const operation of Object.values(swagger.paths).flatMap((item) => Object.values(item)))
		if (operation.parameters?.some((one) => one.in === 'formData'))
			operation.consumes ??= ['application/x-www-form-urlencoded'];
	return swagger;
}

/**
 * A form with a required field is required. The documentation of Strava describes page numbers: the
 * page after the last one is empty.
 */
const completed = ({ requestBody, ...operation }: PublishedOperation): PublishedOperation => {
	const fields = (requestBody?.schema.required ?? []) as readonly string[];
	return {
		...operation,
		requestBody: requestBody && {
			...requestBody,
			required: requestBody.required || fields.length > 0 || undefined,
		},
		paging: operation.parameters.some(({ name }) => name === 'page')
			? { number: 'page' }
			: undefined,
	};
};
