/**
 * Shapes of the responses (vendor's public reference), for the output preview in the editor and the
 * docs.
 */
import { renamedError } from '../engine';
import { pathsOf, type Shape, shapeOf } from '../engine/describe';

/** Fields that contain text. */
const texts = <const K extends string>(...keys: K[]): Record<K, Shape> =>
	Object.fromEntries(keys.map((key) => [key, 'string'])) as Record<K, Shape>;

const base = texts('name', 'createTime', 'updateTime');
const common = { ...base, ...texts('displayName', 'description') };

export const location = {
	...texts('name', 'locationId', 'displayName'),
	...shapeOf('labels:object metadata:object'),
} as const;
export const settings = {
	...texts('name', 'preferenceSet'),
	disableCloudLogging: 'boolean',
	customerConsentForGoogleSalesToAccessMigrationCenter: 'boolean',
} as const;
export const asset = {
	...base,
	...texts('title', 'hideReason', 'hideTime'),
	...shapeOf(`
		hidden:boolean labels:object attributes:object structuredAttributes:object
		assignedGroups:string[] sources:string[] insightList:object machineDetails:object
		virtualMachineDetails:object databaseDetails:object databaseDeploymentDetails:object
		hostingProviderDetails:object performanceData:object
	`),
} as const;
export const assetBrief = pathsOf(`
	name title createTime updateTime labels attributes assignedGroups sources hidden machineDetails
`);
export const assetsExportJob = {
	...base,
	...shapeOf(`
		condition:object inventory:object labels:object networkDependencies:object
		performanceData:object recentExecutions:object[] showHidden:boolean
		signedUriDestination.fileFormat
	`),
} as const;
const executionTimes = {
	...texts('executionId', 'startTime', 'endTime', 'expireTime'),
} as const;
/** An execution of an assets export job. */
export const execution = {
	...executionTimes,
	...shapeOf('requestedAssetCount:integer result:object'),
} as const;
/** An execution of an assets export job, after its files were downloaded. */
export const downloadedAssets = {
	...executionTimes,
	...shapeOf('requestedAssetCount:integer files:string[]'),
} as const;
export const reportExportJob = shapeOf(
	'name recentExecutions:object[] signedUriDestination.fileFormat',
);
/** An execution of a report export job. */
export const reportExecution = {
	...executionTimes,
	...shapeOf('progressPercentage:integer result:object'),
} as const;
export const downloadedReport = {
	...executionTimes,
	...shapeOf('progressPercentage:integer files:string[]'),
} as const;
export const discoveryClient = {
	...common,
	...texts(
		'serviceAccount',
		'source',
		'state',
		'version',
		'ttl',
		'expireTime',
		'heartbeatTime',
		'signalsEndpoint',
	),
	...shapeOf('labels:object errors:object[] recommendedVersions:object[]'),
} as const;
export const discoveryClientBrief = pathsOf(`
	name displayName description state version source serviceAccount heartbeatTime expireTime errors
`);
export const errorFrame = {
	...texts('name', 'ingestionTime'),
	...shapeOf('originalFrame:object violations[].field violations[].violation'),
} as const;
export const group = { ...common, labels: 'object' } as const;
export const importDataFile = {
	...texts('name', 'displayName', 'format', 'state', 'createTime'),
	uploadFileInfo: { signedUri: 'string', headers: 'object', uriExpirationTime: 'string' },
} as const;
export const importJob = {
	...base,
	...texts('displayName', 'assetSource', 'state', 'completeTime'),
	...shapeOf(`
		labels:object executionReport:object validationReport:object gcsPayload:object
		inlinePayload:object
	`),
} as const;
export const importJobBrief = pathsOf(`
	name displayName assetSource state labels createTime updateTime completeTime validationReport
	executionReport
`);
export const longRunning = {
	...shapeOf('name done:boolean'),
	metadata: {
		...texts('target', 'verb', 'statusMessage', 'createTime', 'endTime', 'apiVersion'),
		requestedCancellation: 'boolean',
	},
	...shapeOf('response:object'),
	[renamedError]: 'object',
} as const;
export const preferenceSet = {
	...common,
	regionPreferences: 'object',
	virtualMachinePreferences: 'object',
	databasePreferences: 'object',
} as const;
export const relation = texts('name', 'srcAsset', 'dstAsset', 'type', 'createTime');
export const reportConfig = {
	...common,
	groupPreferencesetAssignments: [texts('group', 'preferenceSet')],
} as const;
export const report = { ...common, ...texts('state', 'type'), summary: 'object' } as const;
export const source = {
	...common,
	...texts('type', 'state'),
	...shapeOf(`
		isManaged:boolean priority:integer pendingFrameCount:integer errorFrameCount:integer
	`),
} as const;
export const sourceBrief = pathsOf(`
	name displayName description type state priority isManaged pendingFrameCount errorFrameCount
	updateTime
`);
