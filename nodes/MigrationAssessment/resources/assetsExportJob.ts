import { choice, flag, integer, resource, text } from '../../engine/describe';
import { downloadOperation, fileFormat, runOperation } from '../exportJobs';
import { assetsExportJobId } from '../recordFields';
import { assetsExportJob as shape, downloadedAssets, execution } from '../shapes';
import { standardOperations } from '../standardOperations';
import { labels } from './group';

const jobs = standardOperations({ path: 'assetsExportJobs', record: { assetsExportJobId }, shape });

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
		download: downloadOperation({
			action: 'Download the files of an assets export job',
			request: 'GET /assetsExportJobs/{assetsExportJobId}',
			shape: downloadedAssets,
			fields: { assetsExportJobId },
		}),
		get: jobs.get(),
		getAll: jobs.getAll(),
		run: runOperation({
			request: 'POST /assetsExportJobs/{assetsExportJobId}:run',
			shape: execution,
			fields: { assetsExportJobId },
		}),
	},
});
