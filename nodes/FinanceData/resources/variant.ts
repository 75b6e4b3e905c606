import type { IDataObject } from 'n8n-workflow';
import { id, type InputContext, operation, resource } from '../../engine/describe';
import { entityWithKey } from '../entities';
import {
	accessToken,
	checkWrite,
	recordIdField,
	requireAccessToken,
	uuidPlaceholder,
	writeFields,
	writeOptions,
} from '../fields';
import { write } from '../jobs';
import { readRecord, recordFields } from '../recordFields';
import { unwrapRecord } from '../unwrapRecord';

const productId = recordIdField(entityWithKey('product'));
const variantId = id('Variant', { placeholder: uuidPlaceholder });

/** Adds the ID of the variant to the body, which requires it in addition to the path. */
const withVariantId =
	(prepare: ReturnType<typeof readRecord>) =>
	(input: IDataObject, context: InputContext): IDataObject => {
		const prepared = prepare(input, context);
		return { ...prepared, data: { id: input.variantId, ...(prepared.data as IDataObject) } };
	};

export const variant = resource('Variant', {
	default: 'create',
	operations: {
		create: operation({
			request: 'POST /products/{productId}/variants',
			refine: unwrapRecord('variant'),
			fields: {
				productId,
				...recordFields('variant.create', 'variant', 'Variant'),
				...writeFields,
			},
			options: writeOptions,
			check: checkWrite,
			prepare: readRecord('variant.create', 'variant'),
			overlapWaits: true,
			run: write,
		}),
		update: operation({
			request: 'PATCH /products/{productId}/variants/{variantId}',
			refine: unwrapRecord('variant'),
			fields: {
				productId,
				variantId,
				...recordFields('variant.update', 'variant', 'Variant'),
				...writeFields,
			},
			options: writeOptions,
			check: checkWrite,
			prepare: withVariantId(readRecord('variant.update', 'variant')),
			run: write,
		}),
		delete: operation({
			request: 'DELETE /products/{productId}/variants/{variantId}',
			effect: 'irreversible',
			fields: { productId, variantId },
			parents: ['productId', 'variantId'],
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
	effect: 'irreversible',
	refine: unwrapRecord('fulfillment'),
	fields: {
		orderId: recordIdField(entityWithKey('order')),
		...recordFields('order.createFulfillment', 'fulfillment', 'Fulfillment'),
		...writeFields,
	},
	options: writeOptions,
	check: checkWrite,
	prepare: readRecord('order.createFulfillment', 'fulfillment'),
	overlapWaits: true,
	run: write,
});
