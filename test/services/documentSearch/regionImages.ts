// Cropped images of regions, behind links on an origin of their own that expire and take no credential.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { png } from '../kit/images';
import type { Chunk } from './library';
import { refusal } from './errors';

export class RegionPictures {
	/** Origin of the links; known once its listener is. */
	origin = '';
	/** How long a link works, in milliseconds of the service's clock. */
	lifetimeMs = 5 * 60_000;
	private readonly links = new Map<string, { content: Buffer; until: number }>();

	constructor(private readonly clock: Clock) {}

	link(chunk: Chunk, region: number): string {
		const name = randomBytes(18).toString('base64url');
		this.links.set(name, {
			content: png(64, 32, chunk.regions[region]!.picture!),
			until: this.clock.now() + this.lifetimeMs,
		});
		return `${this.origin}/regions/${name}.png`;
	}

	routes(app: FastifyInstance): void {
		app.get<{ Params: { name: string } }>(
			'/regions/:name.png',
			async ({ params, headers }, reply) => {
				if (headers.authorization !== undefined || headers['x-api-key'] !== undefined)
					throw refusal(400, 'A credential was sent to a link that takes none.');
				const found = this.links.get(params.name);
				if (!found || found.until < this.clock.now()) throw refusal(403, 'The link has expired.');
				return reply.type('image/png').send(found.content);
			},
		);
	}
}
