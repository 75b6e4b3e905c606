import type { IDataObject } from 'n8n-workflow';
import { choice, operation, resource } from '../../engine/describe';
import { described, family, filter, orderBy } from '../family';
import { resultAfter, waitOptions, type LongRunning } from '../longRunning';
import { inLocation, locationPath } from '../place';
import { reportConfigId, reportId } from '../records';
import { requestIdOf } from '../requestId';
import { execution, report as shape } from '../shapes';
import { withFiles } from '../signedFiles';
import { fileFormat, outputProperty } from './assetsExportJob';

const reports = family({
	one: 'report',
	many: 'reports',
	collection: 'reportConfigs/{reportConfigId}/reports',
	parents: { reportConfigId },
	key: 'reportId',
	id: reportId,
	shape,
});
const reportView = choice(
	'View',
	['REPORT_VIEW_UNSPECIFIED', 'REPORT_VIEW_BASIC', 'REPORT_VIEW_FULL', 'REPORT_VIEW_STANDARD'],
	{ description: 'How much of each report to get', wire: 'view' },
);
const exportJobs =
	`${locationPath}/reportConfigs/{reportConfigId}/reports/{reportId}/reportExportJobs` as const;

export const report = resource('Report', {
	default: 'getAll',
	operations: {
		create: reports.create('reportId', {
			options: {
				...described,
				reportType: choice('Type', ['TYPE_UNSPECIFIED', 'TOTAL_COST_OF_OWNERSHIP'], {
					description: 'What the report is about',
					wire: 'type',
				}),
			},
		}),
		delete: reports.delete(),
		download: operation({
			name: 'Download',
			action: 'Download a report',
			description:
				'Export a report that has succeeded, wait for that, and put its files into binary properties',
			replay: 'keyed',
			agents: false,
			under: inLocation,
			shape: execution,
			fields: { reportConfigId, reportId, fileFormat },
			options: { outputProperty, ...waitOptions },
			async run(call) {
				const { input, key } = call;
				const reportExportJobId = `export-${requestIdOf(key, 'name')}`;
				const begin = async (line: `POST /${string}`, query: IDataObject, body: IDataObject) =>
					await resultAfter(
						call,
						(await call.request(line, { values: { ...input, reportExportJobId }, query, body }))
							.body as LongRunning,
					);
				await begin(
					`POST ${exportJobs}`,
					{ reportExportJobId, requestId: requestIdOf(key, 'job') },
					{ signedUriDestination: { fileFormat: input.fileFormat } },
				);
				const done = await begin(
					`POST ${exportJobs}/{reportExportJobId}:run`,
					{},
					{ requestId: requestIdOf(key, 'run') },
				);
				return [await withFiles(call, done, input.outputProperty ?? 'data')];
			},
		}),
		get: reports.get({ options: { reportView } }),
		getAll: reports.getAll({ options: { filter, orderBy, reportView } }),
	},
});
