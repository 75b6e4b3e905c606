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
import { openApiOperations, openApiSchema } from './openApi';
import { toOpenApi, type Swagger } from './swagger';

export const activityTrackingSource: DescriptionSource = {
	service: activityTracking,
	async extract(open) {
		const { read, ...source } = await open('tryAGI/Strava');
		const description = toOpenApi(parseSwagger(await read('src/libs/Strava/openapi.yaml')));
		const operations = withPaging(openApiOperations(description, requestsOf(activityTracking)));
		return {
			sources: [{ ...source, license: 'MIT' }],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
};

/**
 * Parses the file, which contains JSON in spite of its name. Some references in it lack the part
 * `definitions/`.
 */
const parseSwagger = (text: string): Swagger =>
	JSON.parse(text.replaceAll(/"#\/(?=Timed\w+")/g, '"#/definitions/')) as Swagger;

/** The documentation of Strava describes page numbers: the page after the last one is empty. */
const withPaging = (operations: Readonly<Record<string, PublishedOperation>>) =>
	Object.fromEntries(
		Object.entries(operations).map(([request, operation]) => [
			request,
			operation.parameters.some(({ name }) => name === 'page')
				? { ...operation, paging: { number: 'page' } }
				: operation,
		]),
	);
