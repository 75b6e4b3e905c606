import { createHash } from 'node:crypto';
import { bytesOf, hintsOf } from './kit/executor';
import { byId } from './kit/locator';
import { parent, startMigration, withFile } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('files', () => {
	const csv = 'MachineName,AllocatedProcessorCoreCount\nweb-1,4\nweb-2,8\n';
	const importing = {
		newId: 'job',
		sourceId: byId('s'),
		format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
		binaryPropertyName: 'data',
	};

	test('Import Assets creates assets from a file', async () => {
		service.seed('sources/s');
		const { items: out, error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({
			name: `${parent}/importJobs/job`,
			state: 'IMPORT_JOB_STATE_COMPLETED',
			assetSource: `${parent}/sources/s`,
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

	test('the credential is not sent to the signed URL', async () => {
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

	test('an upload contains the headers that signed URLs may require', async () => {
		service.seed('sources/s');
		service.settings.signedHeaders = {
			'Content-MD5': 'q2VNVkfdiBCUvF9ya3pGWA==',
			'X-Goog-Content-Length-Range': '0,1000000',
			Host: 'storage.example.com',
			'Content-Length': '1',
		};
		const { error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
		});
		expect(error).toBeUndefined();
		expect(service.requests.list('PUT /upload/*')[0]?.headers).toMatchObject({
			'content-md5': 'q2VNVkfdiBCUvF9ya3pGWA==',
			'x-goog-content-length-range': '0,1000000',
			host: new URL(service.storageUrl).host,
			'content-length': String(csv.length),
		});
	});

	test.each([
		['Transfer-Encoding', 'chunked'],
		['X-Forwarded-For', '127.0.0.1'],
		['Metadata-Flavor', 'Google'],
		['Authorization', 'Basic x'],
		['Cookie', 'x=y'],
	])('an upload URL that requires the header %s is rejected', async (name, value) => {
		service.seed('sources/s');
		service.settings.signedHeaders = { [name]: value };
		const { error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
		});
		expect(error?.message).toBe(
			`The upload URL requires a header that the node does not send: ${name.toLowerCase()}`,
		);
		expect(service.requests.count('PUT *')).toBe(0);
	});

	test('an invalid file is not imported, and the error lists its rows', async () => {
		service.seed('sources/s');
		const { error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile('MachineName,AllocatedProcessorCoreCount\nweb-1,4\n,8\n')],
		});
		expect(error?.message).toBe(
			'The import job job failed validation: inventory.csv, row 3: MachineName is missing',
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

	test('Retry On Fail continues an interrupted import where the import stopped', async () => {
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

	test('an item without a file does not create anything in the service', async () => {
		const { error } = await run('importJob', 'importAssets', importing);
		expect(error?.message).toBe('The item has no binary property "data"');
		expect(service.requests.total).toBe(0);
	});

	test('a hint says that a created job has not started the import', async () => {
		service.seed('sources/s');
		const created = await run('importJob', 'create', { newId: 'job', sourceId: byId('s') });
		expect(created.items[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_PENDING' });
		expect(hintsOf(created)).toEqual([expect.stringContaining('the import has not started')]);
	});

	test('the steps of Import Assets can also be run as separate operations', async () => {
		service.seed('sources/s');
		await run('importJob', 'create', { newId: 'job', sourceId: byId('s') });
		const { items: created } = await run('importDataFile', 'create', {
			importJobId: byId('job'),
			newId: 'f',
			format: importing.format,
		});
		expect(created[0]?.json).toMatchObject({
			uploadFileInfo: { signedUri: expect.stringContaining(service.storageUrl) as string },
		});
		const { items: uploaded } = await run(
			'importDataFile',
			'upload',
			{
				importDataFileId: byId(String(created[0]!.json.name)),
				importJobId: byId('job'),
				binaryPropertyName: 'data',
			},
			{ items: [await withFile(csv)] },
		);
		expect(uploaded[0]?.json).toEqual({
			name: `${parent}/importJobs/job/importDataFiles/f`,
			fileName: 'inventory.csv',
			size: csv.length,
		});
		await run('importJob', 'validate', { importJobId: byId('job') });
		const { items: out } = await run('importJob', 'run', { importJobId: byId('job') });
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_COMPLETED' });
	});

	test('a report export job is created once, run, downloaded and deleted', async () => {
		service.seed('reportConfigs/c');
		service.seed('reportConfigs/c/reports/r', {
			summary: { allAssetsStats: { totalAssets: '3' } },
		});
		const ofReport = { reportConfigId: byId('c'), reportId: byId('r') };
		const ofJob = { ...ofReport, reportExportJobId: byId('weekly') };
		const { items: created, error } = await run('reportExportJob', 'create', {
			...ofReport,
			newId: 'weekly',
			fileFormat: 'CSV',
		});
		expect(error).toBeUndefined();
		expect(created[0]?.json).toMatchObject({
			name: `${parent}/reportConfigs/c/reports/r/reportExportJobs/weekly`,
			signedUriDestination: { fileFormat: 'CSV' },
		});
		const { items: executed } = await run('reportExportJob', 'run', ofJob);
		expect(executed[0]?.json).toMatchObject({ executionId: expect.any(String) as string });
		const { items: downloaded } = await run('reportExportJob', 'download', ofJob);
		expect(downloaded[0]?.json).toMatchObject({
			executionId: executed[0]?.json.executionId,
			files: ['report.csv'],
		});
		expect(String(await bytesOf(downloaded[0]!.binary!.data!))).toContain('report,machines');
		expect((await run('reportExportJob', 'getAll', ofReport)).items).toHaveLength(1);
		await run('reportExportJob', 'delete', ofJob);
		expect((await run('reportExportJob', 'getAll', ofReport)).items).toEqual([]);
	});

	test('an expired signed URL is reported without the URL itself', async () => {
		service.seed('sources/s');
		service.settings.signedMs = -1;
		const { error } = await run('importJob', 'importAssets', importing, {
			items: [await withFile(csv)],
		});
		expect(error?.httpCode).toBe('403');
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('/upload/');
	});

	test('the files of an export are returned as binary data, without their signed URLs', async () => {
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
			assetsExportJobId: byId('e'),
			options: { downloadFiles: true },
		});
		expect(out[0]?.json).toMatchObject({ files: ['assets.csv'], requestedAssetCount: 1 });
		expect(JSON.stringify(out[0]?.json)).not.toContain(service.storageUrl);
		expect((await bytesOf(out[0]!.binary!.data!)).toString()).toBe(
			`name,title\n${parent}/assets/a,web-1\n`,
		);
		await run('assetsExportJob', 'run', { assetsExportJobId: byId('e') });
		const { items: latest } = await run('assetsExportJob', 'download', {
			assetsExportJobId: byId('e'),
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
			(await run('assetsExportJob', 'download', { assetsExportJobId: byId('e') })).error?.message,
		).toBe('The export job has no completed execution');
	});
});
