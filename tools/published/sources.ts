/** The published descriptions that the contract tests compare the pack with. */
import { documentSearch } from '../../nodes/DocumentSearch/service';
import type { Service } from '../../nodes/engine/describe';
import { financeData } from '../../nodes/FinanceData/service';
import { instanceCloud } from '../../nodes/InstanceCloud/service';
import { migrationAssessment } from '../../nodes/MigrationAssessment/service';
import { searchAdsConversions } from '../../nodes/SearchAdsConversions/service';
import { taskList } from '../../nodes/TaskList/service';
import { workspaceToken } from '../../nodes/WorkspaceToken/service';
import { activityTrackingSource } from './activityTracking';
import { codeHostingSource } from './codeHosting';
import type { DescriptionSource } from './extract';
import { googleDiscovery } from './googleDiscovery';

/**
 * Services whose extracts are maintained by hand: the provider publishes a client instead of a
 * description, or no longer updates the description.
 */
export const maintainedByHand: readonly Service[] = [
	documentSearch,
	financeData,
	instanceCloud,
	workspaceToken,
];

export const descriptionSources: readonly DescriptionSource[] = [
	activityTrackingSource,
	codeHostingSource,
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
