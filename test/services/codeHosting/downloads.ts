// Files behind download links. The links expire, point to a separate origin and reject credentials.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { apiError } from './errors';

interface Download {
	/** Content, or the size of a generated file. */
	content: string | number;
	type: string;
	expiresAt: number;
}

const LIFETIME_MS = 60_000;
const CHUNK = Buffer.alloc(64 * 1024, 'tenfold ');

function* chunks(bytes: number): Generator<Buffer> {
	for (let remaining = bytes; remaining > 0; remaining -= CHUNK.length)
		yield remaining >= CHUNK.length ? CHUNK : CHUNK.subarray(0, remaining);
}

export class Downloads {
	/** Origin of the links. Set after the server has started. */
	origin = '';
	private readonly links = new Map<string, Download>();

	constructor(private readonly clock: Clock) {}

	/** A link to a file with this content, or to a generated file of this size. */
	link(content: string | number, type: string): string {
		const token = randomUUID();
		this.links.set(token, { content, type, expiresAt: this.clock.now() + LIFETIME_MS });
		return `${this.origin}/files/${token}?sig=${randomUUID()}`;
	}

	routes(app: FastifyInstance): void {
		app.get<{ Params: { token: string } }>('/files/:token', async ({ params, headers }, reply) => {
			if (headers.authorization !== undefined)
				throw apiError(
					400,
					'Only one authentication method is allowed: the signature in the query',
				);
			const found = this.links.get(params.token);
			if (!found || found.expiresAt < this.clock.now()) throw apiError(403, 'The link has expired');
			const { content, type } = found;
			if (typeof content === 'string') return await reply.type(type).send(content);
			return await reply
				.type(type)
				.header('content-length', content)
				.send(Readable.from(chunks(content)));
		});
	}
}
