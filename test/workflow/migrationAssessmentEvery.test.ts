import type { IDataObject } from 'n8n-workflow';
import { migrationAssessment } from '../../nodes/MigrationAssessment/service';
import { LOCATION } from '../services/migrationAssessment/service';
import { located, place, startMigration, withFile } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('every operation', () => {
	const update = { options: { displayName: 'New' } };
	const job = { importJobId: located('job') };
	const config = { reportConfigId: located('c') };
	/** Parameters of one run of each operation, in an order in which each finds what it needs; the second is the output. */
	const runs: Readonly<Record<string, readonly [IDataObject, object]>> = {
		'location.get': [{}, { locationId: LOCATION }],
		'location.getAll': [{}, { name: place }],
		'location.getSettings': [{}, { disableCloudLogging: false }],
		'location.updateSettings': [
			{ options: { disableCloudLogging: true } },
			{ disableCloudLogging: true },
		],
		'source.create': [{ newId: 'new' }, { state: 'ACTIVE' }],
		'source.get': [{ sourceId: located('s') }, { name: `${place}/sources/s` }],
		'source.getAll': [{}, { name: `${place}/sources/s` }],
		'source.update': [{ sourceId: located('s'), ...update }, { displayName: 'New' }],
		'errorFrame.get': [
			{ sourceId: located('s'), errorFrameId: located('f') },
			{ name: `${place}/sources/s/errorFrames/f` },
		],
		'errorFrame.getAll': [{ sourceId: located('s') }, { name: `${place}/sources/s/errorFrames/f` }],
		'relation.get': [{ relationId: located('r') }, { type: 'LOGICAL_DATABASE' }],
		'relation.getAll': [{}, { type: 'LOGICAL_DATABASE' }],
		'asset.get': [
			{ assetId: located('a'), options: { assetView: 'ASSET_VIEW_FULL' } },
			{ title: 'web-1' },
		],
		'asset.getAll': [{}, { title: 'web-1' }],
		'asset.update': [
			{ assetId: located('a'), options: { labels: '{"wave":"1"}' } },
			{ labels: { wave: '1' } },
		],
		'asset.batchUpdate': [
			{ requests: [{ asset: { name: 'a', labels: { wave: '2' } } }] },
			{ labels: { wave: '2' } },
		],
		'asset.aggregateValues': [
			{ aggregations: { rows: [{ field: '*', function: 'count' }] } },
			{ count: { value: '2' } },
		],
		'asset.reportAssetFrames': [{ sourceId: located('s'), framesData: '[]' }, { success: true }],
		'discoveryClient.create': [
			{ newId: 'new', sourceId: located('s'), serviceAccount: 'robot@example.com' },
			{ source: `${place}/sources/s`, serviceAccount: 'robot@example.com' },
		],
		'discoveryClient.get': [{ discoveryClientId: located('new') }, { state: 'ACTIVE' }],
		'discoveryClient.getAll': [{}, { state: 'ACTIVE' }],
		'discoveryClient.sendHeartbeat': [
			{ discoveryClientId: located('new'), options: { version: '1.2' } },
			{ version: '1.2' },
		],
		'discoveryClient.update': [
			{ discoveryClientId: located('new'), options: { ttl: '60s' } },
			{ ttl: '60s', state: 'ACTIVE' },
		],
		'discoveryClient.delete': [{ discoveryClientId: located('new') }, { deleted: true }],
		'group.create': [{ newId: 'new' }, { name: `${place}/groups/new` }],
		'group.get': [{ groupId: located('g') }, { name: `${place}/groups/g` }],
		'group.getAll': [{}, { name: `${place}/groups/g` }],
		'group.addAssets': [{ groupId: located('g'), assetIds: 'a' }, { name: `${place}/groups/g` }],
		'group.removeAssets': [{ groupId: located('g'), assetIds: 'a' }, { name: `${place}/groups/g` }],
		'group.update': [{ groupId: located('g'), ...update }, { displayName: 'New' }],
		'preferenceSet.create': [
			{ newId: 'new', options: { preferredRegions: 'a, b' } },
			{ regionPreferences: { preferredRegions: ['a', 'b'] } },
		],
		'preferenceSet.get': [
			{ preferenceSetId: located('new') },
			{ name: `${place}/preferenceSets/new` },
		],
		'preferenceSet.getAll': [{}, { name: `${place}/preferenceSets/new` }],
		'preferenceSet.update': [
			{
				preferenceSetId: located('new'),
				options: { virtualMachinePreferences: '{"commitmentPlan":"COMMITMENT_PLAN_NONE"}' },
			},
			{
				virtualMachinePreferences: { commitmentPlan: 'COMMITMENT_PLAN_NONE' },
				regionPreferences: { preferredRegions: ['a', 'b'] },
			},
		],
		'reportConfig.create': [
			{
				newId: 'c',
				groupPreferencesetAssignments: {
					rows: [{ group: located('g'), preferenceSet: located('new') }],
				},
			},
			{ name: `${place}/reportConfigs/c` },
		],
		'reportConfig.get': [config, { name: `${place}/reportConfigs/c` }],
		'reportConfig.getAll': [{}, { name: `${place}/reportConfigs/c` }],
		'report.create': [{ ...config, newId: 'r' }, { state: 'SUCCEEDED' }],
		'report.get': [
			{ ...config, reportId: located('r'), options: { reportView: 'REPORT_VIEW_FULL' } },
			{ state: 'SUCCEEDED' },
		],
		'report.getAll': [config, { state: 'SUCCEEDED' }],
		'report.download': [
			{ ...config, reportId: located('r'), fileFormat: 'CSV' },
			{ files: ['report.csv'] },
		],
		'report.delete': [{ ...config, reportId: located('r') }, { deleted: true }],
		'reportConfig.delete': [config, { deleted: true }],
		'preferenceSet.delete': [{ preferenceSetId: located('new') }, { deleted: true }],
		'assetsExportJob.create': [
			{ newId: 'e', fileFormat: 'CSV', exported: 'performanceData', options: { maxDays: 7 } },
			{ performanceData: { maxDays: 7 } },
		],
		'assetsExportJob.get': [
			{ assetsExportJobId: located('e') },
			{ name: `${place}/assetsExportJobs/e` },
		],
		'assetsExportJob.getAll': [{}, { name: `${place}/assetsExportJobs/e` }],
		'assetsExportJob.run': [{ assetsExportJobId: located('e') }, { requestedAssetCount: 2 }],
		'assetsExportJob.download': [{ assetsExportJobId: located('e') }, { files: ['assets.csv'] }],
		'assetsExportJob.delete': [{ assetsExportJobId: located('e') }, { deleted: true }],
		'importJob.create': [
			{ newId: 'job', sourceId: located('s') },
			{ assetSource: `${place}/sources/s` },
		],
		'importJob.get': [job, { state: 'IMPORT_JOB_STATE_PENDING' }],
		'importJob.getAll': [{}, { state: 'IMPORT_JOB_STATE_PENDING' }],
		'importJob.update': [{ ...job, ...update }, { displayName: 'New' }],
		'importDataFile.create': [
			{ ...job, newId: 'f', format: 'IMPORT_JOB_FORMAT_MANUAL_CSV' },
			{ state: 'ACTIVE' },
		],
		'importDataFile.get': [{ ...job, importDataFileId: located('f') }, { state: 'ACTIVE' }],
		'importDataFile.getAll': [job, { state: 'ACTIVE' }],
		'importDataFile.upload': [
			{ ...job, importDataFileId: located('f'), binaryPropertyName: 'data' },
			{ fileName: 'inventory.csv' },
		],
		'importJob.validate': [job, { state: 'IMPORT_JOB_STATE_READY' }],
		'importJob.run': [job, { state: 'IMPORT_JOB_STATE_COMPLETED' }],
		'importDataFile.delete': [{ ...job, importDataFileId: located('f') }, { deleted: true }],
		'importJob.delete': [job, { deleted: true }],
		'importJob.importAssets': [
			{
				newId: 'guided',
				sourceId: located('s'),
				format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
				binaryPropertyName: 'data',
			},
			{ state: 'IMPORT_JOB_STATE_COMPLETED' },
		],
		'longRunningOperation.get': [{ operationId: located('o') }, { done: true }],
		'longRunningOperation.getAll': [
			{},
			{ name: expect.stringContaining('/operations/') as string },
		],
		'longRunningOperation.wait': [{ operationId: located('o'), wait: 'operation' }, { done: true }],
		'longRunningOperation.cancel': [{ operationId: located('o') }, { success: true }],
		'longRunningOperation.delete': [{ operationId: located('o') }, { deleted: true }],
		'group.delete': [{ groupId: located('g') }, { deleted: true }],
		'source.delete': [{ sourceId: located('s') }, { deleted: true }],
		'asset.delete': [{ assetId: located('a') }, { deleted: true }],
		'asset.batchDelete': [{ names: 'b' }, { success: true }],
	};

	test('runs, and answers what the service holds', async () => {
		service.settings.operationMs = 0;
		service.seed('assets/a', { title: 'web-1', assignedGroups: [] });
		service.seed('assets/b', { title: 'web-2', assignedGroups: [] });
		service.seed('sources/s');
		service.seed('sources/s/errorFrames/f');
		service.seed('groups/g');
		service.seed('relations/r', { type: 'LOGICAL_DATABASE' });
		service.seed('operations/o', { done: true, metadata: {} });
		const file = await withFile('MachineName,CoreCount\nweb-9,4\n');
		for (const [id, [parameters, output]] of Object.entries(runs)) {
			const [resource, operation] = id.split('.') as [string, string];
			const { items: out, error } = await run(
				resource,
				operation,
				{ simplify: true, ...parameters },
				{ items: [file] },
			);
			expect([id, error?.message, out[0]?.json]).toEqual([
				id,
				undefined,
				expect.objectContaining(output),
			]);
		}
	});

	test('has its run above', () => {
		const all = Object.entries(migrationAssessment.resources).flatMap(
			([resource, { operations }]) => Object.keys(operations).map((key) => `${resource}.${key}`),
		);
		expect(Object.keys(runs).sort()).toEqual(all.sort());
	});
});
