// Patterns that select requests: '[METHOD ]/path', where * matches any characters.

export interface RequestTarget {
	method: string;
	/** Path without the query. */
	path: string;
}

/** The path of a URL such as `/lists?page=2`, without the query. */
export const pathOf = (url: string): string => url.split('?')[0] ?? '';

/** Whether the request goes to the control API, which faults and the request log ignore. */
export const isControlRequest = (url: string): boolean => url.startsWith('/_control/');

const escapeRegExp = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/**
 * A predicate for a pattern such as 'POST /api/v2/generations' or '/media/*'. Without a pattern,
 * every request matches.
 */
export function requestMatcher(pattern?: string): (request: RequestTarget) => boolean {
	if (pattern === undefined) return () => true;
	const [, method, glob = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(pattern) ?? [];
	const path = new RegExp(`^${glob.split('*').map(escapeRegExp).join('.*')}$`);
	return (request) => (!method || method === request.method) && path.test(request.path);
}
