import { choice, flag, integer, operation, PackError, resource, text } from '../../engine/describe';
import { toRow } from '../../engine/run/output';
import { responseRows } from '../../engine/transport/responseRows';
import { act, family } from '../family';
import { inLocation } from '../place';
import { assetsExportJobId } from '../records';
import { assetsExportJob as shape, execution } from '../shapes';
import { withFiles } from '../signedFiles';
import { labels } from './group';

const jobs = family({
	one: 'assets export job',
	many: 'assets export jobs',
	collection: 'assetsExportJobs',
	key: 'assetsExportJobId',
	id: assetsExportJobId,
	shape,
});

export const outputProperty = text('Put Output Files in Field', {
	description: 'Name of the first binary property; the next are numbered',
	default: 'data',
	in: 'none',
	hideFromAgents: true,
});
export const fileFormat = choice(
	'File Format',
	{ CSV: 'CSV', XLSX: 'XLSX' },
	{
		description: 'What the exported files are',
		default: 'CSV',
		required: true,
		wire: 'signedUriDestination.fileFormat',
	},
);

export const assetsExportJob = resource('Assets Export Job', {
	default: 'getAll',
	operations: {
		create: jobs.create('assetsExportJobId', {
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
					description: 'Only assets that fit, as an expression (AIP-160)',
					placeholder: 'e.g. labels.env = "prod"',
					wire: 'condition.filter',
				}),
				labels,
				maxDays: integer('Max Days', {
					description: 'How many days of performance data to export',
					minimum: 1,
					default: 30,
					in: 'none',
				}),
				showHidden: flag('Show Hidden', {
					description: 'Whether hidden assets count as well',
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
		delete: jobs.delete({ requestId: undefined, replay: 'safe' }),
		download: operation({
			name: 'Download',
			action: 'Download the files of an assets export job',
			description:
				'Put the files of the latest execution, or of the one named, into binary properties',
			request: 'GET /assetsExportJobs/{assetsExportJobId}',
			under: inLocation,
			agents: false,
			shape: execution,
			fields: { assetsExportJobId },
			options: {
				executionId: text('Execution ID', {
					description: 'The execution whose files to get, instead of the latest',
					in: 'none',
				}),
				outputProperty,
			},
			async run(call) {
				const { executionId, outputProperty: property = 'data' } = call.input;
				const recentExecutions = responseRows(
					await call.request(call.operation.request!, { values: call.input }),
					'recentExecutions',
				);
				const fitting = recentExecutions.filter((one) =>
					executionId ? one.executionId === executionId : one.result !== undefined,
				);
				const [latest] = fitting.sort((a, b) =>
					String(b.endTime ?? '').localeCompare(String(a.endTime ?? '')),
				);
				if (!latest)
					throw new PackError('The export job has no such execution', {
						hint: 'Run the export job first, and wait for its completion.',
					});
				return [await withFiles(call, latest, property)];
			},
		}),
		get: jobs.get(),
		getAll: jobs.getAll(),
		run: act({
			name: 'Run',
			action: 'Run an assets export job',
			request: 'POST /assetsExportJobs/{assetsExportJobId}:run',
			isLong: true,
			requestId: 'body',
			shape: execution,
			fields: { assetsExportJobId },
			options: {
				downloadFiles: flag('Download Files', {
					description:
						'Whether to put the exported files into binary properties; needs the wait for the result',
					default: true,
					in: 'none',
					hideFromAgents: true,
				}),
				outputProperty,
			},
			row: async (result, call) =>
				call.input.downloadFiles === true
					? await withFiles(call, result, String(call.input.outputProperty ?? 'data'))
					: toRow(result),
		}),
	},
});
