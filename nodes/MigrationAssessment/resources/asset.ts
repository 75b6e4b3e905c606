import type { IDataObject } from 'n8n-workflow';
import { showHint } from '../../engine';
import { choice, flag, json, list, resource, rows, shapeOf, text } from '../../engine/describe';
import { aggregationsOf, batchUpdateRequests, maxBatchSize } from '../assetRequests';
import { viewOf } from '../enums';
import { assetId, sourceId } from '../recordFields';
import { asset as shape, assetBrief } from '../shapes';
import { filter, orderBy, standardOperations, writeOperation } from '../standardOperations';
import { labels } from './group';

const assets = standardOperations({
	path: 'assets',
	record: { assetId },
	shape,
	simplify: assetBrief,
});
const showHidden = flag('Show Hidden', {
	description: 'Whether to include hidden assets',
	default: true,
	collection: 'options',
});
const assetView = viewOf(
	'ASSET_VIEW',
	'BASIC FULL STANDARD UNSPECIFIED',
	'Level of detail for each asset. Turn off Simplify to get all fields.',
);

export const asset = resource('Asset', {
	default: 'getAll',
	operations: {
		aggregateValues: writeOperation({
			action: 'Aggregate asset values',
			description:
				'Count, sum or group values of all matching assets, returning one item per aggregation',
			request: 'POST /assets:aggregateValues',
			idempotency: 'safe',
			rows: 'results',
			output: 'rows',
			shape: shapeOf('field count:object sum:object frequency:object histogram:object'),
			fields: {
				aggregations: rows('Aggregations', {
					description: 'The aggregations to calculate',
					row: {
						field: text('Field Name', {
							description:
								'Complete path of the field, such as machineDetails.coreCount, or * to count assets',
							hint: 'Assets have no field for their type. The documentation shows how to count them by type.',
							placeholder: 'e.g. machineDetails.coreCount',
							required: true,
							default: '*',
						}),
						function: choice(
							'Function',
							{ count: 'Count', frequency: 'Frequency', histogram: 'Histogram', sum: 'Sum' },
							{ description: 'How to aggregate the values', default: 'count', required: true },
						),
						lowerBounds: list('Lower Bounds', {
							description: 'Lower bounds of the histogram buckets, separated by commas',
							placeholder: 'e.g. 0, 4, 16',
							show: { function: ['histogram'] },
							rule: (bounds) =>
								bounds.every((bound) => Number.isFinite(Number(bound)))
									? undefined
									: 'must contain only numbers',
						}),
					},
				}),
			},
			options: {
				filter: { ...filter, in: 'body', collection: 'filters' },
				showHidden: { ...showHidden, in: 'body' },
			},
			body: (body, { context }) => {
				const aggregations = aggregationsOf(body.aggregations as IDataObject[] | undefined);
				if (aggregations.length === 0)
					showHint(
						context,
						'There is no result, because Aggregations is empty. Add an aggregation.',
					);
				return { ...body, ...(aggregations.length > 0 ? { aggregations } : {}) };
			},
		}),
		batchDelete: writeOperation({
			action: 'Delete several assets',
			request: 'POST /assets:batchDelete',
			effect: 'irreversible',
			output: 'done',
			names: { names: 'assets' },
			fields: {
				names: list('Assets', {
					description: `Resource names or IDs of up to ${maxBatchSize} assets, as a list or separated by commas`,
					placeholder: 'e.g. {{ $json.name }}',
					required: true,
					maximum: maxBatchSize,
				}),
			},
			options: {
				allowMissing: flag('Allow Missing', {
					description: 'Whether to skip assets that do not exist instead of failing',
					default: true,
				}),
				cascadeLogicalDatabases: flag('Cascade Logical Databases', {
					description: 'Whether to also delete the logical databases of a database deployment',
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
		batchUpdate: writeOperation({
			action: 'Update several assets',
			description: 'Change several assets in one request, returning one item per asset',
			request: 'POST /assets:batchUpdate',
			// Safe to retry, because each entry has its own request ID.
			idempotency: 'keyed',
			rows: 'assets',
			output: 'rows',
			shape,
			fields: {
				requests: json('Updates', {
					acceptsList: true,
					description:
						`A JSON list of up to ${maxBatchSize} updates. Each update is an object with asset (its name and the fields ` +
						'to change) and, to clear fields, updateMask.',
					placeholder: 'e.g. [{"asset": {"name": "asset-1", "labels": {"wave": "1"}}}]',
					required: true,
				}),
			},
			body: (body, { input, key }) => ({
				requests: batchUpdateRequests([body.requests].flat(), input, key),
			}),
		}),
		delete: assets.delete({ isLong: false }),
		get: assets.get({ options: { assetView } }),
		getAll: assets.getAll({ options: { filter, orderBy, showHidden, assetView } }),
		reportAssetFrames: writeOperation({
			name: 'Report Frames',
			action: 'Report asset frames',
			description: 'Send scan results from which the service creates assets',
			request: 'POST /assets:reportAssetFrames',
			output: 'done',
			names: { sourceId: 'sources' },
			fields: {
				sourceId: { ...sourceId, apiName: 'source', in: 'query' },
				framesData: json('Frames', {
					acceptsList: true,
					description:
						'A JSON list of frames with reportTime, machineDetails (or the details of another type of asset), attributes, labels and performanceSamples',
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
						'Attributes as a JSON object of strings. They replace all existing attributes.',
				}),
				structuredAttributes: json('Structured Attributes', {
					description: 'Structured attributes as a JSON object. They replace all existing ones.',
				}),
				hidden: flag('Hidden', {
					description: 'Whether to exclude the asset from lists and reports',
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
