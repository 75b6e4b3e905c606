// The code-hosting service on this computer, as part A of the specification describes it.

import type { FastifyInstance } from 'fastify';
import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { activityRoutes } from './activityRoutes';
import { APP_ID, Callers, INSTALLATION_ID, LOCAL_TOKEN } from './callers';
import { eventRoutes, Polls, type Early } from './eventRoutes';
import { Files } from './downloads';
import { keyRoutes } from './secretRoutes';
import { machineRoutes } from './runnerRoutes';
import { codedRefusal, failureBody, refusal } from './errors';
import { defineRoutes, type Rooms } from './router';
import { runRoutes } from './workflowRunRoutes';
import { standardSettings, type Settings } from './settings';
import { Timeline, type NewEvent, type Stored } from './eventStore';
import { vaultsReady } from './secretStore';
import { ORGANIZATION, World } from './store';

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
	world: World;
	timeline: Timeline;
	callers: Callers;
	/** Feed requests that came before the poll interval was over. */
	early: readonly Early[];
	/** Something happens in a repository, the first one unless named. */
	happen(event?: NewEvent, name?: string): Stored;
	/** What a person enters: a token, an app's key. */
	credential: { type: string; data: Record<string, string> };
	appCredential: { type: string; data: Record<string, string> };
}

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startCodeService(options: CodeServiceOptions = {}): Promise<CodeService> {
	await vaultsReady();
	const clock = options.clock ?? new Clock();
	const faults = new Faults(options.seed);
	const requests = new RequestLog(20_000);
	const settings: Settings = { ...standardSettings(), ...options.settings };
	const world = new World(clock);
	const timeline = new Timeline(clock, settings);
	const callers = new Callers(clock, settings);
	const files = new Files(clock, settings);
	const rooms: Rooms = { clock, settings, world, timeline, callers, files };
	const polls = new Polls(rooms);
	const happen = (event?: NewEvent, name = world.repositories[0]!.name): Stored =>
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
			errorForCode: (code) => codedRefusal(code, clock.now()),
			state: () => ({
				events: timeline.all.length,
				early: polls.early,
				starred: world.repositories.filter(({ starred }) => starred).map(({ name }) => name),
			}),
			control: (app) => controlRoutes(app, settings, happen),
		},
		(app) => {
			admit(app, callers);
			defineRoutes(app, rooms, [
				...eventRoutes(rooms, polls),
				...runRoutes(rooms),
				...keyRoutes(rooms),
				...machineRoutes(rooms),
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
		timeline,
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
function admit(app: FastifyInstance, callers: Callers): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!request.headers['user-agent'])
			throw refusal(
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
			void reply.headers(callers.giveBack(request.caller));
	});
}

/** POST /_control/settings, and /_control/events with an event: something happens. */
function controlRoutes(
	app: FastifyInstance,
	settings: Settings,
	happen: (event: NewEvent, name?: string) => Stored,
): void {
	app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
	app.post<{ Body: NewEvent & { repository?: string } }>(
		'/_control/events',
		async ({ body: { repository, ...event } }) => ({ id: happen(event, repository).id }),
	);
}

/** For a person who tries the pack: feeds that grow while they are looked at, with the delays of the specification. */
export const startDemonstration = async ({ port }: { port: number }): Promise<CodeService> => {
	const service = await startCodeService({
		port,
		settings: { growEveryMs: 20_000, lateOneIn: 25 },
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
