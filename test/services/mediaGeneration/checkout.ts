// Checkout: the documented prices of a credit pack. Nothing can be bought.

import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/media-generation.json';
import { DocumentedResponses } from '../kit/documentedResponses';
import { apiError } from './errors';

/** Prices of the packs, before tax. */
const PACKS: Readonly<Record<string, number>> = { '100': 3.99, '1000': 29.99 };
const TAX = 0.2;

const documented = new DocumentedResponses(responses);

/** POST /api/v2/checkout. Country, tax and total are included only if the request has a country. */
export function checkoutRoute(app: FastifyInstance): void {
	app.post('/api/v2/checkout', async (request, reply) => {
		const { pack, country, currency, ...rest } = request.body as Record<string, string | undefined>;
		const [unknown] = Object.keys(rest);
		if (unknown !== undefined) throw apiError('validation_failed', `Unknown field: ${unknown}.`);
		const subtotal = PACKS[String(pack)];
		if (subtotal === undefined) throw apiError('validation_failed', 'pack must be 100 or 1000.');
		return reply.code(201).send(
			documented.record('POST /api/v2/checkout', {
				checkout_url: `${request.protocol}://${request.host}/checkout`,
				pack,
				credits: Number(pack),
				currency: currency ?? 'EUR',
				subtotal,
				country,
				tax: country && subtotal * TAX,
				total: country && subtotal * (1 + TAX),
			}),
		);
	});
}
