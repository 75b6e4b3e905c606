// Local test service for media generation (nodes/MediaGeneration/README.md).

import responses from '../../contract/data/responses/media-generation.json';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { List, Reply, type Exchange, type Routes } from '../kit/exchange';
import { byToken } from '../kit/paging';
import { Records } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { apiError, failureBody } from './errors';
import { MediaFiles, UPLOAD_LIMIT } from './files';
import { Jobs, type Account, type Settings, type Status } from './jobs';
import { checkGeneration, costOf, modelOf, models } from './models';

export type MediaService = Awaited<ReturnType<typeof startMediaService>>;

export const LOCAL_KEY = 'tenfold-local-key';
export const LOCAL_SESSION = 'tenfold-local-session';

/** A request, with the account that it is charged to. */
type ApiRequest = Exchange & { readonly account: Account };

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startMediaService({
	port,
	clock = new Clock(),
	settings: given,
}: ServiceOptions<Settings> = {}) {
	const settings: Settings = { imageMs: 1500, videoMs: 3000, attachMs: 400, ...given };
	const files = new MediaFiles(clock);
	const jobs = new Jobs(clock, files, settings);
	jobs.addAccount({ apiKey: LOCAL_KEY, sessionToken: LOCAL_SESSION });
	const server = await startServer(
		{
			name: 'mediaGeneration',
			port,
			clock,
			failureBody,
			files,
			authenticate: ({ headers }) => jobs.authenticate(headers),
			forms: { fileSize: UPLOAD_LIMIT, files: 1 },
		},
		(app) =>
			addAnswers<ApiRequest>(app, {
				responses,
				records: new Records(),
				paging: byToken(
					'cursor',
					'next_cursor',
					{ name: 'limit', standard: 20, maximum: 100 },
					() => apiError('invalid_query'),
				),
				notFound: () => apiError('not_found'),
				exchange: (exchange) => ({
					...exchange,
					account: jobs.authenticate(exchange.request.headers),
				}),
				own: {
					...generationRoutes(jobs),
					'GET /api/v2/account': ({ account: { id, credits } }) => ({
						id,
						email: `${id}@localhost`,
						credits,
					}),
					'GET /api/v2/models': () => ({ models }),
					'GET /api/v2/models/:id': ({ params }) => modelOf(params.id),
					'POST /api/v2/uploads': async ({ request }) => await files.upload(request),
				},
			}),
	);
	return {
		...server,
		settings,
		state: {
			accounts: jobs.accounts,
			get jobs() {
				return jobs.all.map(({ generation }) => generation);
			},
			uploads: files.uploads,
		},
		addAccount: (setup: Parameters<Jobs['addAccount']>[0]) => jobs.addAccount(setup),
		/** Immediately sets the status of a pending or stalled job. */
		settle: async (id: string, status: Status) => await jobs.finish(jobs.find(id), status),
		credential: {
			type: 'mediaGenerationApi',
			data: { baseUrl: server.url, apiKey: LOCAL_KEY, authentication: 'bearer' },
		},
	};
}

const generationRoutes = (jobs: Jobs): Routes<ApiRequest> => ({
	'POST /api/v2/generations'({ account, body }) {
		const model = checkGeneration(body, false);
		const { job, isReplay } = jobs.submit(account, model, body);
		const { id, type, cost, status } = job.generation;
		const replay = isReplay && { idempotent_replay: true };
		return new Reply(202, { id, model: model.id, type, cost, status, ...replay });
	},
	'POST /api/v2/generations/estimate'({ account: { credits: balance }, body }) {
		const model = checkGeneration(body, true);
		const cost = costOf(model, body);
		return {
			model: model.id,
			type: model.type,
			variant: 'standard',
			cost,
			balance,
			affordable: balance >= cost,
			shortfall: Math.max(0, cost - balance),
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
