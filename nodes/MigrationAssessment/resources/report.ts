import type { IDataObject } from 'n8n-workflow';
import { choice, operation, resource } from '../../engine/describe';
import { viewOf } from '../enums';
import { downloadOptions, fileFormat } from '../exportJobs';
import { inLocation, locationPath } from '../location';
import { type LongRunning, waitForResult, waitOptions } from '../longRunning';
import { reportConfigId, reportId } from '../recordFields';
import { requestIdOf } from '../requestId';
import { downloadedReport, report as shape } from '../shapes';
import { downloadFiles, executionOf } from '../signedUrls';
import { filter, nameAndDescription, orderBy, standardOperations } from '../standardOperations';

const reports = standardOperations({
	path: 'reportConfigs/{reportConfigId}/reports',
	parents: { reportConfigId },
	record: { reportId },
	shape,
});
const reportView = viewOf(
	'REPORT_VIEW',
	'BASIC FULL STANDARD UNSPECIFIED',
	'Level of detail for each report',
);
const exportJobsPath =
	`${locationPath}/reportConfigs/{reportConfigId}/reports/{reportId}/reportExportJobs` as const;

export const report = resource('Report', {
	default: 'getAll',
	operations: {
		create: reports.create({
			options: {
				...nameAndDescription,
				reportType: choice(
					'Type',
					{ TOTAL_COST_OF_OWNERSHIP: 'Total Cost of Ownership', TYPE_UNSPECIFIED: 'Unspecified' },
					{
						description: 'Type of the report',
						apiName: 'type',
					},
				),
			},
		}),
		delete: reports.delete(),
		download: operation({
			description:
				'Export a completed report, wait for the export, and download its files into binary properties',
			idempotency: 'keyed',
			agents: false,
			basePath: inLocation,
			shape: downloadedReport,
			fields: { reportConfigId, reportId, fileFormat },
			options: { ...downloadOptions, ...waitOptions },
			async run(call) {
				const { input, key } = call;
				const reportExportJobId = `export-${requestIdOf(key, 'name')}`;
				const runStep = async (line: `POST /${string}`, query: IDataObject, body: IDataObject) =>
					await waitForResult(
						call,
						(await call.request(line, { values: { ...input, reportExportJobId }, query, body }))
							.body as LongRunning,
					);
				await runStep(
					`POST ${exportJobsPath}`,
					{ reportExportJobId, requestId: requestIdOf(key, 'job') },
					{ signedUriDestination: { fileFormat: input.fileFormat } },
				);
				const result = await runStep(
					`POST ${exportJobsPath}/{reportExportJobId}:run`,
					{},
					{ requestId: requestIdOf(key, 'run') },
				);
				return [await downloadFiles(call, executionOf(result), input.outputProperty ?? 'data')];
			},
		}),
		get: reports.get({ options: { reportView } }),
		getAll: reports.getAll({ options: { filter, orderBy, reportView } }),
	},
});
