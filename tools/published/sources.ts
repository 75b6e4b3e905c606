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
import sources from './sources.json';

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
	googleDiscovery(taskList, sources.google.taskList),
	// The base URL in the credential ends with /v2 (nodes/SearchAdsConversions/README.md, Interface).
	googleDiscovery(searchAdsConversions, sources.google.searchAdsConversions),
	// The result of a heartbeat is not published, so the record is assumed.
	googleDiscovery(migrationAssessment, sources.google.migrationAssessment),
];
