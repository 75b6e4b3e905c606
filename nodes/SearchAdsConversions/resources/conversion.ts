import type { IDataObject } from 'n8n-workflow';
import { basePath, date, operation, resource, text, toText } from '../../engine/describe';
import { idField, segmentationType, timestamp } from '../conversionFields';
import { byOffset } from '../pagination';
import { sendRows } from '../sendRows';
import { availability, conversion as shape, conversionBrief } from '../shapes';
import {
	requireClick,
	rowFields,
	rowsPerRequest,
	sendOptions,
	unnamedRows,
	uploadBatch,
	uploadOptions,
} from '../upload';

export const permission = 'https://www.googleapis.com/auth/doubleclicksearch';

export const agencyId = idField('Agency ID', {
	description: 'The agency that the advertiser belongs to',
});
export const advertiserId = idField('Advertiser ID', {
	description: 'The advertiser that the conversions belong to',
});
const engineAccountId = idField('Engine Account ID', {
	description: 'The engine account to read conversions of',
});
const customerId = text('Customer ID', {
	description: 'ID of the client account in the new product, without hyphens',
	placeholder: 'e.g. 1234567890',
});

/** Fields in a collection are never required. */
const optional = <F extends object>(field: F) => ({ ...field, required: false as const });

const earliestDay = 20091101;
const day = (label: string, description: string) =>
	date(label, {
		description,
		required: true,
		format: 'compact',
		rule: (value) => (Number(value) < earliestDay ? 'must be 2009-11-01 or later' : undefined),
	});

const period = {
	startDate: day('From', 'First day of the period'),
	endDate: day('Until', 'Last day of the period (inclusive)'),
};
const checkPeriod = ({ startDate, endDate }: { startDate: unknown; endDate: unknown }) =>
	Number(startDate) > Number(endDate)
		? { field: 'endDate' as const, problem: 'must not be before From' }
		: undefined;

const filters = {
	adGroupId: optional(
		idField('Ad Group ID', { description: 'Return only conversions for this ad group' }),
	),
	adId: optional(idField('Ad ID', { description: 'Return only conversions for this ad' })),
	campaignId: optional(
		idField('Campaign ID', { description: 'Return only conversions for this campaign' }),
	),
	criterionId: optional(
		idField('Criterion ID', {
			description: 'Return only conversions for this keyword or other criterion',
		}),
	),
};

export const conversionPaging = byOffset({
	rows: 'conversion',
	offset: 'startRow',
	size: { name: 'rowCount', maximum: 1000 },
});

const listOperation = {
	paging: conversionPaging,
	simplify: conversionBrief,
	shape,
	permission,
	// https://developers.google.com/search-ads/v2/getting-started
	rejectionHint:
		'Google deprecated reading conversions with this API in the third quarter of 2025. Use reports: send a query for the resource conversion to the Search Ads 360 Reporting API, with API Request. Uploads and updates still work',
	check: checkPeriod,
} as const;

const account = basePath('/agency/{agencyId}/advertiser/{advertiserId}/engine/{engineAccountId}', {
	agencyId,
	advertiserId,
	engineAccountId,
});

const requiredToInsert = ['conversionId', 'conversionTimestamp', 'segmentationType'];
/**
 * Columns that are required in the form. The conversion ID is optional there, because it can be
 * derived from the row.
 */
const requiredColumns = ['conversionTimestamp', 'segmentationType'];

/** An activity is identified by its account and segmentation. */
const activityIdentities = ({
	agencyId: agency,
	advertiserId: advertiser,
	segmentationId,
	segmentationName,
}: IDataObject): string[] =>
	[segmentationId, segmentationName]
		.filter((segmentation) => segmentation !== undefined)
		.map((segmentation) => [agency, advertiser, segmentation].map(toText).join('/'));

const availabilityRow = (input: Readonly<Record<string, unknown>>): IDataObject =>
	Object.fromEntries(
		Object.keys(availability)
			.filter((name) => input[name] !== undefined)
			.map((name) => [name, String(input[name])]),
	);

export const conversion = resource('Conversion', {
	default: 'insert',
	operations: {
		getAll: operation({
			description: 'Get the conversions of an engine account in a period',
			request: 'GET /conversion',
			basePath: account,
			fields: period,
			options: { ...filters, customerId },
			...listOperation,
		}),
		getAllByCustomer: operation({
			name: 'Get Many by Customer',
			action: 'Get many conversions by customer',
			description: 'Get the conversions of a client account of the new product in a period',
			request: 'GET /customer/{customerId}/conversion',
			fields: { customerId: { ...customerId, required: true as const }, ...period },
			options: {
				...filters,
				advertiserId: optional(advertiserId),
				agencyId: optional(agencyId),
				engineAccountId: optional(engineAccountId),
			},
			...listOperation,
		}),
		insert: operation({
			action: 'Insert conversions',
			description:
				'Insert conversions, one per item (items are sent together, and each item gets its own result)',
			request: 'POST /conversion',
			idempotency: 'none',
			fields: {
				...rowFields(
					'conversion',
					'columnsConversion',
					requiredColumns,
					"Conversion ID: the order number. A sale: Type Transaction, Revenue 12.50, Currency Code. Times: workflow's time zone.",
				),
				requireClick,
			},
			options: uploadOptions,
			...uploadBatch('POST /conversion', 'conversion', requiredToInsert),
			shape,
			permission: permission,
		}),
		update: operation({
			action: 'Update or remove conversions',
			description:
				'Change amounts, order IDs, custom values or the state of conversions (time, type, click and activity cannot be changed); the service also requires the conversion timestamp, type, and click ID or criterion ID',
			request: 'PUT /conversion',
			idempotency: 'none',
			fields: rowFields(
				'conversionChanges',
				'columnsConversionChanges',
				[],
				'Also needs Conversion Timestamp, Type, and Click ID or Criterion ID. State Removed deletes the conversion.',
			),
			options: uploadOptions,
			...uploadBatch('PUT /conversion', 'conversionChanges', []),
			shape,
			permission: permission,
		}),
		updateAvailability: operation({
			action: 'Update the availability of conversions',
			description:
				'Report that all conversions of an activity up to a given time have been sent, one activity per item',
			request: 'POST /conversion/updateAvailability',
			idempotency: 'none',
			fields: {
				agencyId,
				advertiserId,
				segmentationType: { ...segmentationType, required: true as const },
				segmentationId: optional(
					idField('Segmentation ID', {
						description: 'ID of the activity. You can enter the name instead.',
					}),
				),
				segmentationName: text('Segmentation Name', {
					description: 'Name of the activity. You can enter the ID instead.',
				}),
				availabilityTimestamp: {
					...timestamp(
						'Complete Until',
						'All conversions of the activity up to this time have been sent',
					),
					required: true as const,
				},
			},
			options: {
				...sendOptions,
				customerId: { ...customerId, collection: 'additionalFields' },
			},
			batch: {
				size: rowsPerRequest,
				async run(calls) {
					const rows = calls.map(({ input }) => availabilityRow(input));
					return await sendRows(calls, rows, {
						line: 'POST /conversion/updateAvailability',
						list: 'availabilities',
						identities: activityIdentities,
						noun: 'activity',
						unnamedRows: unnamedRows(calls[0]!.input),
					});
				},
			},
			shape: availability,
			permission: permission,
		}),
	},
});
