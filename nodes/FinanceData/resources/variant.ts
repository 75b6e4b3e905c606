import { id, operation, resource } from '../../engine/describe';
import { allEntities } from '../entities';
import { write } from '../jobs';
import {
	accessToken,
	dataField,
	idOf,
	checkWrite,
	needsConnection,
	unwrapData,
	writeFields,
	writeOptions,
} from '../operations';
import { recordNamed } from '../wrapping';

const productId = idOf(allEntities.find(({ key }) => key === 'product')!);
const variantId = id('Variant', { placeholder: 'e.g. 00000000-0000-0000-0000-000000000000' });

/** Variants live below their product. */
export const variant = resource('Variant', {
	default: 'create',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a variant',
			request: 'POST /products/{productId}/variants',
			refine: recordNamed('variant'),
			fields: {
				productId,
				data: dataField('variant', 'Variant', 'option_values price sku'),
				...writeFields,
			},
			options: writeOptions,
			check: checkWrite,
			prepare: unwrapData('variant'),
			run: write,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a variant',
			request: 'PATCH /products/{productId}/variants/{variantId}',
			refine: recordNamed('variant'),
			fields: { productId, variantId, data: dataField('variant', 'Variant'), ...writeFields },
			options: writeOptions,
			check: checkWrite,
			prepare: unwrapData('variant'),
			run: write,
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a variant',
			request: 'DELETE /products/{productId}/variants/{variantId}',
			fields: { productId, variantId },
			options: { accessToken },
			check: needsConnection,
		}),
	},
});

/** What an order has beside the operations of every entity. */
export const fulfillment = operation({
	name: 'Create Fulfillment',
	action: 'Create a fulfillment of an order',
	request: 'POST /orders/{orderId}/fulfillments',
	refine: recordNamed('fulfillment'),
	fields: {
		orderId: idOf(allEntities.find(({ key }) => key === 'order')!),
		data: dataField('fulfillment', 'Fulfillment', 'carrier line_items tracking_number'),
		...writeFields,
	},
	options: writeOptions,
	check: checkWrite,
	prepare: unwrapData('fulfillment'),
	run: write,
});
