// Local test service for migration assessment (nodes/MigrationAssessment/README.md).

import type { FastifyReply, FastifyRequest } from 'fastify';
import responses from '../../contract/data/responses/migration-assessment.json';
import { LOCAL_TOKEN, localCredentials } from '../kit/accessTokens';
import { DocumentedResponses } from '../kit/documentedResponses';
import { googleError } from '../kit/googleErrors';
import { startGoogleService } from '../kit/googleService';
import type { Fields } from '../kit/records';
import { pathOf } from '../kit/requestPattern';
import type { LocalService, ServiceCredential, ServiceOptions } from '../kit/server';
import { Resources, type Resource, type Settings } from './resources';
import { respond, type ResourceRequest } from './routes';
import { FileStorage, type Upload } from './signedUrls';

export interface MigrationServiceOptions extends ServiceOptions {
	settings?: Partial<Settings>;
}

export interface MigrationService extends LocalService {
	/** Can be changed while the service runs. */
	settings: Settings;
	/** URL of the server for signed URLs. */
	storageUrl: string;
	readonly records: Resource[];
	readonly uploads: Upload[];
	/** Adds a resource to the default location. */
	seed(name: string, fields?: Fields): Resource;
	readonly serviceAccount: ServiceCredential;
}

export const PROJECT = 'tenfold-local';
export const LOCATION = 'us-central1';
const LOCATION_NAME = `projects/${PROJECT}/locations/${LOCATION}`;
const LOCATIONS = [LOCATION, 'europe-west1'];
const documented = new DocumentedResponses(responses);

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startMigrationService(
	options: MigrationServiceOptions = {},
): Promise<MigrationService> {
	const settings: Settings = {
		operationMs: 300,
		signedMs: 3_600_000,
		signedHeaders: {},
		...options.settings,
	};
	const { store, ...api } = await startGoogleService(options, {
		name: 'migrationAssessment',
		described: { name: 'migration-assessment' },
		createStore: (clock) => ({
			resources: new Resources(clock, settings),
			storage: new FileStorage(clock, settings),
			settings,
		}),
		files: ({ storage }) => storage,
		routes(app, context) {
			app.get<{ Params: { project: string } }>(
				'/v1alpha1/projects/:project/locations',
				async ({ params }) => ({
					locations: LOCATIONS.map((id) =>
						locationResponse(`projects/${params.project}/locations/${id}`),
					),
				}),
			);
			app.all('/v1alpha1/*', async (request, reply) => {
				const line = `${request.method} ${pathOf(request.url)}`;
				const response = documented.find(decodeURI(line));
				if (!response) throw googleError(404, `Endpoint not found: ${line}.`);
				const [, location, path] = LOCATION_PATH.exec(pathOf(request.url)) ?? [];
				if (path === '') return locationResponse(location!);
				return respond(context, parse(request, reply, location!, path!, response.body as Fields));
			});
		},
	});
	const { resources, storage } = store;
	const common = { provider: 'other', baseUrl: api.url, project: PROJECT, location: LOCATION };
	return {
		...api,
		settings,
		storageUrl: storage.origin,
		get records() {
			return resources.all;
		},
		get uploads() {
			return [...storage.uploads.values()];
		},
		seed: (name, fields = {}) => resources.put({ ...fields, name: `${LOCATION_NAME}/${name}` }),
		credential: { type: 'migrationAssessmentApi', data: { ...common, accessToken: LOCAL_TOKEN } },
		serviceAccount: {
			type: 'migrationAssessmentServiceAccountApi',
			data: {
				...localCredentials(api.url).serviceAccount,
				...common,
				requestedScopes: 'all',
			},
		},
	};
}

const LOCATION_PATH = /^\/v1alpha1\/(projects\/[^/]+\/locations\/[^/:]+)\/?(.*)$/;

function parse(
	request: FastifyRequest,
	reply: FastifyReply,
	location: string,
	path: string,
	response: Fields,
): ResourceRequest {
	const [resourcePath = '', verb] = path.split(':');
	const segments = resourcePath.split('/').filter(Boolean).map(decodeURIComponent);
	const shared = {
		query: request.query as Record<string, string>,
		body: (request.body ?? {}) as Fields,
	};
	return {
		...shared,
		method: request.method,
		location,
		name: [location, ...segments].join('/'),
		pattern: segments.map((segment, index) => (index % 2 === 1 ? '{}' : segment)).join('/'),
		verb,
		documented: response,
		exchange: { ...shared, operation: path, params: {}, request, reply },
	};
}

function locationResponse(name: string): Fields {
	const locationId = name.split('/').at(-1)!;
	return { name, locationId, displayName: locationId };
}
