// Local test service for media generation (nodes/MediaGeneration/README.md).

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/media-generation.json';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { List, Reply, type Exchange, type Routes } from '../kit/exchange';
import { Faults } from '../kit/faults';
import { byToken } from '../kit/paging';
import { Records } from '../kit/records';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { apiError, failureBody, isErrorCode } from './errors';
import { MediaFiles, UPLOAD_LIMIT } from './files';
import {
	Jobs,
	type Account,
	type AccountSetup,
	type Caller,
	type Delivery,
	type Generation,
	type LedgerEntry,
	type Settings,
	type Status,
} from './jobs';
import { allModels, checkGeneration, costOf, credits, modelOf, toModelResponse } from './models';

/** Response of GET /_control/state. */
export interface MediaState {
	accounts: Array<Pick<Account, 'id' | 'email'> & { balance: number; charges: LedgerEntry[] }>;
	jobs: Generation[];
	deliveries: Delivery[];
	uploads: MediaFiles['uploads'];
	/** Bytes of uploaded files received so far, including uploads in progress. */
	received: number;
}

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
	const settings: Settings = {
		imageMs: 1500,
		videoMs: 3000,
		attachMs: 400,
		submitMs: 0,
		...options.settings,
	};
	const files = new MediaFiles(clock);
	const jobs = new Jobs(clock, files, settings);
	for (const setup of options.accounts ?? [{ apiKey: LOCAL_KEY, sessionToken: LOCAL_SESSION }])
		jobs.addAccount(setup);
	const state = (): MediaState => ({
		accounts: jobs.accounts.map(({ id, email, credits: balance, ledger: charges }) => ({
			id,
			email,
			balance,
			charges,
		})),
		jobs: jobs.all.map(({ generation }) => generation),
		deliveries: jobs.deliveries,
		uploads: files.uploads,
		received: files.received,
	});

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
		async (app) => await apiRoutes(app, jobs, files),
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
		addAccount: (setup) => jobs.addAccount(setup),
		settle: async (id, status) => await jobs.finish(jobs.find(id), status),
		credential: {
			type: 'mediaGenerationApi',
			data: {
				baseUrl: api.url,
				apiKey: options.accounts?.[0]?.apiKey ?? LOCAL_KEY,
				authentication: 'bearer',
			},
		},
		close: async () => void (await Promise.all([api.close(), media.close()])),
	};
}

/** A request, with the account that it is charged to. */
type ApiRequest = Exchange & Caller;

/** Routes under /api. All of them require a credential. */
async function apiRoutes(app: FastifyInstance, jobs: Jobs, files: MediaFiles): Promise<void> {
	app.addHook('onRequest', async ({ headers }) => void jobs.authenticate(headers));
	await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1 } });
	addAnswers<ApiRequest>(app, {
		responses,
		records: new Records(),
		paging: byToken('cursor', 'next_cursor', { name: 'limit', standard: 20, maximum: 100 }, () =>
			apiError('invalid_query'),
		),
		notFound: () => apiError('not_found'),
		exchange: (exchange) => ({ ...exchange, ...jobs.authenticate(exchange.request.headers) }),
		own: {
			...generationRoutes(jobs),
			'GET /api/v2/account': ({ account: { id, email, credits: balance } }) => ({
				id,
				email,
				credits: balance,
			}),
			'GET /api/v2/models': () => ({ models: allModels.map(toModelResponse) }),
			'GET /api/v2/models/:id': ({ params }) => toModelResponse(modelOf(params.id!)),
			// The specification shows neither the method nor the response. RFC 7009 uses POST and 200.
			'POST /api/oauth/revoke'({ account, key }) {
				if (key === undefined)
					throw apiError('validation_failed', 'A web session has no API key to revoke.');
				account.keys.delete(key);
				return {};
			},
			'POST /api/v2/uploads': async ({ request, account }) => await files.upload(request, account),
		},
	});
}

const generationRoutes = (jobs: Jobs): Routes<ApiRequest> => ({
	async 'POST /api/v2/generations'({ account, body, request }) {
		const model = checkGeneration(body, false);
		const failsToStart = request.fault?.code === 'generation_failed';
		const { job, isReplay } = await jobs.submitOnce({ account, model, body, failsToStart });
		const { id, type, cost, status } = job.generation;
		if (!isReplay && status === 'failed') throw apiError('generation_failed', undefined, { id });
		const replay = isReplay && { idempotent_replay: true };
		return new Reply(202, { id, model: model.id, type, cost, status, ...replay });
	},
	'POST /api/v2/generations/estimate'({ account, body }) {
		const model = checkGeneration(body, true);
		const cost = costOf(model, body);
		const balance = account.credits;
		return {
			model: model.id,
			type: model.type,
			variant: 'standard',
			cost,
			balance,
			affordable: balance >= cost,
			shortfall: credits(Math.max(0, cost - balance)),
		};
	},
	'GET /api/v2/generations/:id': ({ account, params }) => jobs.find(params.id, account).generation,
	// Newest first.
	'GET /api/v2/generations': ({ account }) =>
		new List(
			jobs.all
				.filter((job) => job.account === account)
				.map(({ generation }) => generation)
				.reverse(),
		),
});
