// Event feeds. Clients poll them with ETags, at an interval that the service sets.

import { pathOf } from '../kit/requestPattern';
import { MAX_FEED_EVENTS, type StoredEvent } from './eventStore';
import { ORGANIZATION, USER, type Repository } from './model';
import { PageResponse, StatusResponse } from './responses';
import {
	organizationOf,
	repositoryById,
	type ApiRequest,
	type Context,
	type Routes,
} from './router';

/** A request for the first page of a feed before the poll interval was over. */
export interface EarlyPoll {
	path: string;
	earlyByMs: number;
}

export class PollMonitor {
	readonly early: EarlyPoll[] = [];
	private readonly lastPolls = new Map<string, { at: number; intervalS: number }>();

	constructor(private readonly context: Pick<Context, 'clock' | 'settings'>) {}

	/** The poll interval to return for this request, in seconds. */
	interval({ request, caller, query }: ApiRequest): number {
		const now = this.context.clock.now();
		const path = pathOf(request.url);
		const key = `${caller?.quotaKey ?? ''} ${path}`;
		const last = this.lastPolls.get(key);
		const intervalS = this.context.settings.pollIntervalS;
		if (Number(query.page ?? 1) !== 1) return last?.intervalS ?? intervalS;
		const earlyByMs = last ? last.at + last.intervalS * 1000 - now : 0;
		if (earlyByMs > 0) this.early.push({ path, earlyByMs });
		this.lastPolls.set(key, { at: now, intervalS });
		return intervalS;
	}
}

export function eventRoutes(context: Context, polls: PollMonitor): Routes {
	const { events, store } = context;
	const feed = (
		req: ApiRequest,
		includes: (event: StoredEvent) => boolean,
		options?: { delayed?: boolean },
	): PageResponse => {
		events.generateDueEvents(store.repositories[0]!);
		return new PageResponse(events.feed(includes, options), {
			maxRows: MAX_FEED_EVENTS,
			headers: { 'x-poll-interval': String(polls.interval(req)) },
		});
	};
	const isOwn = ({ caller, params }: ApiRequest): boolean =>
		caller?.login !== undefined && caller.login === params.username;
	const byUser = (req: ApiRequest, includePrivate: boolean) => (event: StoredEvent) =>
		event.actor === req.params.username && (event.public || (includePrivate && isOwn(req)));
	/** Only USER receives events: those of the organization's repositories. */
	const received = (req: ApiRequest, includePrivate: boolean) => (event: StoredEvent) =>
		req.params.username === USER.login &&
		event.repository.owner === ORGANIZATION &&
		(event.public || (includePrivate && isOwn(req)));
	const ofRepository = (repository: Repository) => (event: StoredEvent) =>
		event.repository === repository;

	return {
		'GET /events': (req) => feed(req, (event) => event.public, { delayed: true }),
		'GET /networks/:owner/:repo/events': (req) =>
			redirectIfRenamed(context, req, 'networks') ??
			feed(req, (event) => event.repository === req.repo && event.public),
		'GET /orgs/:org/events': (req) =>
			feed(req, (event) => event.public && event.repository.owner === organizationOf(req)),
		'GET /repos/:owner/:repo/events': (req) =>
			redirectIfRenamed(context, req, 'repositories') ?? feed(req, ofRepository(req.repo)),
		'GET /repositories/:repositoryId/events': (req) => feed(req, ofRepository(req.repo)),
		'GET /users/:username/events': (req) => feed(req, byUser(req, true)),
		'GET /users/:username/events/public': (req) => feed(req, byUser(req, false), { delayed: true }),
		'GET /users/:username/events/orgs/:org': (req) =>
			feed(req, (event) => event.repository.owner === organizationOf(req)),
		'GET /users/:username/received_events': (req) => feed(req, received(req, true)),
		'GET /users/:username/received_events/public': (req) =>
			feed(req, received(req, false), { delayed: true }),
	};
}

/**
 * If the request uses a former name of the repository, redirects it to the path with the repository
 * ID. Network feeds are redirected to the path with the current name.
 */
function redirectIfRenamed(
	{ store }: Context,
	{ params, request }: ApiRequest,
	kind: 'networks' | 'repositories',
): StatusResponse | undefined {
	const id = store.renamed.get(`${params.owner}/${params.repo}`.toLowerCase());
	if (id === undefined) return undefined;
	const { owner, name } = repositoryById(store, String(id));
	const query = request.url.includes('?') ? `?${request.url.split('?')[1]}` : '';
	const path =
		kind === 'networks' ? `/networks/${owner}/${name}/events` : `/repositories/${id}/events`;
	return new StatusResponse(
		301,
		{ message: 'Moved Permanently', url: path },
		{ location: `${request.protocol}://${request.host}${path}${query}` },
	);
}
