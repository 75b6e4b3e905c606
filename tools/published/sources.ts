/** The published descriptions that the contract tests compare the pack with. */
import { migrationAssessment } from '../../nodes/MigrationAssessment/service';
import { searchAdsConversions } from '../../nodes/SearchAdsConversions/service';
import { taskList } from '../../nodes/TaskList/service';
import { codeHostingSource } from './codeHosting';
import type { DescriptionSource } from './extract';
import { googleDiscovery } from './googleDiscovery';

export const descriptionSources: readonly DescriptionSource[] = [
	codeHostingSource,
	googleDiscovery(taskList, 'tasks.v1'),
	// The base URL in the credential ends with /v2 (specification, document 3, part C).
	googleDiscovery(searchAdsConversions, 'doubleclicksearch.v2', '/doubleclicksearch/v2'),
	googleDiscovery(migrationAssessment, 'migrationcenter.v1alpha1'),
];
