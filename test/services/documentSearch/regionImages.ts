// Cropped images of regions. Their links expire, point to a separate origin and reject credentials.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { png } from '../kit/images';
import { apiError } from './errors';
import type { Chunk } from './library';

export class RegionImages {
	/** Origin of the links. Set once the server listens. */
	origin = '';
	/** How long a link is valid, in milliseconds of the service's clock. */
	lifetimeMs = 5 * 60_000;
	private readonly links = new Map<string, { content: Buffer; expiresAt: number }>();

	constructor(private readonly clock: Clock) {}

	link(chunk: Chunk, region: number): string {
		const name = randomBytes(18).toString('base64url');
		this.links.set(name, {
			content: png(64, 32, chunk.regions[region]!.imageColor!),
			expiresAt: this.clock.now() + this.lifetimeMs,
		});
		return `${this.origin}/regions/${name}.png`;
	}

	routes(app: FastifyInstance): void {
		app.get<{ Params: { name: string } }>(
			'/regions/:name.png',
			async ({ params, headers }, reply) => {
				if (headers.authorization !== undefined || headers['x-api-key'] !== undefined)
					throw apiError(400, 'Image links do not accept credentials.');
				const found = this.links.get(params.name);
				if (!found || found.expiresAt < this.clock.now())
					throw apiError(403, 'The link has expired.');
				return reply.type('image/png').send(found.content);
			},
		);
	}
}
