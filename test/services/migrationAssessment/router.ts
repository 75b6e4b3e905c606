// Parses requests for resources of a location into handler keys such as `POST importJobs/{}:run`.
import type { Json } from './store';

export interface ResourceRequest {
	/** `projects/p/locations/l` */
	location: string;
	/** Resource name, or the name of the collection. */
	name: string;
	/** Key of the handler. */
	key: string;
	query: Json;
	body: Json;
}

export type Handler = (request: ResourceRequest) => unknown;
export type Handlers = Record<string, Handler>;

/** Returns undefined if the path does not contain a location. */
export function parseRequest(
	method: string,
	path: string,
	query: Json,
	body: unknown,
): ResourceRequest | undefined {
	const [, location, rest = ''] =
		/^\/v1alpha1\/(projects\/[^/]+\/locations\/[^/:]+)\/?(.*)$/.exec(path) ?? [];
	if (location === undefined) return undefined;
	const [resourcePath = '', verb] = rest.split(':');
	const segments = resourcePath.split('/').filter(Boolean).map(decodeURIComponent);
	const pattern = segments.map((segment, index) => (index % 2 === 1 ? '{}' : segment)).join('/');
	return {
		location,
		name: [location, ...segments].join('/'),
		key: `${method} ${pattern}${verb === undefined ? '' : `:${verb}`}`,
		query,
		body: (body ?? {}) as Json,
	};
}
