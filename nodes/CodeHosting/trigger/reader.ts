/** Reads pages of a feed over HTTP: with its ETag, and along moves that the service tells of. */
import type { IDataObject } from 'n8n-workflow';
import { type Connection, type HttpResponse, PackError } from '../../engine/describe';
import { parseJson } from '../../engine/input/parseJson';
import { send } from '../../engine/transport/send';
import { nextIn } from '../paging';
import { timelineWindow, type FeedEvent, type PageAnswer } from './feed';
import type { FeedReader, Surroundings, Terms } from './machine';

const mostMoves = 5;

/** A feed as it is asked for. */
export interface Watch {
	readonly path: string;
	/** What a credential needs for it. */
	readonly scope?: string;
}

export function feedReader(connection: Connection, { path, scope }: Watch): FeedReader {
	let terms: Terms = {};
	let answeredAt: number | undefined;
	return {
		terms: () => terms,
		async read(page, etag, address) {
			const { answer, moved } = await followed(
				connection,
				{ path: terms.address ?? address ?? path, scope },
				page,
				etag,
			);
			answeredAt ??= Date.now();
			const interval = Number(answer.headers['x-poll-interval'] ?? NaN);
			const restUntil = Math.max(terms.restUntil ?? 0, answeredAt + interval * 1000);
			terms = {
				...terms,
				...(Number.isFinite(restUntil) ? { restUntil } : {}),
				...(moved ? { address: moved } : {}),
			};
			return pageOf(answer);
		},
	};
}

interface Followed {
	readonly answer: HttpResponse;
	/** Where the page is for good. */
	readonly moved?: string;
}

/** Asks, and goes after the answer where it has moved: for good (301, 308), or for this time. */
async function followed(
	connection: Connection,
	{ path, scope }: Watch,
	page: number,
	etag: string | undefined,
): Promise<Followed> {
	const query = { per_page: timelineWindow.pageSize, ...(page > 1 ? { page } : {}) };
	let url = path;
	let moved: string | undefined;
	let isForGood = true;
	for (let hop = 0; hop <= mostMoves; hop++) {
		const answer = await send(
			connection,
			{ method: 'GET', url, query, headers: etag === undefined ? {} : { 'if-none-match': etag } },
			{ replay: 'safe', as: 'location', scope },
		);
		if (answer.status === 304 || answer.status < 300)
			return { answer, ...(moved ? { moved } : {}) };
		url = placeIn(connection, url, answer.headers.location);
		isForGood &&= answer.status === 301 || answer.status === 308;
		if (isForGood) moved = url;
	}
	throw new PackError('The feed moves on and on', {
		hint: 'Give the present names of owner and repository.',
	});
}

/** The path that a redirect names, relative to the service. The credential goes nowhere else. */
function placeIn({ address }: Connection, from: string, location: unknown): string {
	const base = new URL(address);
	const to =
		typeof location === 'string' && URL.canParse(location, address + from)
			? new URL(location, address + from)
			: undefined;
	if (to?.origin === base.origin && to.pathname.startsWith(base.pathname.replace(/\/$/, '')))
		return to.pathname.slice(base.pathname.replace(/\/$/, '').length);
	throw new PackError(
		`The feed has moved to another address: ${to?.origin ?? 'an unreadable one'}`,
		{
			hint: 'Check the base URL of the credential.',
		},
	);
}

function pageOf({ status, headers, body }: HttpResponse): PageAnswer {
	const { etag, link } = headers;
	const next = typeof link === 'string' ? { hasNext: nextIn(link) !== undefined } : {};
	if (status === 304) return { unchanged: true, ...next };
	const events = parsed(body);
	if (!Array.isArray(events))
		throw new PackError('The service sent no list of events', {
			hint: 'Check the base URL of the credential.',
		});
	return { events: events.map(asEvent), ...(typeof etag === 'string' ? { etag } : {}), ...next };
}

function parsed(body: unknown): unknown {
	try {
		return parseJson(typeof body === 'string' ? body : '');
	} catch {
		return undefined;
	}
}

const asEvent = (event: IDataObject): FeedEvent => ({
	...event,
	id: String(event.id),
	created_at: typeof event.created_at === 'string' ? event.created_at : null,
});

/** Shortest wait after a limit on abuse that names no time. */
const unsaidWaitMs = 60_000;
const leastAbuseWaitMs = 5_000;

/** What an error means for the next poll: limits and bad times pass, and the service says how long they last. */
export const judge: Surroundings['judge'] = (error) => {
	if (!(error instanceof PackError)) return { isPassing: false };
	const { status, code, retryAfterMs: askedMs } = error.details;
	if (code === 'rate_limit') return { isPassing: true, waitMs: askedMs ?? unsaidWaitMs };
	if (code?.startsWith('abuse_limit'))
		return { isPassing: true, waitMs: Math.max(askedMs ?? unsaidWaitMs, leastAbuseWaitMs) };
	if (status === 404 || status === 410) return { isPassing: false, isGone: true };
	// Without a status there was no whole answer: the network, or a service that is down.
	const isPassing = status === undefined ? code !== undefined : status === 429 || status >= 500;
	return { isPassing, ...(askedMs === undefined ? {} : { waitMs: askedMs }) };
};
