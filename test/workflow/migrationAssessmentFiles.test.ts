import { bytesOf } from './kit/executor';
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
		expect([...service.storage.uploads.values()][0]).toMatchObject({
			content: Buffer.from(csv),
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
		expect(upload).toMatchObject({ listener: 'files', status: 200 });
		expect(upload?.headers).not.toHaveProperty('authorization');
		expect(upload?.headers).not.toHaveProperty('x-goog-user-project');
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
			service.resources.all.filter(({ name }) =>
				/\/(importJobs|importDataFiles)\/[^/]+$/.test(name),
			),
		).toHaveLength(2);
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
		const created = await run('assetsExportJob', 'create', {
			newId: 'e',
			fileFormat: 'CSV',
			exported: 'inventory',
		});
		expect(created.error).toBeUndefined();
		expect(service.requests.list('POST *')[0]?.body).toEqual({
			signedUriDestination: { fileFormat: 'CSV' },
			inventory: {},
		});
		const { items: out } = await run('assetsExportJob', 'run', {
			assetsExportJobId: byId('e'),
			options: { downloadFiles: true },
		});
		expect(out[0]?.json).toMatchObject({ files: ['assets.csv'], requestedAssetCount: 1 });
		expect(JSON.stringify(out[0]?.json)).not.toContain(service.storage.origin);
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
});
