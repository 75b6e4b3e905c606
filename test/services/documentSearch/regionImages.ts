// Cropped images of regions. Their links expire, point to a separate origin and reject credentials.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { picture } from '../kit/picture';
import { apiError } from './errors';

export class RegionImages {
	/** Origin of the links. Set once the server listens. */
	origin = '';
	/** How long a link is valid, in milliseconds of the service's clock. */
	lifetimeMs = 5 * 60_000;
	/** Expiry times by name. */
	private readonly links = new Map<string, number>();

	constructor(private readonly clock: Clock) {}

	link(): string {
		const name = randomBytes(18).toString('base64url');
		this.links.set(name, this.clock.now() + this.lifetimeMs);
		return `${this.origin}/regions/${name}.png`;
	}

	routes(app: FastifyInstance): void {
		app.get<{ Params: { name: string } }>(
			'/regions/:name.png',
			async ({ params, headers }, reply) => {
				if (headers.authorization !== undefined || headers['x-api-key'] !== undefined)
					throw apiError(400, 'Image links do not accept credentials.');
				if ((this.links.get(params.name) ?? 0) < this.clock.now())
					throw apiError(403, 'The link has expired.');
				return reply.type('image/png').send(picture);
			},
		);
	}
}
