// Requests below a location, told apart by collection, record and verb: `POST importJobs/{}:run`.
import type { Json } from './store';

export interface ResourceRequest {
	/** `projects/p/locations/l` */
	location: string;
	/** Full name of the record, or of the collection where the request is about that. */
	name: string;
	/** Key in the table of handlers. */
	key: string;
	query: Json;
	body: Json;
}

export type Handler = (request: ResourceRequest) => unknown;
export type Handlers = Record<string, Handler>;

/** What a request is about; nothing for a path that lies below no location. */
export function parseRequest(
	method: string,
	path: string,
	query: Json,
	body: unknown,
): ResourceRequest | undefined {
	const [, place, below = ''] =
		/^\/v1alpha1\/(projects\/[^/]+\/locations\/[^/:]+)\/?(.*)$/.exec(path) ?? [];
	if (place === undefined) return undefined;
	const [below0 = '', verb] = below.split(':');
	const segments = below0.split('/').filter(Boolean).map(decodeURIComponent);
	const pattern = segments.map((segment, at) => (at % 2 === 1 ? '{}' : segment)).join('/');
	return {
		location,
		name: [place, ...segments].join('/'),
		key: `${method} ${pattern}${verb === undefined ? '' : `:${verb}`}`,
		query,
		body: (body ?? {}) as Json,
	};
}
