/**
 * Request IDs make requests idempotent: for an hour, the service returns the result of the first
 * request with the same ID.
 */
import { createHash } from 'node:crypto';

/**
 * A UUID derived from the idempotency key of an item (version 8, RFC 9562). It is the same for
 * every attempt of a request.
 * @param step distinguishes several requests of the same item
 */
export function requestIdOf(key: string, step = ''): string {
	const hex = createHash('sha256').update(`${key}\n${step}`).digest('hex');
	const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
