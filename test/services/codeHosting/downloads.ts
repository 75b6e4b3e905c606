// The second host: what a download link leads to. It refuses a credential, and links that are too old.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { failureBody, apiError } from './errors';
import type { Settings } from './settings';

interface Download {
	bytes: number;
	type: string;
	expires: number;
}

const CHUNK = Buffer.alloc(64 * 1024, 'tenfold ');

function* chunks(bytes: number): Generator<Buffer> {
	for (let left = bytes; left > 0; left -= CHUNK.length)
		yield left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
}

export class Downloads {
	origin = '';
	private readonly links = new Map<string, Download>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** A link that is good for a minute. */
	link(bytes: number, type: string): string {
		const token = randomUUID();
		this.links.set(token, { bytes, type, expires: this.clock.now() + this.settings.linkMs });
		return `${this.origin}/files/${token}?sig=${randomUUID()}`;
	}

	routes(app: FastifyInstance): void {
		app.get<{ Params: { token: string } }>('/files/:token', async ({ params, headers }, reply) => {
			if (headers.authorization !== undefined)
				return await reply
					.code(400)
					.send(
						failureBody(
							400,
							'Only one way of authentication is allowed: the signature in the query',
						),
					);
			const found = this.links.get(params.token);
			if (!found || found.expires < this.clock.now()) throw apiError(403, 'The link has expired');
			return await reply
				.type(found.type)
				.header('content-length', found.bytes)
				.send(Readable.from(chunks(found.bytes)));
		});
	}
}
