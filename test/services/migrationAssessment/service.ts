// Local test service for migration assessment (nodes/MigrationAssessment/README.md).

import responses from '../../contract/data/responses/migration-assessment.json';
import { Clock } from '../kit/clock';
import { DocumentedResponses } from '../kit/documentedResponses';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { pathOf } from '../kit/requestPattern';
import {
	startServer,
	type LocalService,
	type ServiceCredential,
	type ServiceOptions,
} from '../kit/server';
import { assetHandlers } from './assets';
import { collectionHandlers, type Collection, type Context } from './collections';
import { apiError, errorForCode, failureBody } from './errors';
import { exportHandlers, reportFields } from './exports';
import { importHandlers } from './imports';
import { Operations } from './operations';
import { parseRequest, type Handlers } from './router';
import { defaultSettings, type Settings } from './settings';
import { FileStorage, type Upload } from './signedUrls';
import { Store, type Json, type Resource } from './store';
import { ACCOUNT, LOCAL_TOKEN, Tokens } from './tokens';

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
	/** Number of tokens issued for an assertion so far. */
	readonly tokensIssued: number;
	/** Adds a resource to the default location. */
	seed(name: string, fields?: Json): Resource;
	readonly serviceAccount: ServiceCredential;
}

export const PROJECT = 'tenfold-local';
export const LOCATION = 'us-central1';
const LOCATION_NAME = `projects/${PROJECT}/locations/${LOCATION}`;
const documented = new DocumentedResponses(responses);
const LOCATIONS = ['us-central1', 'europe-west1'];

const collections = (context: Context, storage: FileStorage): Collection[] => [
	{ path: 'groups', idName: 'groupId', canPatch: true },
	{
		path: 'sources',
		idName: 'sourceId',
		canPatch: true,
		initialFields: () => ({ state: 'ACTIVE', pendingFrameCount: 0, errorFrameCount: 0 }),
	},
	{ path: 'sources/{}/errorFrames' },
	{ path: 'relations' },
	{
		path: 'discoveryClients',
		idName: 'discoveryClientId',
		canPatch: true,
		required: ['serviceAccount', 'source'],
		initialFields: () => ({ state: 'ACTIVE' }),
	},
	{ path: 'preferenceSets', idName: 'preferenceSetId', canPatch: true },
	{
		path: 'importJobs',
		idName: 'importJobId',
		canPatch: true,
		required: ['assetSource'],
		hasChildren: true,
		initialFields: () => ({ state: 'IMPORT_JOB_STATE_PENDING' }),
	},
	{
		path: 'importJobs/{}/importDataFiles',
		idName: 'importDataFileId',
		required: ['format'],
		initialFields: () => ({ state: 'ACTIVE', uploadFileInfo: storage.createUpload().info }),
	},
	{ path: 'assetsExportJobs', idName: 'assetsExportJobId' },
	{
		path: 'reportConfigs',
		idName: 'reportConfigId',
		required: ['groupPreferencesetAssignments'],
		hasChildren: true,
	},
	{
		path: 'reportConfigs/{}/reports',
		idName: 'reportId',
		initialFields: (report) => reportFields(context, report),
	},
	{ path: 'reportConfigs/{}/reports/{}/reportExportJobs', idName: 'reportExportJobId' },
	{ path: 'operations' },
];

function locationHandlers({ store, operations }: Context): Handlers {
	return {
		'GET ': ({ location }) => locationResponse(location),
		'POST operations/{}:cancel': ({ name }) => (operations.cancel(name), {}),
		'DELETE operations/{}': ({ name }) => (store.get(name), store.delete(name), {}),
	};
}

function locationResponse(name: string): Json {
	const locationId = name.split('/').at(-1)!;
	if (!LOCATIONS.includes(locationId))
		throw apiError('NOT_FOUND', `Location ${locationId} is not supported.`);
	return { name, locationId, displayName: locationId };
}

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startMigrationService(
	options: MigrationServiceOptions = {},
): Promise<MigrationService> {
	const clock = options.clock ?? new Clock();
	const settings: Settings = { ...defaultSettings(), ...options.settings };
	const store = new Store(settings);
	const operations = new Operations(clock, store, settings);
	const storage = new FileStorage(clock, settings);
	const tokens = new Tokens(settings);
	const context: Context = { clock, store, operations };
	const handlers: Handlers = Object.assign(
		{},
		...collections(context, storage).map((collection) => collectionHandlers(context, collection)),
		locationHandlers(context),
		assetHandlers(context),
		importHandlers(context, storage),
		exportHandlers(context, storage, () => settings.signedMs),
	);

	const shared = { clock, faults: new Faults(), requests: new RequestLog(), failureBody };
	const api = await startServer(
		{
			...shared,
			name: 'migrationAssessment',
			port: options.port ?? 0,
			described: { name: 'migration-assessment', refusesUnknown: true },
			errorForCode,
			settings,
			state: () => ({ records: store.all, uploads: [...storage.uploads.values()] }),
		},
		async (app) => {
			tokens.routes(app);
			await app.register(async (scope) => {
				scope.addHook('onRequest', async ({ headers }) => tokens.check(headers.authorization));
				scope.get<{ Params: { project: string } }>(
					'/v1alpha1/projects/:project/locations',
					async ({ params, query }) =>
						store.page(
							'locations',
							LOCATIONS.map(
								(id) => locationResponse(`projects/${params.project}/locations/${id}`) as Resource,
							),
							query as Json,
						),
				);
				scope.all('/v1alpha1/*', async ({ method, url, query, body }) => {
					const request = parseRequest(method, pathOf(url), query as Json, body);
					const handler = request && handlers[request.key];
					if (handler) return await handler(request);
					const response = documented.find(`${method} ${pathOf(url)}`);
					if (!response)
						throw apiError('NOT_FOUND', `Endpoint not found: ${method} ${pathOf(url)}.`);
					return response.body;
				});
			});
		},
	);
	const files = await startServer({ ...shared, name: 'storage' }, (app) => storage.routes(app));
	storage.origin = files.url;
	const common = { provider: 'other', baseUrl: api.url, project: PROJECT, location: LOCATION };
	return {
		...api,
		settings,
		storageUrl: files.url,
		get records() {
			return store.all;
		},
		get uploads() {
			return [...storage.uploads.values()];
		},
		get tokensIssued() {
			return tokens.issued;
		},
		seed: (name, fields = {}) => store.put({ ...fields, name: `${LOCATION_NAME}/${name}` }),
		credential: { type: 'migrationAssessmentApi', data: { ...common, accessToken: LOCAL_TOKEN } },
		get serviceAccount() {
			const data = {
				...common,
				clientEmail: ACCOUNT,
				privateKey: tokens.privateKey,
				subject: '',
				requestedScopes: 'all',
				tokenUrl: `${api.url}/token`,
				accessToken: '',
				renewAt: '',
				issuedFor: '',
			};
			return { type: 'migrationAssessmentServiceAccountApi', data };
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await Promise.all([api.close(), files.close()]);
		},
	};
}
