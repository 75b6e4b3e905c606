/** The published descriptions that the contract tests compare the pack with. */
import { migrationAssessment } from '../../nodes/MigrationAssessment/service';
import { searchAdsConversions } from '../../nodes/SearchAdsConversions/service';
import { taskList } from '../../nodes/TaskList/service';
import { activityTrackingSource } from './activityTracking';
import { codeHostingSource } from './codeHosting';
import { documentSearchSource } from './documentSearch';
import type { DescriptionSource } from './extract';
import { financeDataSource } from './financeData';
import { googleDiscovery } from './googleDiscovery';
import { instanceCloudSource } from './instanceCloud';
import { workspaceTokenSource } from './workspaceToken';

export const descriptionSources: readonly DescriptionSource[] = [
	activityTrackingSource,
	codeHostingSource,
	documentSearchSource,
	financeDataSource,
	instanceCloudSource,
	workspaceTokenSource,
	googleDiscovery(taskList, 'tasks.v1'),
	// The base URL in the credential ends with /v2 (nodes/SearchAdsConversions/README.md, Interface).
	googleDiscovery(searchAdsConversions, 'doubleclicksearch.v2', {
		basePath: '/doubleclicksearch/v2',
	}),
	googleDiscovery(migrationAssessment, 'migrationcenter.v1alpha1', {
		results: {
			AddAssetsToGroupRequest: 'Group',
			RemoveAssetsFromGroupRequest: 'Group',
			RunImportJobRequest: 'Empty',
			ValidateImportJobRequest: 'Empty',
			// Not published, so the record is assumed.
			SendDiscoveryClientHeartbeatRequest: 'DiscoveryClient',
		},
		resultSource: {
			name: 'googleapis/google-cloud-python, google-cloud-migrationcenter (v1)',
			revision: '27dceb901cb9bf28da82925ad382ce7c58e91f38',
			url: 'https://github.com/googleapis/google-cloud-python/tree/27dceb901cb9bf28da82925ad382ce7c58e91f38/packages/google-cloud-migrationcenter',
			license: 'Apache-2.0',
		},
	}),
];
