// The media generation service on this computer, as part A of the specification describes it.

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { Accounts, type Account, type AccountSetup } from './accounts';
import { Callbacks } from './callbacks';
import { Checkouts } from './checkout';
import { controlRoutes } from './control';
import { IdempotencyKeys } from './idempotency';
import { Jobs, type Status } from './jobs';
import { MediaFiles } from './mediaFiles';
import { failureBody, isErrorCode, apiError } from './errors';
import { apiRoutes } from './routes';
import { defaultSettings, type Settings } from './settings';
import { accountState, type MediaState } from './state';
import { Uploads } from './uploads';

export interface MediaServiceOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Real time by default. A clock that is handed in is stopped by whoever made it. */
	clock?: Clock;
	/** Start of the random numbers of faults. */
	seed?: number;
	/** Whether media links lead to a second origin, which refuses any credential. True by default. */
	mediaOrigin?: boolean;
	/** Instead of the one account with `tenfold-local-key` and 10000 credits. */
	accounts?: AccountSetup[];
	settings?: Partial<Settings>;
}

export interface MediaService extends LocalServer {
	/** Origin of the media links. */
	mediaUrl: string;
	/** May be changed while the service runs. */
	settings: Settings;
	/** As of now; read it again after something happened. */
	readonly state: MediaState;
	addAccount(setup: AccountSetup): Account;
	/** Ends a pending or stalled job now. */
	settle(id: string, status: Status): Promise<void>;
	credential: { type: string; data: Record<string, string> };
}

export const LOCAL_KEY = 'tenfold-local-key';
export const LOCAL_SESSION = 'tenfold-local-session';

/** Where a fault that names a code alone belongs. */
const DEFAULT_FAULT_PATTERNS = {
	checkout_failed: 'POST /api/v2/checkout',
	billing_unavailable: 'POST /api/v2/checkout',
	invalid_billing: 'POST /api/v2/checkout',
	moderation_unavailable: 'POST /api/v2/prompts/moderate',
	enhance_unavailable: 'POST /api/v2/prompts/enhance',
	generation_failed: 'POST /api/v2/generations',
	prompt_rejected: 'POST /api/v2/generations',
	insufficient_credits: 'POST /api/v2/generations',
	idempotency_in_progress: 'POST /api/v2/generations',
	idempotency_key_reused: 'POST /api/v2/generations',
	invalid_query: 'GET /api/v2/generations',
	not_found: 'GET /api/v2/generations/*',
};

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startMediaService(options: MediaServiceOptions = {}): Promise<MediaService> {
	const clock = options.clock ?? new Clock();
	const faults = new Faults(options.seed, DEFAULT_FAULT_PATTERNS);
	const requests = new RequestLog();
	const settings: Settings = { ...defaultSettings(), ...options.settings };
	const accounts = new Accounts(clock);
	const files = new MediaFiles();
	const callbacks = new Callbacks(clock);
	const jobs = new Jobs(clock, accounts, files, settings, (job) => callbacks.deliver(job));
	const uploads = new Uploads(files);
	const checkouts = new Checkouts(accounts);
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
	const settle = async (id: string, status: Status): Promise<void> => {
		const job = jobs.all.find(({ generation }) => generation.id === id);
		if (!job) throw apiError('not_found', `There is no generation ${id}.`);
		await jobs.finish(job, status);
	};
	const addAccount = (setup: AccountSetup): Account => accounts.add(setup);

	const shared = { clock, faults, requests, failureBody };
	const separate = options.mediaOrigin ?? true;
	const api = await startServer(
		{
			...shared,
			name: 'mediaGeneration',
			port: options.port ?? 0,
			// A job that could not be started leaves a record, so its route sees to that code.
			errorForCode: (code) =>
				isErrorCode(code) && code !== 'generation_failed' ? apiError(code) : undefined,
			state,
			control: (app) =>
				controlRoutes(app, settings, settle, (setup) => accountState(addAccount(setup), jobs)),
		},
		async (app) => {
			if (!separate) files.routes(app, false);
			checkouts.pages(app);
			await app.register((scope) =>
				apiRoutes(scope, { accounts, jobs, keys, uploads, checkouts, settings }),
			);
		},
	);
	const media = separate
		? await startServer({ ...shared, name: 'media' }, (app) => files.routes(app, true))
		: undefined;
	files.origin = (media ?? api).url;

	return {
		...api,
		mediaUrl: files.origin,
		settings,
		get state() {
			return state();
		},
		addAccount,
		settle,
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
			await Promise.all([api.close(), media?.close()]);
		},
	};
}
