// Which requests a fault or a question is about: '[METHOD ]/path', with * for any run of characters.

export interface Addressed {
	method: string;
	/** Path without the query. */
	path: string;
}

/** The path of a request target, without its query. */
export const pathOf = (url: string): string => url.split('?')[0] ?? '';

/** The switches of the service itself: no fault meets them and no log counts them. */
export const isControl = (url: string): boolean => url.startsWith('/_control/');

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** A predicate for a pattern such as 'POST /api/v2/generations' or '/media/*'; all requests without one. */
export function matching(pattern?: string): (request: Addressed) => boolean {
	if (pattern === undefined) return () => true;
	const [, method, glob = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(pattern) ?? [];
	const path = new RegExp(`^${glob.split('*').map(escaped).join('.*')}$`);
	return (request) => (!method || method === request.method) && path.test(request.path);
}
