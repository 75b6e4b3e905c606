import type { IDataObject } from 'n8n-workflow';
import { choice, flag, json, list, resource, rows, text } from '../../engine/describe';
import { aggregationsOf, updatesOf } from '../assetBatch';
import { act, family, filter, orderBy } from '../family';
import { assetId, sourceId } from '../records';
import { asset as shape, assetBrief } from '../shapes';
import { labels } from './group';

const assets = family({
	one: 'asset',
	many: 'assets',
	collection: 'assets',
	key: 'assetId',
	id: assetId,
	shape,
	simplify: assetBrief,
});
const showHidden = flag('Show Hidden', {
	description: 'Whether hidden assets count as well',
	default: true,
});
const assetView = choice(
	'View',
	['ASSET_VIEW_UNSPECIFIED', 'ASSET_VIEW_BASIC', 'ASSET_VIEW_FULL', 'ASSET_VIEW_STANDARD'],
	{ description: 'How much of each asset to get; turn Simplify off to see it', wire: 'view' },
);

export const asset = resource('Asset', {
	default: 'getAll',
	operations: {
		aggregateValues: act({
			name: 'Aggregate Values',
			action: 'Aggregate values of assets',
			description:
				'Count, sum or group values over all assets that fit, one item for each aggregation',
			request: 'POST /assets:aggregateValues',
			replay: 'safe',
			rows: 'results',
			output: 'rows',
			shape: {
				field: 'string',
				count: 'object',
				sum: 'object',
				frequency: 'object',
				histogram: 'object',
			},
			fields: {
				aggregations: rows('Aggregations', {
					description: 'What to find out',
					row: {
						field: text('Field Name', {
							description: 'Path of the field, or * to count assets',
							placeholder: 'e.g. machineDetails.coreCount',
							required: true,
							default: '*',
						}),
						function: choice(
							'Function',
							{ count: 'Count', frequency: 'Frequency', histogram: 'Histogram', sum: 'Sum' },
							{ description: 'What to make of the values', default: 'count', required: true },
						),
						lowerBounds: list('Lower Bounds', {
							description: 'Where the bars of a histogram begin, as a text with commas',
							placeholder: 'e.g. 0, 4, 16',
							show: { function: ['histogram'] },
							rule: (bounds) =>
								bounds.every((bound) => Number.isFinite(Number(bound)))
									? undefined
									: 'must hold numbers',
						}),
					},
				}),
			},
			options: { filter: { ...filter, in: 'body' }, showHidden: { ...showHidden, in: 'body' } },
			body: (body) => ({
				...body,
				...(body.aggregations
					? { aggregations: aggregationsOf(body.aggregations as IDataObject[]) }
					: {}),
			}),
		}),
		batchDelete: act({
			name: 'Batch Delete',
			action: 'Delete several assets',
			request: 'POST /assets:batchDelete',
			output: 'done',
			names: { names: 'assets' },
			fields: {
				names: list('Assets', {
					description: 'Full names or IDs of the assets: a list, or a text with commas',
					placeholder: 'e.g. {{ $json.name }}',
					required: true,
				}),
			},
			options: {
				allowMissing: flag('Allow Missing', {
					description: 'Whether assets that are not there are passed over instead of refused',
					default: true,
				}),
				cascadeLogicalDatabases: flag('Cascade Logical Databases', {
					description: 'Whether to delete the logical databases of a database deployment as well',
					default: true,
					in: 'none',
				}),
			},
			body: (body, { input }) => ({
				...body,
				...(input.cascadeLogicalDatabases === true
					? { cascadingRules: [{ cascadeLogicalDbs: {} }] }
					: {}),
			}),
		}),
		batchUpdate: act({
			name: 'Batch Update',
			action: 'Update several assets',
			description: 'Change several assets in one request, one item for each',
			request: 'POST /assets:batchUpdate',
			// Each entry carries an id of its own.
			replay: 'keyed',
			rows: 'assets',
			output: 'rows',
			shape,
			fields: {
				requests: json('Updates', {
					description:
						'A JSON list of objects with asset (its name and the fields to change) and, where fields are to be cleared, updateMask',
					placeholder: 'e.g. [{"asset": {"name": "asset-1", "labels": {"wave": "1"}}}]',
					required: true,
				}),
			},
			body: (body, { input, key }) => ({
				requests: updatesOf([body.requests].flat() as IDataObject[], input, key),
			}),
		}),
		delete: assets.delete({ isLong: false }),
		get: assets.get({ options: { assetView } }),
		getAll: assets.getAll({ options: { filter, orderBy, showHidden, assetView } }),
		reportAssetFrames: act({
			name: 'Report Frames',
			action: 'Report asset frames',
			description: 'Hand over what a scan found out about assets; the service makes assets of it',
			request: 'POST /assets:reportAssetFrames',
			output: 'done',
			names: { sourceId: 'sources' },
			fields: {
				sourceId: { ...sourceId, wire: 'source', in: 'query' },
				framesData: json('Frames', {
					description:
						'A JSON list of frames with reportTime, machineDetails or the details of another kind, attributes, labels, performanceSamples',
					placeholder:
						'e.g. [{"reportTime": "2026-01-31T08:00:00Z", "machineDetails": {"machineName": "web-1"}}]',
				}),
			},
		}),
		update: assets.update({
			isLong: false,
			options: {
				labels,
				attributes: json('Attributes', {
					description:
						'Attributes as a JSON object of texts; they replace all attributes there were',
				}),
				structuredAttributes: json('Structured Attributes', {
					description: 'Attributes of any form as a JSON object; they replace all there were',
				}),
				hidden: flag('Hidden', {
					description: 'Whether to leave the asset out of lists and reports',
					default: true,
				}),
				hideReason: text('Hide Reason', {
					description: 'Why the asset is hidden',
					clearable: true,
				}),
				performanceData: json('Performance Data', {
					description: 'A JSON object with dailyResourceUsageAggregations',
				}),
			},
		}),
	},
});
