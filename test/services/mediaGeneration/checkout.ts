// Checkout: prices of credit packs by country, and a simulated payment page.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Account, Accounts, Caller } from './accounts';
import { apiError } from './errors';

/** Prices of the packs in USD, before tax. */
const PACKS: Readonly<Record<string, number>> = { '100': 3.99, '1000': 29.99 };

/** Currency and sales tax of the supported countries. The rates are made up. */
const COUNTRIES: Readonly<Record<string, readonly [currency: string, tax: number]>> = {
	AT: ['EUR', 0.2],
	AU: ['AUD', 0.1],
	BE: ['EUR', 0.21],
	BR: ['BRL', 0.17],
	CA: ['CAD', 0.05],
	CH: ['CHF', 0.081],
	DE: ['EUR', 0.19],
	DK: ['DKK', 0.25],
	ES: ['EUR', 0.21],
	FI: ['EUR', 0.255],
	FR: ['EUR', 0.2],
	GB: ['GBP', 0.2],
	IE: ['EUR', 0.23],
	IN: ['INR', 0.18],
	IT: ['EUR', 0.22],
	JP: ['JPY', 0.1],
	MX: ['MXN', 0.16],
	NL: ['EUR', 0.21],
	NO: ['NOK', 0.25],
	PL: ['PLN', 0.23],
	PT: ['EUR', 0.23],
	SE: ['SEK', 0.25],
	US: ['USD', 0],
};

/** Exchange rates: units of the currency per USD. */
const RATES: Readonly<Record<string, number>> = {
	USD: 1,
	EUR: 0.92,
	GBP: 0.79,
	CHF: 0.88,
	CAD: 1.36,
	AUD: 1.52,
	JPY: 150,
	INR: 83,
	BRL: 5,
	MXN: 17,
	PLN: 4,
	SEK: 10.5,
	NOK: 10.7,
	DKK: 6.9,
};

interface Order {
	account: Account;
	credits: number;
	paid: boolean;
}

const FIELDS = ['pack', 'country', 'currency'];
const page = (text: string, button = '') =>
	`<!doctype html><meta charset="utf-8"><title>Checkout</title><p>${text}</p>${button}`;

/** Rounds to cents. The yen has none. */
const rounded = (amount: number, currency: string): number =>
	currency === 'JPY' ? Math.round(amount) : Math.round(amount * 100) / 100;

function validateCheckout(body: unknown): { pack: string; country?: string; currency?: string } {
	const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
	const unknown = Object.keys(sent).find((name) => !FIELDS.includes(name));
	if (unknown !== undefined) throw apiError('validation_failed', `Unknown field: ${unknown}.`);
	const { pack, country, currency } = sent;
	if (typeof pack !== 'string' || !(pack in PACKS))
		throw apiError('validation_failed', 'pack must be 100 or 1000.');
	if (country !== undefined && !(typeof country === 'string' && country in COUNTRIES)) {
		throw apiError('invalid_billing', `Unsupported country: ${String(country)}.`);
	}
	if (currency !== undefined && !(typeof currency === 'string' && currency in RATES)) {
		throw apiError('invalid_billing', `Unsupported currency: ${String(currency)}.`);
	}
	return {
		pack,
		...(country !== undefined && { country }),
		...(currency !== undefined && { currency }),
	};
}

/**
 * The amounts of a Checkout. Country, tax and total are included only if the request has a country.
 */
function priceCheckout({
	pack,
	country,
	currency: requestedCurrency,
}: ReturnType<typeof validateCheckout>): Record<string, unknown> {
	const [localCurrency, taxRate] = (country === undefined ? undefined : COUNTRIES[country]) ?? [
		'USD',
		0,
	];
	const currency = requestedCurrency ?? localCurrency;
	const subtotal = rounded((PACKS[pack] ?? 0) * (RATES[currency] ?? 1), currency);
	const tax = rounded(subtotal * taxRate, currency);
	return {
		pack,
		credits: Number(pack),
		currency,
		subtotal,
		...(country !== undefined && { country, tax, total: rounded(subtotal + tax, currency) }),
	};
}

export class Checkouts {
	private readonly orders = new Map<string, Order>();

	constructor(private readonly accounts: Accounts) {}

	/** POST /api/v2/checkout. */
	routes(app: FastifyInstance, callerOf: (request: object) => Caller): void {
		app.post('/api/v2/checkout', async (request, reply) => {
			const amounts = priceCheckout(validateCheckout(request.body));
			const token = randomBytes(24).toString('base64url');
			this.orders.set(token, {
				account: callerOf(request).account,
				credits: Number(amounts.credits),
				paid: false,
			});
			const origin = `${request.protocol}://${request.host}`;
			return reply.code(201).send({ checkout_url: `${origin}/checkout/${token}`, ...amounts });
		});
	}

	/**
	 * The page at checkout_url, which can be used once. Its button adds the credits without a
	 * payment.
	 */
	pages(app: FastifyInstance): void {
		app.get<{ Params: { token: string } }>(
			'/checkout/:token',
			async ({ params: { token } }, reply) => {
				const order = this.openOrder(token);
				const button = '<form method="post"><button>Pay</button></form>';
				return reply
					.type('text/html')
					.send(page(`${order.credits} credits. This is a simulation: you do not pay.`, button));
			},
		);
		app.post<{ Params: { token: string } }>(
			'/checkout/:token',
			async ({ params: { token } }, reply) => {
				const order = this.openOrder(token);
				order.paid = true;
				this.accounts.credit(order.account, 'purchase', order.credits);
				return reply.type('text/html').send(page(`${order.credits} credits were added.`));
			},
		);
	}

	private openOrder(token: string): Order {
		const order = this.orders.get(token);
		if (!order || order.paid)
			throw apiError('not_found', 'This checkout does not exist or has been paid.');
		return order;
	}
}
