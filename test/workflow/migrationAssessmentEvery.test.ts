import type { IDataObject } from 'n8n-workflow';
import { migrationAssessment } from '../../nodes/MigrationAssessment/service';
import { LOCATION } from '../services/migrationAssessment/service';
import { byId } from './kit/locator';
import { parent, startMigration, withFile } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('every operation', () => {
	const update = { options: { displayName: 'New' } };
	const job = { importJobId: byId('job') };
	const config = { reportConfigId: byId('c') };
	/**
	 * Parameters and expected output of each operation. The order matters, because operations use
	 * records that earlier operations have created.
	 */
	const runs: Readonly<Record<string, readonly [IDataObject, object]>> = {
		'location.get': [{}, { locationId: LOCATION }],
		'location.getAll': [{}, { name: parent }],
		'location.getSettings': [{}, { disableCloudLogging: false }],
		'location.updateSettings': [
			{ options: { disableCloudLogging: true } },
			{ disableCloudLogging: true },
		],
		'source.create': [{ newId: 'new' }, { state: 'ACTIVE' }],
		'source.get': [{ sourceId: byId('s') }, { name: `${parent}/sources/s` }],
		'source.getAll': [{}, { name: `${parent}/sources/s` }],
		'source.update': [{ sourceId: byId('s'), ...update }, { displayName: 'New' }],
		'errorFrame.get': [
			{ sourceId: byId('s'), errorFrameId: byId('f') },
			{ name: `${parent}/sources/s/errorFrames/f` },
		],
		'errorFrame.getAll': [{ sourceId: byId('s') }, { name: `${parent}/sources/s/errorFrames/f` }],
		'relation.get': [{ relationId: byId('r') }, { type: 'LOGICAL_DATABASE' }],
		'relation.getAll': [{}, { type: 'LOGICAL_DATABASE' }],
		'asset.get': [
			{ assetId: byId('a'), options: { assetView: 'ASSET_VIEW_FULL' } },
			{ title: 'web-1' },
		],
		'asset.getAll': [{}, { title: 'web-1' }],
		'asset.update': [
			{ assetId: byId('a'), options: { labels: '{"wave":"1"}' } },
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
		'asset.reportAssetFrames': [{ sourceId: byId('s'), framesData: '[]' }, { success: true }],
		'discoveryClient.create': [
			{ newId: 'new', sourceId: byId('s'), serviceAccount: 'robot@example.com' },
			{ source: `${parent}/sources/s`, serviceAccount: 'robot@example.com' },
		],
		'discoveryClient.get': [{ discoveryClientId: byId('new') }, { state: 'ACTIVE' }],
		'discoveryClient.getAll': [{}, { state: 'ACTIVE' }],
		'discoveryClient.sendHeartbeat': [
			{ discoveryClientId: byId('new'), options: { version: '1.2' } },
			{ version: '1.2' },
		],
		'discoveryClient.update': [
			{ discoveryClientId: byId('new'), options: { ttl: '60s' } },
			{ ttl: '60s', state: 'ACTIVE' },
		],
		'discoveryClient.delete': [{ discoveryClientId: byId('new') }, { deleted: true }],
		'group.create': [{ newId: 'new' }, { name: `${parent}/groups/new` }],
		'group.get': [{ groupId: byId('g') }, { name: `${parent}/groups/g` }],
		'group.getAll': [{}, { name: `${parent}/groups/g` }],
		'group.addAssets': [{ groupId: byId('g'), assetIds: 'a' }, { name: `${parent}/groups/g` }],
		'group.removeAssets': [{ groupId: byId('g'), assetIds: 'a' }, { name: `${parent}/groups/g` }],
		'group.update': [{ groupId: byId('g'), ...update }, { displayName: 'New' }],
		'preferenceSet.create': [
			{ newId: 'new', options: { preferredRegions: 'a, b' } },
			{ regionPreferences: { preferredRegions: ['a', 'b'] } },
		],
		'preferenceSet.get': [
			{ preferenceSetId: byId('new') },
			{ name: `${parent}/preferenceSets/new` },
		],
		'preferenceSet.getAll': [{}, { name: `${parent}/preferenceSets/new` }],
		'preferenceSet.update': [
			{
				preferenceSetId: byId('new'),
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
					rows: [{ group: byId('g'), preferenceSet: byId('new') }],
				},
			},
			{ name: `${parent}/reportConfigs/c` },
		],
		'reportConfig.get': [config, { name: `${parent}/reportConfigs/c` }],
		'reportConfig.getAll': [{}, { name: `${parent}/reportConfigs/c` }],
		'report.create': [{ ...config, newId: 'r' }, { state: 'SUCCEEDED' }],
		'report.get': [
			{ ...config, reportId: byId('r'), options: { reportView: 'REPORT_VIEW_FULL' } },
			{ state: 'SUCCEEDED' },
		],
		'report.getAll': [config, { state: 'SUCCEEDED' }],
		'report.download': [
			{ ...config, reportId: byId('r'), fileFormat: 'CSV' },
			{ files: ['report.csv'] },
		],
		'report.delete': [{ ...config, reportId: byId('r') }, { deleted: true }],
		'reportConfig.delete': [config, { deleted: true }],
		'preferenceSet.delete': [{ preferenceSetId: byId('new') }, { deleted: true }],
		'assetsExportJob.create': [
			{ newId: 'e', fileFormat: 'CSV', exported: 'performanceData', options: { maxDays: 7 } },
			{ performanceData: { maxDays: 7 } },
		],
		'assetsExportJob.get': [
			{ assetsExportJobId: byId('e') },
			{ name: `${parent}/assetsExportJobs/e` },
		],
		'assetsExportJob.getAll': [{}, { name: `${parent}/assetsExportJobs/e` }],
		'assetsExportJob.run': [{ assetsExportJobId: byId('e') }, { requestedAssetCount: 2 }],
		'assetsExportJob.download': [{ assetsExportJobId: byId('e') }, { files: ['assets.csv'] }],
		'assetsExportJob.delete': [{ assetsExportJobId: byId('e') }, { deleted: true }],
		'importJob.create': [
			{ newId: 'job', sourceId: byId('s') },
			{ assetSource: `${parent}/sources/s` },
		],
		'importJob.get': [job, { state: 'IMPORT_JOB_STATE_PENDING' }],
		'importJob.getAll': [{}, { state: 'IMPORT_JOB_STATE_PENDING' }],
		'importJob.update': [{ ...job, ...update }, { displayName: 'New' }],
		'importDataFile.create': [
			{ ...job, newId: 'f', format: 'IMPORT_JOB_FORMAT_MANUAL_CSV' },
			{ state: 'ACTIVE' },
		],
		'importDataFile.get': [{ ...job, importDataFileId: byId('f') }, { state: 'ACTIVE' }],
		'importDataFile.getAll': [job, { state: 'ACTIVE' }],
		'importDataFile.upload': [
			{ ...job, importDataFileId: byId('f'), binaryPropertyName: 'data' },
			{ fileName: 'inventory.csv' },
		],
		'importJob.validate': [job, { state: 'IMPORT_JOB_STATE_READY' }],
		'importJob.run': [job, { state: 'IMPORT_JOB_STATE_COMPLETED' }],
		'importDataFile.delete': [{ ...job, importDataFileId: byId('f') }, { deleted: true }],
		'importJob.delete': [job, { deleted: true }],
		'importJob.importAssets': [
			{
				newId: 'guided',
				sourceId: byId('s'),
				format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
				binaryPropertyName: 'data',
			},
			{ state: 'IMPORT_JOB_STATE_COMPLETED' },
		],
		'longRunningOperation.get': [{ operationId: byId('o') }, { done: true }],
		'longRunningOperation.getAll': [
			{},
			{ name: expect.stringContaining('/operations/') as string },
		],
		'longRunningOperation.wait': [{ operationId: byId('o'), wait: 'operation' }, { done: true }],
		'longRunningOperation.cancel': [{ operationId: byId('o') }, { success: true }],
		'longRunningOperation.delete': [{ operationId: byId('o') }, { deleted: true }],
		'group.delete': [{ groupId: byId('g') }, { deleted: true }],
		'source.delete': [{ sourceId: byId('s') }, { deleted: true }],
		'asset.delete': [{ assetId: byId('a') }, { deleted: true }],
		'asset.batchDelete': [{ names: 'b' }, { success: true }],
	};

	test('succeeds and returns the expected output', async () => {
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

	test('has an entry in the test cases above', () => {
		const all = Object.entries(migrationAssessment.resources).flatMap(
			([resource, { operations }]) => Object.keys(operations).map((key) => `${resource}.${key}`),
		);
		expect(Object.keys(runs).sort()).toEqual(all.sort());
	});
});
