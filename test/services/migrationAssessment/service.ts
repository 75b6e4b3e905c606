// Local test service for migration assessment (nodes/MigrationAssessment/README.md).

import responses from '../../contract/data/responses/migration-assessment.json';
import { AccessTokens, googleServer, localCredentials } from '../kit/accessTokens';
import { Clock } from '../kit/clock';
import { DocumentedResponses } from '../kit/documentedResponses';
import { googleError } from '../kit/googleErrors';
import type { Fields } from '../kit/records';
import { pathOf } from '../kit/requestPattern';
import { startServer, type ServiceOptions } from '../kit/server';
import { Resources, type Settings } from './resources';
import { locationResponse, respond } from './routes';
import { FileStorage } from './signedUrls';

export type MigrationService = Awaited<ReturnType<typeof startMigrationService>>;

export const PROJECT = 'tenfold-local';
export const LOCATION = 'us-central1';
const documented = new DocumentedResponses(responses);

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startMigrationService({
	port,
	clock = new Clock(),
	settings: given,
}: ServiceOptions<Settings> = {}) {
	const settings: Settings = {
		operationMs: 300,
		signedMs: 3_600_000,
		signedHeaders: {},
		...given,
	};
	const resources = new Resources(clock, settings);
	const storage = new FileStorage(clock, settings);
	const server = await startServer(
		{
			...googleServer(new AccessTokens(clock)),
			name: 'migrationAssessment',
			port,
			clock,
			described: { name: 'migration-assessment', refusesUnknown: true },
			files: storage,
		},
		(app) => {
			app.get<{ Params: { project: string } }>(
				'/v1alpha1/projects/:project/locations',
				async ({ params: { project } }) => ({
					locations: [LOCATION, 'europe-west1'].map((id) =>
						locationResponse(`projects/${project}/locations/${id}`),
					),
				}),
			);
			app.all('/v1alpha1/*', async (request) => {
				const line = `${request.method} ${pathOf(request.url)}`;
				const found = documented.find(decodeURI(line));
				if (!found) throw googleError(404, `Endpoint not found: ${line}.`);
				return respond({ resources, storage, settings }, request, found.body as Fields);
			});
		},
	);
	const common = { project: PROJECT, location: LOCATION };
	const { accessToken, serviceAccount } = localCredentials(server.url);
	return {
		...server,
		settings,
		resources,
		storage,
		/** Adds a resource to the default location. */
		seed: (name: string, fields: Fields = {}) =>
			resources.put({ ...fields, name: `projects/${PROJECT}/locations/${LOCATION}/${name}` }),
		credential: { type: 'migrationAssessmentApi', data: { ...accessToken, ...common } },
		serviceAccount: {
			type: 'migrationAssessmentServiceAccountApi',
			data: { ...serviceAccount, ...common, requestedScopes: 'all' },
		},
	};
}
