import { choice, operation, resource, text } from '../../engine/describe';
import { checkout as shape } from '../shapes';

export const checkout = resource('Checkout', {
	default: 'create',
	operations: {
		create: operation({
			action: 'Create a checkout link',
			collection: 'additionalFields',
			description:
				'Create a single-use payment link for a credit pack; nothing is charged until the link is used to pay',
			request: 'POST /api/v2/checkout',
			shape,
			simplify: [
				'checkout_url',
				'pack',
				'credits',
				'currency',
				'subtotal',
				'country',
				'tax',
				'total',
			],
			fields: {
				pack: choice(
					'Pack',
					{ '100': '100 Credits', '1000': '1000 Credits' },
					{ default: '100', required: true, description: 'How many credits to buy' },
				),
			},
			options: {
				country: text('Country', {
					description:
						'Two-letter country code of the account holder. If set, the response includes the tax and the total.',
					placeholder: 'e.g. DE',
					pattern: /^[A-Za-z]{2}$/,
					expected: 'a two-letter country code (ISO 3166-1 alpha-2)',
				}),
				currency: text('Currency', {
					description: 'Three-letter currency code to use instead of the currency of the country',
					placeholder: 'e.g. EUR',
					pattern: /^[A-Za-z]{3}$/,
					expected: 'a three-letter currency code (ISO 4217)',
				}),
			},
		}),
	},
});
