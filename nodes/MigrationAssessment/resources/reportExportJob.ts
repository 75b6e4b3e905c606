import { resource } from '../../engine/describe';
import { downloadOperation, fileFormat, runOperation } from '../exportJobs';
import { reportConfigId, reportExportJobId, reportId } from '../recordFields';
import { downloadedReport, reportExecution, reportExportJob as shape } from '../shapes';
import { standardOperations } from '../standardOperations';

const parents = { reportConfigId, reportId };
const path = 'reportConfigs/{reportConfigId}/reports/{reportId}/reportExportJobs';
const jobs = standardOperations({ path, parents, record: { reportExportJobId }, shape });
const fields = { ...parents, reportExportJobId };

export const reportExportJob = resource('Report Export Job', {
	default: 'getAll',
	operations: {
		create: jobs.create({ fields: { fileFormat } }),
		delete: jobs.delete(),
		download: downloadOperation({
			action: 'Download the files of a report export job',
			request: `GET /${path}/{reportExportJobId}`,
			shape: downloadedReport,
			fields,
		}),
		get: jobs.get(),
		getAll: jobs.getAll(),
		run: runOperation({
			request: `POST /${path}/{reportExportJobId}:run`,
			shape: reportExecution,
			fields,
		}),
	},
});
