import type { FastifyRequest } from 'fastify';
import { badRequest } from './errors';

/** The values of a form body. @throws HttpError 400 for a body of another type */
export function readForm({ headers, body }: FastifyRequest): Readonly<Record<string, string>> {
	const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
	if (!isForm || typeof body !== 'string') throw badRequest('Request', 'body');
	return Object.fromEntries(new URLSearchParams(body));
}
