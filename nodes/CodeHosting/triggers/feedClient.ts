/** Reads the pages of a feed over HTTP, with ETags and redirects. */
import type { IDataObject } from 'n8n-workflow';
import { parseJson, send } from '../../engine';
import {
	type Connection,
	type HttpResponse,
	isObject,
	PackError,
	toText,
} from '../../engine/describe';
import { nextPageIn } from '../paging';
import { isPermanentRedirect, maxRedirects, redirectPath } from '../redirects';
import type { FeedInfo, FeedReader } from './pollFeeds';
import { timelineWindow, type FeedEvent, type PageResult } from './readFeed';

/**
 * Maximum length of an ETag or a new path. Longer ones are not stored: servers reject requests that
 * are too large (414, 431), so every following poll would fail.
 */
const maxStoredLength = 1024;

export interface FeedRequest {
	readonly path: string;
	/** Scope that the credential requires. */
	readonly permission?: string;
}

export function createFeedReader(
	connection: Connection,
	{ path, permission }: FeedRequest,
): FeedReader {
	let info: FeedInfo = {};
	let firstResponseAt: number | undefined;
	return {
		info: () => info,
		async read(page, etag, address) {
			const { response, newPath } = await sendAndFollow(
				connection,
				{ path: info.address ?? address ?? path, permission },
				page,
				usableEtag(etag),
			);
			firstResponseAt ??= Date.now();
			const intervalSeconds = Number(response.headers['x-poll-interval'] ?? NaN);
			const nextPollAt = Math.max(info.nextPollAt ?? 0, firstResponseAt + intervalSeconds * 1000);
			info = {
				...info,
				...(Number.isFinite(nextPollAt) ? { nextPollAt } : {}),
				...(newPath ? { address: newPath } : {}),
			};
			return parsePage(response);
		},
	};
}

interface FollowedResponse {
	readonly response: HttpResponse;
	/**
	 * Path after the permanent redirects that precede any temporary redirect. Not set if there are
	 * none. Paths longer than `maxStoredLength` are skipped.
	 */
	readonly newPath?: string;
}

/** Sends the request and follows permanent (301, 308) and temporary redirects. */
async function sendAndFollow(
	connection: Connection,
	{ path, permission }: FeedRequest,
	page: number,
	etag: string | undefined,
): Promise<FollowedResponse> {
	const query = { per_page: timelineWindow.pageSize, ...(page > 1 ? { page } : {}) };
	let url = path;
	let newPath: string | undefined;
	let isPermanent = true;
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		const response = await send(
			connection,
			{ method: 'GET', url, query, headers: etag === undefined ? {} : { 'if-none-match': etag } },
			{
				idempotency: 'safe',
				as: 'location',
				permission,
				records: [{ label: 'Feed', value: path, byName: true }],
			},
		);
		if (response.status === 304 || response.status < 300)
			return { response, ...(newPath ? { newPath } : {}) };
		url = redirectPath(connection, 'feed', url, response.headers.location);
		isPermanent &&= isPermanentRedirect(response.status);
		if (isPermanent && url.length <= maxStoredLength) newPath = url;
	}
	throw new PackError('Too many redirects while reading the feed', {
		hint: 'Enter the current names of the owner and the repository.',
	});
}

function parsePage({ status, headers, body }: HttpResponse): PageResult {
	const { link } = headers;
	const etag = usableEtag(headers.etag);
	const next = typeof link === 'string' ? { hasNext: nextPageIn(link) !== undefined } : {};
	if (status === 304) return { unchanged: true, ...next };
	const events = parseBody(body);
	if (!Array.isArray(events))
		throw new PackError('The response did not contain a list of events', {
			hint: 'Check the base URL in the credential.',
		});
	return {
		events: events.filter(isObject).map(toEvent),
		...(etag === undefined ? {} : { etag }),
		...next,
	};
}

const usableEtag = (etag: unknown): string | undefined =>
	typeof etag === 'string' && etag.length <= maxStoredLength ? etag : undefined;

function parseBody(body: unknown): unknown {
	try {
		return parseJson(typeof body === 'string' ? body : '');
	} catch {
		return undefined;
	}
}

const toEvent = (event: IDataObject): FeedEvent => ({
	...event,
	id: toText(event.id),
	created_at: typeof event.created_at === 'string' ? event.created_at : null,
});
