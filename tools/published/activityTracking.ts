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
	async extract(downloads) {
		const { read, ...source } = await downloads.repository('tryAGI/Strava');
		// The file contains JSON in spite of its name.
		const description = toOpenApi(
			JSON.parse(await read('src/libs/Strava/openapi.yaml')) as Swagger,
		);
		const operations = withPaging(openApiOperations(description, requestsOf(activityTracking)));
		return {
			sources: [{ ...source, license: 'MIT' }],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
};

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
