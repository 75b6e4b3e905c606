// The code-hosting service on this computer, as part A of the specification describes it.

import type { FastifyInstance } from 'fastify';
import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { activityRoutes } from './activityRoutes';
import { APP_ID, Callers, INSTALLATION_ID, LOCAL_TOKEN } from './callers';
import { eventRoutes, PollMonitor, type EarlyPoll } from './eventRoutes';
import { Downloads } from './downloads';
import { secretRoutes } from './secretRoutes';
import { actionsRunnerRoutes } from './runnerRoutes';
import { errorForCode, failureBody, apiError } from './errors';
import { defineRoutes, type Context } from './router';
import { workflowRunRoutes } from './workflowRunRoutes';
import { defaultSettings, type Settings } from './settings';
import { EventStore, type NewEvent, type StoredEvent } from './eventStore';
import { cryptoReady } from './secretStore';
import { ORGANIZATION, Store } from './store';

export interface CodeServiceOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Real time by default. A clock that is handed in is stopped by whoever made it. */
	clock?: Clock;
	/** Start of the random numbers of faults. */
	seed?: number;
	settings?: Partial<Settings>;
}

export interface CodeService extends LocalServer {
	/** Origin of the download links, which refuses any credential. */
	filesUrl: string;
	/** May be changed while the service runs. */
	settings: Settings;
	world: Store;
	events: EventStore;
	callers: Callers;
	/** Feed requests that came before the poll interval was over. */
	early: readonly EarlyPoll[];
	/** Something happens in a repository, the first one unless named. */
	happen(event?: NewEvent, name?: string): StoredEvent;
	/** What a person enters: a token, an app's key. */
	credential: { type: string; data: Record<string, string> };
	appCredential: { type: string; data: Record<string, string> };
}

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startCodeService(options: CodeServiceOptions = {}): Promise<CodeService> {
	await cryptoReady();
	const clock = options.clock ?? new Clock();
	const faults = new Faults(options.seed);
	const requests = new RequestLog(20_000);
	const settings: Settings = { ...defaultSettings(), ...options.settings };
	const world = new Store(clock);
	const timeline = new EventStore(clock, settings);
	const callers = new Callers(clock, settings);
	const files = new Downloads(clock, settings);
	const rooms: Context = { clock, settings, world, timeline, callers, files };
	const polls = new PollMonitor(rooms);
	const happen = (event?: NewEvent, name = world.repositories[0]!.name): StoredEvent =>
		timeline.add(
			world.repositories.find((one) => one.name === name)!,
			event,
		);

	const shared = { clock, faults, requests, failureBody };
	const api = await startServer(
		{
			...shared,
			name: 'codeHosting',
			port: options.port ?? 0,
			errorForCode: (code) => errorForCode(code, clock.now()),
			state: () => ({
				events: timeline.all.length,
				early: polls.early,
				starred: world.repositories.filter(({ starred }) => starred).map(({ name }) => name),
			}),
			control: (app) => controlRoutes(app, settings, happen),
		},
		(app) => {
			addAuthentication(app, callers);
			defineRoutes(app, rooms, [
				...eventRoutes(rooms, polls),
				...workflowRunRoutes(rooms),
				...secretRoutes(rooms),
				...actionsRunnerRoutes(rooms),
				...activityRoutes(rooms),
			]);
		},
	);
	const storage = await startServer({ ...shared, name: 'files' }, (app) => files.routes(app));
	files.origin = storage.url;

	return {
		...api,
		filesUrl: storage.url,
		settings,
		world,
		events,
		callers,
		early: polls.early,
		happen,
		credential: {
			type: 'codeHostingApi',
			data: {
				baseUrl: api.url,
				token: LOCAL_TOKEN,
				scheme: 'token',
				vendorNames: 'specified',
				apiVersion: '2022-11-28',
			},
		},
		appCredential: {
			type: 'codeHostingAppApi',
			data: {
				baseUrl: api.url,
				appId: APP_ID,
				privateKey: callers.privateKey,
				installationId: INSTALLATION_ID,
				vendorNames: 'specified',
				apiVersion: '2022-11-28',
				installationToken: '',
			},
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await Promise.all([api.close(), storage.close()]);
		},
	};
}

/** Knows who asks, and counts it. Asking for the rate limit is free, and so is an unchanged answer. */
function addAuthentication(app: FastifyInstance, callers: Callers): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!request.headers['user-agent'])
			throw apiError(
				403,
				'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
			);
		const caller = callers.of(request.headers);
		request.caller = caller;
		void reply.headers(
			request.url.startsWith('/rate_limit') ? callers.headers(caller) : callers.spend(caller),
		);
	});
	app.addHook('onSend', async (request, reply) => {
		if (reply.statusCode === 304 && request.method === 'GET')
			void reply.headers(callers.refund(request.caller));
	});
}

/** POST /_control/settings, and /_control/events with an event: something happens. */
function controlRoutes(
	app: FastifyInstance,
	settings: Settings,
	happen: (event: NewEvent, name?: string) => StoredEvent,
): void {
	app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
	app.post<{ Body: NewEvent & { repository?: string } }>(
		'/_control/events',
		async ({ body: { repository, ...event } }) => ({ id: happen(event, repository).id }),
	);
}

/** For a person who tries the pack: feeds that grow while they are looked at, with the delays of the specification. */
export const startCodeHostingDemo = async ({ port }: { port: number }): Promise<CodeService> => {
	const service = await startCodeService({
		port,
		settings: { generateEveryMs: 20_000, lateEventEvery: 25 },
	});
	// The main branch is green, so that there can be a release.
	const [repository] = service.world.repositories;
	service.world.end(
		repository!,
		service.world.start(repository!, repository!.workflows[0]!.id, 'main', 'push', 0),
		'success',
	);
	for (let index = 40; index > 0; index--)
		service.happen({
			agoMs: index * 600_000,
			type: ['PushEvent', 'WatchEvent', 'CreateEvent'][index % 3]!,
		});
	return service;
};

export { ORGANIZATION };
