// Requests below a location, told apart by collection, record and verb: `POST importJobs/{}:run`.
import type { Json } from './store';

export interface Asked {
	/** `projects/p/locations/l` */
	place: string;
	/** Full name of the record, or of the collection where the request is about that. */
	name: string;
	/** Key in the table of handlers. */
	key: string;
	query: Json;
	body: Json;
}

export type Handler = (asked: Asked) => unknown;
export type Handlers = Record<string, Handler>;

/** What a request is about; nothing for a path that lies below no location. */
export function asked(method: string, path: string, query: Json, body: unknown): Asked | undefined {
	const [, place, below = ''] =
		/^\/v1alpha1\/(projects\/[^/]+\/locations\/[^/:]+)\/?(.*)$/.exec(path) ?? [];
	if (place === undefined) return undefined;
	const [below0 = '', verb] = below.split(':');
	const segments = below0.split('/').filter(Boolean).map(decodeURIComponent);
	const pattern = segments.map((segment, at) => (at % 2 === 1 ? '{}' : segment)).join('/');
	return {
		place,
		name: [place, ...segments].join('/'),
		key: `${method} ${pattern}${verb === undefined ? '' : `:${verb}`}`,
		query,
		body: (body ?? {}) as Json,
	};
}
