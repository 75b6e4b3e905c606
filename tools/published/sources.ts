/** The published descriptions that the contract tests compare the pack with. */
import { activityTrackingSource } from './activityTracking';
import { codeHostingSource } from './codeHosting';
import { documentSearchSource } from './documentSearch';
import type { DescriptionSource } from './extract';
import { financeDataSource } from './financeData';
import { instanceCloudSource } from './instanceCloud';
import { workspaceTokenSource } from './workspaceToken';

export const descriptionSources: readonly DescriptionSource[] = [
	codeHostingSource,
	activityTrackingSource,
	documentSearchSource,
	financeDataSource,
	instanceCloudSource,
	workspaceTokenSource,
];
