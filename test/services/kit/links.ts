// Files behind links that cannot be guessed. The links expire, point to a separate origin and reject
// credentials.

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from './clock';

/** Content, or the size of a generated file. */
export type LinkedContent = Buffer | string | number;

const CHUNK = Buffer.alloc(64 * 1024, 'tenfold ');

function* chunks(bytes: number): Generator<Buffer> {
	for (let remaining = bytes; remaining > 0; remaining -= CHUNK.length)
		yield remaining >= CHUNK.length ? CHUNK : CHUNK.subarray(0, remaining);
}

export class Links {
	/** Origin of the links. Set once the server listens. */
	origin = '';
	private readonly files = new Map<
		string,
		{ content: LinkedContent; type: string; expiresAt: number }
	>();

	/**
	 * @param path first segment of the links, such as `files`
	 * @param refuse creates the error for a status: 400 for a credential, 403 for an expired link, and
	 * 404
	 */
	constructor(
		protected readonly clock: Clock,
		private readonly path: string,
		private readonly refuse: (status: 400 | 403 | 404, message: string) => Error,
		/** How long a link is valid, in milliseconds of the service's clock. */
		public lifetimeMs = Infinity,
	) {}

	/** The link of a file. Without content, it returns 404. */
	link(name: string, type: string, content?: LinkedContent): string {
		const path = `/${this.path}/${randomBytes(24).toString('base64url')}/${encodeURIComponent(name)}`;
		const expiresAt = this.clock.now() + this.lifetimeMs;
		if (content !== undefined) this.files.set(path, { content, type, expiresAt });
		return this.origin + path;
	}

	/** @throws an error if the request contains a credential */
	rejectCredentials({ headers }: FastifyRequest): void {
		if (headers.authorization !== undefined || headers['x-api-key'] !== undefined)
			throw this.refuse(400, 'Links do not accept credentials.');
	}

	routes(app: FastifyInstance): void {
		app.get(`/${this.path}/*`, async (request, reply) => {
			this.rejectCredentials(request);
			const file = this.files.get(request.url.split('?')[0]!);
			if (!file) throw this.refuse(404, 'File not found.');
			if (file.expiresAt < this.clock.now()) throw this.refuse(403, 'The link has expired.');
			const { content, type } = file;
			if (typeof content !== 'number') return reply.type(type).send(content);
			return reply
				.type(type)
				.header('content-length', content)
				.send(Readable.from(chunks(content)));
		});
	}
}
