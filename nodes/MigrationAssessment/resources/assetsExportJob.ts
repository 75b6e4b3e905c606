import { responseRows, toRow } from '../../engine';
import {
	choice,
	fileSizeOption,
	flag,
	formatValue,
	integer,
	operation,
	PackError,
	resource,
	text,
	toText,
} from '../../engine/describe';
import { inLocation } from '../location';
import { assetsExportJobId } from '../recordFields';
import { assetsExportJob as shape, downloadedAssets, execution } from '../shapes';
import { downloadFiles, executionOf } from '../signedUrls';
import { standardOperations, writeOperation } from '../standardOperations';
import { labels } from './group';

const jobs = standardOperations({ path: 'assetsExportJobs', record: { assetsExportJobId }, shape });

export const downloadOptions = {
	outputProperty: text('Put Output Files in Field', {
		description: 'Name of the first binary property. A number is appended for further files.',
		default: 'data',
		in: 'none',
		hideFromAgents: true,
	}),
	...fileSizeOption,
};
export const fileFormat = choice(
	'File Format',
	{ CSV: 'CSV', XLSX: 'XLSX' },
	{
		description: 'Format of the exported files',
		default: 'CSV',
		required: true,
		apiName: 'signedUriDestination.fileFormat',
	},
);

export const assetsExportJob = resource('Assets Export Job', {
	default: 'getAll',
	operations: {
		create: jobs.create({
			fields: {
				fileFormat,
				exported: choice(
					'Export',
					{
						inventory: 'Inventory',
						networkDependencies: 'Network Dependencies',
						performanceData: 'Performance Data',
					},
					{
						description: 'What to export',
						default: 'inventory',
						in: 'none',
					},
				),
			},
			options: {
				conditionFilter: text('Filter', {
					description: 'Export only assets that match this filter expression (AIP-160)',
					placeholder: 'e.g. labels.env = "prod"',
					apiName: 'condition.filter',
				}),
				labels,
				maxDays: integer('Max Days', {
					description: 'Number of days of performance data to export',
					minimum: 1,
					default: 30,
					in: 'none',
					collection: 'additionalFields',
				}),
				showHidden: flag('Show Hidden', {
					description: 'Whether to include hidden assets',
					default: true,
				}),
			},
			body(body, { input }) {
				const { exported, maxDays } = input;
				if (exported === undefined) return body;
				return {
					...body,
					[exported as string]:
						exported === 'performanceData' && maxDays !== undefined ? { maxDays } : {},
				};
			},
		}),
		delete: jobs.delete({ requestId: undefined, idempotency: 'safe' }),
		download: operation({
			action: 'Download the files of an assets export job',
			description:
				'Download the files of the latest execution or of a specific execution into binary properties',
			request: 'GET /assetsExportJobs/{assetsExportJobId}',
			basePath: inLocation,
			agents: false,
			shape: downloadedAssets,
			fields: { assetsExportJobId },
			options: {
				executionId: text('Execution ID', {
					description:
						'ID of the execution to download. If empty, the latest execution is downloaded.',
					in: 'none',
				}),
				...downloadOptions,
			},
			async run(call) {
				const { executionId, outputProperty: property = 'data' } = call.input;
				const recentExecutions = responseRows(
					await call.request(call.operation.request!, { values: call.input }),
					'recentExecutions',
				);
				const matching = recentExecutions.filter((candidate) =>
					executionId ? candidate.executionId === executionId : candidate.result !== undefined,
				);
				const [latest] = matching.sort((a, b) =>
					toText(b.endTime).localeCompare(toText(a.endTime)),
				);
				if (!latest)
					throw new PackError(
						executionId
							? `The export job has no execution ${formatValue(executionId)}`
							: 'The export job has no completed execution',
						{
							hint: 'Run the export job and wait for its completion.',
							...(executionId ? { field: 'Execution ID' } : {}),
						},
					);
				return [await downloadFiles(call, latest, property)];
			},
		}),
		get: jobs.get(),
		getAll: jobs.getAll(),
		run: writeOperation({
			request: 'POST /assetsExportJobs/{assetsExportJobId}:run',
			isLong: true,
			requestId: 'body',
			shape: execution,
			fields: { assetsExportJobId },
			options: {
				downloadFiles: flag('Download Files', {
					description:
						'Whether to download the exported files into binary properties. Applies only if the node waits for the result.',
					default: true,
					in: 'none',
					hideFromAgents: true,
				}),
				...downloadOptions,
			},
			async row(result, call) {
				const { downloadFiles: withFiles, outputProperty = 'data' } = call.input;
				const found = executionOf(result);
				return withFiles === true
					? await downloadFiles(call, found, toText(outputProperty))
					: toRow(found);
			},
		}),
	},
});
