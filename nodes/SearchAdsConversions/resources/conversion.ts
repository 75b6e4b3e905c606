import type { IDataObject } from 'n8n-workflow';
import { byOffset, date, operation, resource, scope, text } from '../../engine/describe';
import { moment, segmentationType, wide } from '../conversion';
import { sendRows } from '../rows';
import { availability, conversion as shape, conversionBrief } from '../shapes';
import {
	rowFields,
	rowsPerRequest,
	sendingOptions,
	unnamedRows,
	uploadOf,
	uploadOptions,
} from '../upload';

export const permission = 'https://www.googleapis.com/auth/doubleclicksearch';

export const agencyId = wide('Agency ID', {
	description: 'The agency that the advertiser belongs to',
});
export const advertiserId = wide('Advertiser ID', {
	description: 'The advertiser that the conversions belong to',
});
const engineAccountId = wide('Engine Account ID', {
	description: 'The engine account whose conversions are read',
});
const customerId = text('Customer ID', {
	description: 'Client account in the renewed product, without hyphens',
	placeholder: 'e.g. 1234567890',
});

/** In a collection a field is there because somebody wants it; the form need not ask for it. */
const optional = <F extends object>(field: F) => ({ ...field, required: false as const });

const earliest = 20091101;
const day = (label: string, description: string) =>
	date(label, {
		description,
		required: true,
		format: 'compact',
		placeholder: 'e.g. 2026-01-31',
		rule: (value) => (Number(value) < earliest ? 'must be 2009-11-01 or later' : undefined),
	});

const period = {
	startDate: day('From', 'First day of the period'),
	endDate: day('Until', 'Last day of the period; it is part of it'),
};
const inOrder = ({ startDate, endDate }: { startDate: unknown; endDate: unknown }) =>
	Number(startDate) > Number(endDate)
		? { field: 'endDate' as const, problem: 'must not be before From' }
		: undefined;

const filters = {
	adGroupId: optional(wide('Ad Group ID', { description: 'Only conversions of this ad group' })),
	adId: optional(wide('Ad ID', { description: 'Only conversions of this ad' })),
	campaignId: optional(wide('Campaign ID', { description: 'Only conversions of this campaign' })),
	criterionId: optional(
		wide('Criterion ID', { description: 'Only conversions of this keyword or other criterion' }),
	),
};

const listing = {
	paging: byOffset({
		rows: 'conversion',
		offset: 'startRow',
		size: { name: 'rowCount', maximum: 1000 },
	}),
	simplify: conversionBrief,
	shape,
	scope: permission,
	check: inOrder,
} as const;

const account = scope('/agency/{agencyId}/advertiser/{advertiserId}/engine/{engineAccountId}', {
	agencyId,
	advertiserId,
	engineAccountId,
});

const neededToInsert = ['conversionId', 'conversionTimestamp', 'segmentationType'];
/** An id may be made from the row, so the form does not insist on one. */
const askedFor = ['conversionTimestamp', 'segmentationType'];

/** An activity is the same if account and activity are. */
const activity = ({
	agencyId: agency,
	advertiserId: advertiser,
	segmentationId,
	segmentationName,
}: IDataObject): string[] =>
	[segmentationId, segmentationName]
		.filter((one) => one !== undefined)
		.map((one) => [agency, advertiser, one].join('/'));

const rowOf = (input: Readonly<Record<string, unknown>>): IDataObject =>
	Object.fromEntries(
		Object.keys(availability)
			.filter((name) => input[name] !== undefined)
			.map((name) => [name, String(input[name])]),
	);

export const conversion = resource('Conversion', {
	default: 'insert',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many conversions',
			description: 'Get the conversions of an engine account in a period',
			request: 'GET /conversion',
			under: account,
			fields: period,
			options: { ...filters, customerId },
			...listing,
		}),
		getAllByCustomer: operation({
			name: 'Get Many by Customer',
			action: 'Get many conversions by customer',
			description: 'Get the conversions of a client account of the renewed product in a period',
			request: 'GET /customer/{customerId}/conversion',
			fields: { customerId: { ...customerId, required: true as const }, ...period },
			options: {
				...filters,
				advertiserId: optional(advertiserId),
				agencyId: optional(agencyId),
				engineAccountId: optional(engineAccountId),
			},
			...listing,
		}),
		insert: operation({
			name: 'Insert',
			action: 'Insert conversions',
			description:
				'Insert conversions, one for each item; items travel together and each gets its own answer',
			request: 'POST /conversion',
			replay: 'never',
			fields: rowFields('conversion', askedFor),
			options: uploadOptions,
			batch: uploadOf('POST /conversion', 'conversion', neededToInsert),
			shape,
			scope: permission,
		}),
		update: operation({
			name: 'Update',
			action: 'Update conversions',
			description:
				'Change amounts, order IDs, custom values or the state of conversions; time, type, click and activity cannot be changed',
			request: 'PUT /conversion',
			replay: 'never',
			fields: rowFields('conversionChanges', []),
			options: uploadOptions,
			batch: uploadOf('PUT /conversion', 'conversionChanges', []),
			shape,
			scope: permission,
		}),
		updateAvailability: operation({
			name: 'Update Availability',
			action: 'Update the availability of conversions',
			description:
				'Say up to which moment the conversions of an activity are complete, one activity for each item',
			request: 'POST /conversion/updateAvailability',
			replay: 'never',
			fields: {
				agencyId,
				advertiserId,
				segmentationType: { ...segmentationType, required: true as const },
				availabilityTimestamp: {
					...moment(
						'Complete Until',
						'The moment up to which all conversions of the activity have been sent',
					),
					required: true as const,
				},
			},
			options: {
				...sendingOptions,
				customerId,
				segmentationId: optional(
					wide('Segmentation ID', { description: 'The activity by its ID; its name does as well' }),
				),
				segmentationName: text('Segmentation Name', {
					description: 'The activity by its name; its ID does as well',
				}),
			},
			batch: {
				size: rowsPerRequest,
				async run(calls) {
					const rows = calls.map(({ input }) => rowOf(input));
					return await sendRows(calls, rows, {
						line: 'POST /conversion/updateAvailability',
						list: 'availabilities',
						identities: activity,
						word: 'activity',
						unnamed: unnamedRows(calls[0]!.input),
					});
				},
			},
			shape: availability,
			scope: permission,
		}),
	},
});
