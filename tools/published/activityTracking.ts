/**
 * Activity Tracking: Strava's Swagger description. Strava publishes it in many files outside of a
 * repository, so that it has no revisions. tryAGI/Strava collects them in one file.
 */
import { activityTracking } from '../../nodes/ActivityTracking/service';
import { referencedSchemas, requestsOf, type DescriptionSource } from './extract';
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
		const operations = openApiOperations(description, requestsOf(activityTracking));
		return {
			sources: [{ ...source, license: 'MIT' }],
			operations,
			schemas: referencedSchemas(operations, (name) => openApiSchema(description, name)),
		};
	},
};
