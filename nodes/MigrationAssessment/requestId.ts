/** Ids that make a request repeatable: the service answers a second one with the first one's result, for an hour. */
import { createHash } from 'node:crypto';

/**
 * A UUID out of an item's key (version 8, RFC 9562): the same for every try of the same request.
 * @param step tells the requests of one item apart
 */
export function requestIdOf(key: string, step = ''): string {
	const hex = createHash('sha256').update(`${key}\n${step}`).digest('hex');
	const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
