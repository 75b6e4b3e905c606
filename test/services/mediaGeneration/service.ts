// Local test service for media generation (nodes/MediaGeneration/README.md).

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { Accounts, type Account, type AccountSetup } from './accounts';
import { Callbacks } from './callbacks';
import { apiError, failureBody, isErrorCode } from './errors';
import type { Status } from './generation';
import { IdempotencyKeys } from './idempotency';
import { Jobs } from './jobs';
import { MediaFiles } from './mediaFiles';
import { apiRoutes } from './routes';
import { defaultSettings, type Settings } from './settings';
import { accountState, type MediaState } from './state';
import { Uploads } from './uploads';

export interface MediaServiceOptions extends ServiceOptions {
	/** Seed of the random numbers of faults. */
	seed?: number;
	/** Default: one account with the API key `tenfold-local-key` and 10000 credits. */
	accounts?: AccountSetup[];
	settings?: Partial<Settings>;
}

export interface MediaService extends LocalService {
	/** Origin of the media links. */
	mediaUrl: string;
	/** Can be changed while the service runs. */
	settings: Settings;
	/** A snapshot of the current state. */
	readonly state: MediaState;
	addAccount(setup: AccountSetup): Account;
	/** Immediately sets the status of a pending or stalled job. */
	settle(id: string, status: Status): Promise<void>;
}

export const LOCAL_KEY = 'tenfold-local-key';
export const LOCAL_SESSION = 'tenfold-local-session';

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startMediaService(options: MediaServiceOptions = {}): Promise<MediaService> {
	const clock = options.clock ?? new Clock();
	const settings: Settings = { ...defaultSettings(), ...options.settings };
	const accounts = new Accounts(clock);
	const files = new MediaFiles();
	const callbacks = new Callbacks(clock);
	const jobs = new Jobs(clock, accounts, files, settings, (job) => callbacks.deliver(job));
	const uploads = new Uploads(files);
	const keys = new IdempotencyKeys();
	for (const setup of options.accounts ?? [{ apiKey: LOCAL_KEY, sessionToken: LOCAL_SESSION }])
		accounts.add(setup);

	const state = (): MediaState => ({
		accounts: accounts.all.map((account) => accountState(account, jobs)),
		jobs: jobs.all.map(({ generation }) => generation),
		deliveries: callbacks.deliveries,
		uploads: uploads.all,
		received: uploads.received,
	});
	const finishJob = async (id: string, status: Status): Promise<void> => {
		const job = jobs.all.find(({ generation }) => generation.id === id);
		if (!job) throw apiError('not_found', `Generation ${id} not found.`);
		await jobs.finish(job, status);
	};
	const addAccount = (setup: AccountSetup): Account => accounts.add(setup);

	const shared = {
		clock,
		faults: new Faults(options.seed),
		requests: new RequestLog(),
		failureBody,
	};
	const api = await startServer(
		{
			...shared,
			name: 'mediaGeneration',
			port: options.port ?? 0,
			// The route handles generation_failed itself, because the failed job is stored.
			errorForCode: (code) =>
				isErrorCode(code) && code !== 'generation_failed' ? apiError(code) : undefined,
			settings,
			state,
		},
		async (app) => apiRoutes(app, { accounts, jobs, keys, uploads }),
	);
	const media = await startServer({ ...shared, name: 'media' }, (app) => files.routes(app));
	files.origin = media.url;

	return {
		...api,
		mediaUrl: files.origin,
		settings,
		get state() {
			return state();
		},
		addAccount,
		settle: finishJob,
		credential: {
			type: 'mediaGenerationApi',
			data: {
				baseUrl: api.url,
				apiKey: options.accounts?.[0]?.apiKey ?? LOCAL_KEY,
				authentication: 'bearer',
			},
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await Promise.all([api.close(), media.close()]);
		},
	};
}
