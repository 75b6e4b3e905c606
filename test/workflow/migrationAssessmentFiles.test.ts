import { createHash } from 'node:crypto';
import { bytesOf } from './kit/executor';
import { located, place, startMigration, withFile } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('files', () => {
	const csv = 'MachineName,CoreCount\nweb-1,4\nweb-2,8\n';
	const importing = {
		newId: 'job',
		sourceId: located('s'),
		format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
		binaryPropertyName: 'data',
	};

	test('a guided import makes assets of a file', async () => {
		service.seed('sources/s');
		const { items: out, error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({
			name: `${place}/importJobs/job`,
			state: 'IMPORT_JOB_STATE_COMPLETED',
			assetSource: `${place}/sources/s`,
			executionReport: { framesReported: 2 },
		});
		expect(service.uploads[0]).toMatchObject({
			size: csv.length,
			sha256: createHash('sha256').update(csv).digest('hex'),
			contentType: 'text/csv',
		});
		expect(
			(await run('asset', 'getAll', { simplify: true })).items.map(({ json }) => json.title),
		).toEqual(['web-1', 'web-2']);
	});

	test('the credential does not go along to the signed address', async () => {
		service.seed('sources/s');
		await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
			credential: { quotaProject: 'payer' },
		});
		const [upload] = service.requests.list('PUT /upload/*');
		expect(upload).toMatchObject({ listener: 'storage', status: 200 });
		expect(upload?.headers).not.toHaveProperty('authorization');
		expect(upload?.headers).not.toHaveProperty('x-goog-user-project');
	});

	test('a file with faults is not imported, and the error names its rows', async () => {
		service.seed('sources/s');
		const { error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile('MachineName,CoreCount\nweb-1,4\n,8\n')],
		});
		expect(error?.message).toBe(
			'The import job job did not pass the validation: inventory.csv, row 3: MachineName is required',
		);
		expect(service.requests.count('POST *:run')).toBe(0);
	});

	test('Validate Only imports nothing', async () => {
		service.seed('sources/s');
		const { items: out } = await run(
			'importJob',
			'importAssets',
			{ ...importing, options: { validateOnly: true } },
			{ items: [await withFile(csv)] },
		);
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_READY' });
		expect(service.records.some(({ name }) => name.includes('/assets/'))).toBe(false);
	});

	test('an import that broke goes on where it stopped when the node is tried again', async () => {
		service.seed('sources/s');
		service.faults.add({ on: 'PUT /upload/*', status: 500, count: 1 });
		const { items: out, error } = await run(
			'importJob',
			'importAssets',
			{ ...importing, options: { attempts: 1 } },
			{
				items: [await withFile(csv)],
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
			},
		);
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_COMPLETED' });
		expect(
			service.records.filter(({ name }) => /\/(importJobs|importDataFiles)\/[^/]+$/.test(name)),
		).toHaveLength(2);
	});

	test('an item without the file makes nothing at the service', async () => {
		const { error } = await run('importJob', 'importAssets', importing);
		expect(error?.message).toBe('The item has no binary property "data"');
		expect(service.requests.total).toBe(0);
	});

	test('the same import works step by step', async () => {
		service.seed('sources/s');
		await run('importJob', 'create', { newId: 'job', sourceId: located('s') });
		const { items: made } = await run('importDataFile', 'create', {
			importJobId: located('job'),
			newId: 'f',
			format: importing.format,
		});
		expect(made[0]?.json).toMatchObject({
			uploadFileInfo: { signedUri: expect.stringContaining(service.storageUrl) as string },
		});
		const { items: sent } = await run(
			'importDataFile',
			'upload',
			{
				importDataFileId: located(String(made[0]!.json.name)),
				importJobId: located('job'),
				binaryPropertyName: 'data',
			},
			{ items: [await withFile(csv)] },
		);
		expect(sent[0]?.json).toEqual({
			name: `${place}/importJobs/job/importDataFiles/f`,
			fileName: 'inventory.csv',
			size: csv.length,
		});
		await run('importJob', 'validate', { importJobId: located('job') });
		const { items: out } = await run('importJob', 'run', { importJobId: located('job') });
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_COMPLETED' });
	});

	test('an address that has ended is told, and its key is not', async () => {
		service.seed('sources/s');
		service.settings.signedMs = -1;
		const { error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
		});
		expect(error?.httpCode).toBe('403');
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('/upload/');
	});

	test('an export is run and its files come as binary data, without the addresses that open them', async () => {
		service.seed('assets/a', { title: 'web-1' });
		await run('assetsExportJob', 'create', {
			newId: 'e',
			fileFormat: 'CSV',
			exported: 'inventory',
		});
		expect(service.requests.list('POST *')[0]?.body).toEqual({
			signedUriDestination: { fileFormat: 'CSV' },
			inventory: {},
		});
		const { items: out } = await run('assetsExportJob', 'run', {
			assetsExportJobId: located('e'),
			options: { downloadFiles: true },
		});
		expect(out[0]?.json).toMatchObject({ files: ['assets.csv'], requestedAssetCount: 1 });
		expect(JSON.stringify(out[0]?.json)).not.toContain(service.storageUrl);
		expect((await bytesOf(out[0]!.binary!.data!)).toString()).toBe(
			`name,title\n${place}/assets/a,web-1\n`,
		);
		await run('assetsExportJob', 'run', { assetsExportJobId: located('e') });
		const { items: latest } = await run('assetsExportJob', 'download', {
			assetsExportJobId: located('e'),
			options: { outputProperty: 'export' },
		});
		expect(latest[0]?.binary?.export).toMatchObject({
			fileName: 'assets.csv',
			mimeType: 'text/csv',
		});
		expect(latest[0]?.json.executionId).not.toBe(out[0]?.json.executionId);
	});

	test('an export job that never ran has nothing to download', async () => {
		service.seed('assetsExportJobs/e');
		expect(
			(await run('assetsExportJob', 'download', { assetsExportJobId: located('e') })).error
				?.message,
		).toBe('The export job has no such execution');
	});

	test('a report is made of groups and preference sets, and downloaded', async () => {
		service.seed('assets/a', { assignedGroups: [`${place}/groups/g`] });
		const assignments = { rows: [{ group: located('g'), preferenceSet: located('p') }] };
		await run('reportConfig', 'create', { newId: 'c', groupPreferencesetAssignments: assignments });
		expect(service.requests.list('POST *')[0]?.body).toEqual({
			groupPreferencesetAssignments: [
				{ group: `${place}/groups/g`, preferenceSet: `${place}/preferenceSets/p` },
			],
		});
		const { items: made } = await run('report', 'create', {
			reportConfigId: located('c'),
			newId: 'r',
			options: { reportType: 'TOTAL_COST_OF_OWNERSHIP' },
		});
		expect(made[0]?.json).toMatchObject({
			state: 'SUCCEEDED',
			summary: { allAssetsStats: { totalAssets: '1' } },
		});
		const { items: out, error } = await run('report', 'download', {
			reportConfigId: located('c'),
			reportId: located('r'),
			fileFormat: 'CSV',
		});
		expect(error).toBeUndefined();
		expect((await bytesOf(out[0]!.binary!.data!)).toString()).toBe(
			`report,machines\n${place}/reportConfigs/c/reports/r,1\n`,
		);
	});
});
