import { id, operation, resource } from '../../engine/describe';
import { entityWithKey } from '../entities';
import {
	accessToken,
	checkWrite,
	dataField,
	recordIdField,
	requireAccessToken,
	unwrapData,
	uuidPlaceholder,
	writeFields,
	writeOptions,
} from '../fields';
import { write } from '../jobs';
import { unwrapRecord } from '../unwrapRecord';

const productId = recordIdField(entityWithKey('product'));
const variantId = id('Variant', { placeholder: uuidPlaceholder });

export const variant = resource('Variant', {
	default: 'create',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a variant',
			request: 'POST /products/{productId}/variants',
			refine: unwrapRecord('variant'),
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
			refine: unwrapRecord('variant'),
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
			check: requireAccessToken,
		}),
	},
});

/** Additional operation of the resource Order. */
export const createFulfillment = operation({
	name: 'Create Fulfillment',
	action: 'Create a fulfillment of an order',
	request: 'POST /orders/{orderId}/fulfillments',
	refine: unwrapRecord('fulfillment'),
	fields: {
		orderId: recordIdField(entityWithKey('order')),
		data: dataField('fulfillment', 'Fulfillment', 'carrier line_items tracking_number'),
		...writeFields,
	},
	options: writeOptions,
	check: checkWrite,
	prepare: unwrapData('fulfillment'),
	run: write,
});
