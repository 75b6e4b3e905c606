// Local test service for code hosting (nodes/CodeHosting/README.md).

import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/code-hosting.json';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { deliver, deliverUntil, isSuccess } from '../kit/deliver';
import { Links } from '../kit/links';
import { Records, type Fields } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { accountRoutes } from './accounts';
import { APP_ID, Callers, INSTALLATION_ID, LOCAL_TOKEN } from './callers';
import { contentRoutes } from './contentRoutes';
import { apiError, failureBody, notFound } from './errors';
import { eventRoutes, EventStore, type NewEvent } from './events';
import { addReleases, gistRoutes, releaseRoutes, uploadRoutes } from './files';
import { graphQlRoutes } from './graphQlRoutes';
import { issueRoutes } from './issues';
import {
	pages,
	toApiRequest,
	completed,
	type ApiRequest,
	type Context,
	type Routes,
} from './router';
import { runRoutes, secretRoutes } from './runs';
import { cryptoReady } from './secrets';
import { eventsOf, webhookRoutes, Webhooks, type NewWebhookEvent } from './webhooks';
import { defaultSettings, World, type Settings } from './world';

/** Lifetime of download links. */
const LINK_MS = 60_000;

export type CodeService = Awaited<ReturnType<typeof startCodeService>>;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startCodeService({
	port,
	clock = new Clock(),
	settings: given,
}: ServiceOptions<Settings> = {}) {
	await cryptoReady();
	const settings: Settings = { ...defaultSettings(), ...given };
	const records = new Records();
	const events = new EventStore(clock);
	const world = new World(clock, records);
	for (const repository of world.repositories) addReleases(records, repository);
	const callers = new Callers(clock);
	const downloads = new Links(clock, 'files', apiError, LINK_MS);
	const context: Context = { clock, settings, records, world, callers, downloads };
	const webhooks = new Webhooks(clock, settings);
	const named = (name?: string) =>
		world.repositories.find((repository) => repository.name === name) ?? world.repositories[0]!;
	world.onRunChange = (repository, run, action) => {
		const workflow = repository.workflows.find(({ id }) => id === run.workflow_id);
		const payload = { action, workflow_run: structuredClone(run), workflow };
		webhooks.emit(repository, { event: 'workflow_run', payload });
	};
	/** Adds an event to a repository, by default the first one. */
	const happen = (event?: NewEvent, name?: string) => events.add(named(name), event);
	/** Sends an event to the webhooks of its repository and organization. Returns its GUID. */
	const emit = (event: NewWebhookEvent): string => webhooks.emit(named(event.repository), event);
	/** Emits the events of a request that changed something. */
	const done = (req: ApiRequest, body: unknown): void => {
		for (const event of eventsOf(req, body)) {
			webhooks.emit(req.repo, event);
			const type = feedTypes[event.event];
			// Tests count the events of the feeds, so only demonstrations add those of writes.
			if (type === undefined || !settings.growsFeeds) continue;
			const { commits, after, ...payload } = event.payload ?? {};
			events.add(req.repo, { type, payload: commits ? { ...payload, head: after } : payload });
		}
	};
	const answer = (app: FastifyInstance, file: typeof responses | object, own: Routes): void =>
		addAnswers<ApiRequest>(app, {
			responses: file as typeof responses,
			records,
			paging: pages,
			notFound,
			exchange: (exchange) => toApiRequest(context, exchange),
			keys: { '/repos/:owner/:repo/labels': 'name' },
			touch(record) {
				if (record.new_name !== undefined) record.name = record.new_name;
				delete record.new_name;
			},
			own,
			done,
			send: completed,
		});

	const api = await startServer(
		{
			name: 'codeHosting',
			port,
			clock,
			failureBody,
			files: downloads,
			described: {
				name: 'code-hosting',
				status: 422,
				// The text of the parameter says that null deletes the file of a gist.
				allowed: /^body\.files\..+ type$/,
			},
			control: (app) =>
				app.get('/_control/state', async () => ({
					webhooks: webhooks.all.map(({ config }) => config.url),
				})),
		},
		async (app) => {
			addAuthentication(app, callers, clock);
			answer(app, responses, {
				...eventRoutes(context, events),
				...runRoutes(context),
				...secretRoutes,
				...accountRoutes(context),
				...issueRoutes(context),
				...contentRoutes(context),
				...gistRoutes(context),
				...releaseRoutes(context),
				...webhookRoutes(context, webhooks),
				...graphQlRoutes(context),
			});
			await app.register(async (scope) => {
				scope.removeAllContentTypeParsers();
				scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload));
				answer(scope, {}, uploadRoutes(context));
				await Promise.resolve();
			});
		},
	);

	return {
		...api,
		settings,
		records,
		world,
		callers,
		webhooks,
		happen,
		emit,
		credential: {
			type: 'codeHostingApi',
			data: {
				baseUrl: api.url,
				token: LOCAL_TOKEN,
				scheme: 'token',
				provider: 'other',
				apiVersion: '2022-11-28',
			},
		},
		appCredential: {
			type: 'codeHostingAppApi',
			data: {
				baseUrl: api.url,
				appId: APP_ID,
				privateKey: callers.keys.privateKey,
				installationId: INSTALLATION_ID,
				provider: 'other',
				apiVersion: '2022-11-28',
				installationToken: '',
			},
		},
	};
}

/** Far more requests than a test sends. The limit is never reached. */
const HOURLY_LIMIT = 100_000;

/** Identifies the caller and counts the request. */
function addAuthentication(app: FastifyInstance, callers: Callers, clock: Clock): void {
	let used = 0;
	app.addHook('onRequest', async (request, reply) => {
		request.caller = callers.of(request.headers);
		if (request.caller?.kind === 'installation' && /^\/(?:user|notifications)\b/.test(request.url))
			throw apiError(403, 'Resource not accessible by integration');
		void reply.headers({
			'x-ratelimit-limit': HOURLY_LIMIT,
			'x-ratelimit-remaining': HOURLY_LIMIT - ++used,
			'x-ratelimit-used': used,
			'x-ratelimit-reset': Math.ceil(clock.now() / 1000) + 3600,
		});
	});
}

/** Delays between calls, because the execution may not wait yet. */
const RESUME_DELAYS = [2000, 2000, 2000, 2000, 2000];

/** Types in the feeds, by webhook event. */
const feedTypes: Readonly<Record<string, string>> = {
	issues: 'IssuesEvent',
	issue_comment: 'IssueCommentEvent',
	pull_request: 'PullRequestEvent',
	push: 'PushEvent',
};

/**
 * Starts the service for demonstrations: with past events, and feeds that grow with every write and
 * every 20 seconds.
 */
export const startCodeHostingDemo = async ({ port }: { port: number }): Promise<CodeService> => {
	const service = await startCodeService({ port, settings: { growsFeeds: true } });
	const { world, clock } = service;
	const { onRunChange } = world;
	world.onRunChange = (changed, run, action) => {
		onRunChange?.(changed, run, action);
		const { resumeUrl } = (run.inputs ?? {}) as Fields;
		// Like a workflow whose last job calls this URL (docs/code-hosting.md).
		if (action === 'completed' && typeof resumeUrl === 'string')
			void deliverUntil(clock, RESUME_DELAYS, async () =>
				isSuccess(await deliver(resumeUrl, { result: run.conclusion })),
			);
	};
	// The release example requires a successful build of the main branch.
	const [repository] = world.repositories;
	const run = world.start(repository!, repository!.workflows[0]!.id, 'main', 'push', 0);
	world.end(repository!, run, 'success');
	let count = 0;
	const add = (agoMs = 0) =>
		service.happen({ agoMs, type: ['PushEvent', 'WatchEvent', 'CreateEvent'][count++ % 3]! });
	for (let index = 40; index > 0; index--) add(index * 600_000);
	const grow = (): void =>
		clock.after(20_000, () => {
			add();
			grow();
		});
	grow();
	return service;
};
