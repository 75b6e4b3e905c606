// Local test service for migration assessment (nodes/MigrationAssessment/README.md).

import type { FastifyRequest } from 'fastify';
import responses from '../../contract/data/responses/migration-assessment.json';
import { LOCAL_TOKEN, localCredentials } from '../kit/accessTokens';
import { DocumentedResponses } from '../kit/documentedResponses';
import { googleError, googleErrorBody } from '../kit/googleErrors';
import { startGoogleService } from '../kit/googleService';
import type { Fields } from '../kit/records';
import { pathOf } from '../kit/requestPattern';
import {
	startServer,
	type LocalService,
	type ServiceCredential,
	type ServiceOptions,
} from '../kit/server';
import { Resources, type Resource, type Settings } from './resources';
import { handlersOf, type ResourceRequest } from './routes';
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
		cancelMs: 50,
		unreachable: [],
		failures: {},
		signedMs: 3_600_000,
		signedHeaders: {},
		...options.settings,
	};
	let storage: FileStorage | undefined;
	const { store: resources, ...api } = await startGoogleService(options, {
		name: 'migrationAssessment',
		described: { name: 'migration-assessment' },
		settings,
		createStore(clock) {
			storage = new FileStorage(clock, settings);
			return new Resources(clock, settings);
		},
		state: (store) => ({ records: store.all, uploads: [...storage!.uploads.values()] }),
		routes(app, store) {
			const handlers = handlersOf({ resources: store, storage: storage!, settings });
			app.get<{ Params: { project: string } }>(
				'/v1alpha1/projects/:project/locations',
				async ({ params }) => ({
					locations: LOCATIONS.map((id) =>
						locationResponse(`projects/${params.project}/locations/${id}`),
					),
				}),
			);
			app.all('/v1alpha1/*', async (request, reply) => {
				const path = pathOf(request.url);
				const parsed = parseRequest(request, reply);
				if (parsed?.key === 'GET ') return locationResponse(parsed.location);
				const handler = parsed && handlers[parsed.key];
				if (handler) return await handler(parsed);
				const response = documented.find(`${request.method} ${path}`);
				if (!response) throw googleError(404, `Endpoint not found: ${request.method} ${path}.`);
				return response.body;
			});
		},
	});
	const files = await startServer(
		{ ...api, name: 'storage', port: 0, failureBody: googleErrorBody },
		(app) => storage!.routes(app),
	);
	storage!.downloads.origin = files.url;
	const common = { provider: 'other', baseUrl: api.url, project: PROJECT, location: LOCATION };
	return {
		...api,
		settings,
		storageUrl: files.url,
		get records() {
			return resources.all;
		},
		get uploads() {
			return [...storage!.uploads.values()];
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
		close: async () => void (await Promise.all([api.close(), files.close()])),
	};
}

/** Returns undefined if the path does not contain a location. */
function parseRequest(
	request: FastifyRequest,
	reply: ResourceRequest['exchange']['reply'],
): ResourceRequest | undefined {
	const { method, url, body = {} } = request;
	const [, location, rest = ''] =
		/^\/v1alpha1\/(projects\/[^/]+\/locations\/[^/:]+)\/?(.*)$/.exec(pathOf(url)) ?? [];
	if (location === undefined) return undefined;
	const [resourcePath = '', verb] = rest.split(':');
	const segments = resourcePath.split('/').filter(Boolean).map(decodeURIComponent);
	const pattern = segments.map((segment, index) => (index % 2 === 1 ? '{}' : segment)).join('/');
	const key = `${method} ${pattern}${verb === undefined ? '' : `:${verb}`}`;
	const query = request.query as Record<string, string>;
	const shared = { query, body: (body ?? {}) as Fields };
	return {
		...shared,
		location,
		name: [location, ...segments].join('/'),
		key,
		exchange: { ...shared, operation: key, params: {}, request, reply },
	};
}

/** @throws HttpError 404 */
function locationResponse(name: string): Fields {
	const locationId = name.split('/').at(-1)!;
	if (!LOCATIONS.includes(locationId))
		throw googleError(404, `Location ${locationId} is not supported.`);
	return { name, locationId, displayName: locationId };
}
