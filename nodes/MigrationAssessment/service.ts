/** Describes the Migration Assessment service (README.md). */
import { apiRequest } from '../engine';
import { service, toText } from '../engine/describe';
import { byPageToken } from './pagination';
import { credentials, migrationAssessmentProviders } from './credentials';
import { classify, errors } from './errors';
import { asset } from './resources/asset';
import { assetsExportJob } from './resources/assetsExportJob';
import { discoveryClient } from './resources/discoveryClient';
import { errorFrame } from './resources/errorFrame';
import { group } from './resources/group';
import { importDataFile } from './resources/importDataFile';
import { importJob } from './resources/importJob';
import { location } from './resources/location';
import { longRunningOperation } from './resources/longRunningOperation';
import { preferenceSet } from './resources/preferenceSet';
import { relation } from './resources/relation';
import { report } from './resources/report';
import { reportConfig } from './resources/reportConfig';
import { reportExportJob } from './resources/reportExportJob';
import { source } from './resources/source';

export const migrationAssessment = service({
	name: 'migrationAssessment',
	label: 'Migration Assessment',
	providers: migrationAssessmentProviders,
	credentials,
	connectionTest: { request: 'GET /v1alpha1/projects/{project}/locations' },
	defaults: ({ project, location: defaultLocation }) => ({ project, location: defaultLocation }),
	headers: ({ quotaProject }): Record<string, string> =>
		quotaProject ? { 'X-Goog-User-Project': toText(quotaProject) } : {},
	default: 'asset',
	resources: {
		apiRequest: apiRequest({
			paging: byPageToken(''),
			path: '/v1alpha1/projects/my-project/locations',
		}),
		asset,
		assetsExportJob,
		discoveryClient,
		errorFrame,
		group,
		importDataFile,
		importJob,
		location,
		longRunningOperation,
		preferenceSet,
		relation,
		report,
		reportConfig,
		reportExportJob,
		source,
	},
	classify,
	errors,
	codex: {
		categories: ['Development', 'Data & Storage'],
		aliases: [
			'cloud migration',
			'server inventory',
			'assets',
			'virtual machines',
			'servers',
			'TCO',
			'cost of ownership',
			'cost estimate',
			'discovery',
			'RVTools',
			'VMware',
			'CMDB',
			'migration report',
		],
	},
});
