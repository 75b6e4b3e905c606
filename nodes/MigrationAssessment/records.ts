/** The fields that name a record: one for each collection, shared by all operations of the node. */
import { record } from './place';

export const assetId = record('Asset', 'assets', 'assetId', { title: 'title' });
export const assetsExportJobId = record(
	'Assets Export Job',
	'assetsExportJobs',
	'assetsExportJobId',
);
export const discoveryClientId = record(
	'Discovery Client',
	'discoveryClients',
	'discoveryClientId',
);
export const groupId = record('Group', 'groups', 'groupId');
export const importJobId = record('Import Job', 'importJobs', 'importJobId');
export const importDataFileId = record(
	'Import Data File',
	'importJobs/{importJobId}/importDataFiles',
	'importDataFileId',
);
export const operationId = record('Operation Name', 'operations', 'operationId');
export const preferenceSetId = record('Preference Set', 'preferenceSets', 'preferenceSetId');
export const relationId = record('Relation', 'relations', 'relationId');
export const reportConfigId = record('Report Config', 'reportConfigs', 'reportConfigId');
export const reportId = record('Report', 'reportConfigs/{reportConfigId}/reports', 'reportId');
export const sourceId = record('Source', 'sources', 'sourceId');
export const errorFrameId = record('Error Frame', 'sources/{sourceId}/errorFrames', 'errorFrameId');
