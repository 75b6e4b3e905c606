/**
 * Reads from the headers of an error response which scope the token lacks. Classic and OAuth tokens
 * have scopes. Fine-grained tokens and apps have permissions.
 */
import { type HttpResponse, toText } from '../engine/describe';

/**
 * @param message error message of the service
 * @returns for example `scope admin:org` or `permission actions=read`. Undefined if the token has
 * what is required, or if something else is missing, such as a role of the user.
 */
export function missingScope(
	{ status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
	message: string,
): string | undefined {
	if (status !== 403 && status !== 404) return undefined;
	const granted = headers['x-oauth-scopes'];
	if (typeof granted === 'string') {
		const accepted = namesIn(headers['x-accepted-oauth-scopes']);
		const has = namesIn(granted);
		return accepted.length === 0 || accepted.some((scope) => has.includes(scope))
			? undefined
			: `scope ${accepted.join(' or ')}`;
	}
	// The header does not depend on what the token has. With status 403, only the message shows
	// whether the token or the user lacks the permission.
	const isPermission = status === 404 || message.startsWith('Resource not accessible by');
	const permissions = toText(headers['x-accepted-github-permissions']).trim();
	return isPermission && permissions !== ''
		? `permission ${permissions.split(/;\s*/).map(joinSet).join(' or ')}`
		: undefined;
}

/** A set of permissions that are all required: `actions=read,contents=read`. */
const joinSet = (set: string): string => set.split(/,\s*/).join(' and ');

const namesIn = (header: unknown): string[] =>
	toText(header)
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
