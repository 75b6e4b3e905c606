import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MigrationAssessmentApi } from '../../credentials/MigrationAssessmentApi.credentials';
import { MigrationAssessmentServiceAccountApi } from '../../credentials/MigrationAssessmentServiceAccountApi.credentials';
import { MigrationAssessment } from '../../nodes/MigrationAssessment/MigrationAssessment.node';
import { LOCATION, PROJECT, startMigrationService, type MigrationService } from '../services/migrationAssessment/service';
import { binary, bytesOf, runNode, type RunOptions, type RunResult } from './kit/executor';

let service: MigrationService;
/** Ids that make requests repeatable are made of it, so that each run has its own. */
let executions = 0;
beforeEach(async () => {
	service = await startMigrationService({ settings: { operationMs: 20, cancelMs: 5 } });
});
afterEach(async () => await service.close());

type More = Partial<RunOptions> & { credential?: IDataObject; login?: 'accessToken' | 'serviceAccount' };
const run = async (resource: string, operation: string, parameters: IDataObject = {}, { credential, login = 'accessToken', ...more }: More = {}): Promise<RunResult> =>
	await runNode(
		{
			nodeType: new MigrationAssessment(),
			credentials:
				login === 'accessToken'
					? { migrationAssessmentApi: { type: new MigrationAssessmentApi(), data: { ...service.credential.data, ...credential } } }
					: { migrationAssessmentServiceAccountApi: { type: new MigrationAssessmentServiceAccountApi(), data: { ...service.serviceAccount.data, ...credential } } },
		},
		{ executionId: String(++executions), ...more, parameters: { resource, operation, authentication: login, wait: 'result', ...parameters, options: { pollingInterval: 0.01, ...(parameters.options as IDataObject | undefined) } } },
	);
const located = (value: string) => ({ __rl: true, mode: 'id', value });
const items = (count: number): INodeExecutionData[] => Array.from({ length: count }, (_, index) => ({ json: { index } }));
const place = `projects/${PROJECT}/locations/${LOCATION}`;
const api = `/v1alpha1/${place}`;
const withFile = async (text: string, name = 'inventory.csv'): Promise<INodeExecutionData> => ({ json: {}, binary: { data: await binary(Buffer.from(text), name, 'text/csv') } });

describe('where a request goes', () => {
	test('project and location come from the credential, or from the item', async () => {
		await run('group', 'getAll');
		await run('group', 'getAll', { project: 'other', location: located('europe-west1') });
		expect(service.requests.list().map(({ path }) => path)).toEqual([`${api}/groups`, '/v1alpha1/projects/other/locations/europe-west1/groups']);
	});

	test('a location that neither gives is asked for before anything is sent', async () => {
		const { error } = await run('group', 'getAll', {}, { credential: { location: '' } });
		expect(error?.message).toBe('Location is missing');
		expect(service.requests.total).toBe(0);
	});

	test("a record's full name says where it lies, whatever the credential says", async () => {
		await run('group', 'get', { groupId: located('projects/far/locations/europe-west1/groups/g') });
		expect(service.requests.list().at(-1)?.path).toBe('/v1alpha1/projects/far/locations/europe-west1/groups/g');
		const { error } = await run('group', 'delete', { location: located('us-central1'), groupId: located('projects/far/locations/europe-west1/groups/g') });
		expect(error?.message).toBe('Location is "us-central1", but Group lies in "europe-west1"');
		expect(service.requests.count('DELETE *')).toBe(0);
	});

	test('a quota project goes along where the credential names one', async () => {
		await run('location', 'getAll', {}, { credential: { quotaProject: 'payer' } });
		expect(service.requests.list()[0]?.headers['x-goog-user-project']).toBe('payer');
	});
});

describe('logging in', () => {
	test('a service account fetches one token for all items', async () => {
		service.seed('groups/g');
		const { items: out, error } = await run('group', 'get', { groupId: located('g') }, { login: 'serviceAccount', items: items(12) });
		expect(error).toBeUndefined();
		expect(out).toHaveLength(12);
		expect(service.tokensIssued).toBe(1);
	});

	test('a token that ends in mid-run is renewed, and nothing is created twice', async () => {
		service.settings.tokenRequests = 4;
		const { items: out, error } = await run('group', 'create', { newId: '=g{{ $json.index }}' }, { login: 'serviceAccount', items: items(6) });
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.name)).toEqual(items(6).map((_, index) => `${place}/groups/g${index}`));
		expect(service.records.filter(({ name }) => name.includes('/groups/'))).toHaveLength(6);
		expect(service.tokensIssued).toBeGreaterThan(1);
	});

	test('a plain token that is refused says what to do', async () => {
		const { error } = await run('group', 'getAll', {}, { credential: { accessToken: 'ended' } });
		expect(error?.message).toBe('The service does not accept the credential');
		expect(error?.description).toContain('OAuth2 or a service account');
		expect(JSON.stringify(error)).not.toContain('ended"');
	});
});

describe('reading', () => {
	test('all pages are read, or as many rows as wanted', async () => {
		for (let index = 0; index < 7; index++) service.seed(`groups/g${index}`);
		service.settings.pageSize = 3;
		expect((await run('group', 'getAll', { returnAll: true })).items).toHaveLength(7);
		expect(service.requests.count('GET */groups')).toBe(3);
		expect((await run('group', 'getAll', { limit: 2 })).items).toHaveLength(2);
		expect(service.requests.list().at(-1)?.query.pageSize).toBe('2');
	});

	test('filter and order are passed on', async () => {
		service.seed('sources/a', { displayName: 'A', type: 'X' });
		service.seed('sources/b', { displayName: 'B', type: 'Y' });
		service.seed('sources/c', { displayName: 'C', type: 'Y' });
		const { items: out } = await run('source', 'getAll', { options: { filter: 'type = "Y"', orderBy: 'displayName desc' } });
		expect(out.map(({ json }) => json.displayName)).toEqual(['C', 'B']);
	});

	test('a service that repeats its pages is left', async () => {
		for (let index = 0; index < 7; index++) service.seed(`groups/g${index}`);
		Object.assign(service.settings, { pageSize: 3, repeatPages: true });
		expect((await run('group', 'getAll', { returnAll: true })).error?.message).toBe('The service hands out the same page again and again');
	});

	test('a list that lacks a location is an error and no short list', async () => {
		service.settings.unreachable = ['locations/asia-east1'];
		expect((await run('group', 'getAll')).error?.message).toBe('The list would be incomplete: the service cannot reach locations/asia-east1');
		expect((await run('longRunningOperation', 'getAll', { options: { returnPartialSuccess: true } })).error).toBeUndefined();
	});

	test('error frames come as items', async () => {
		service.seed('sources/s');
		await run('asset', 'reportAssetFrames', { sourceId: located('s'), framesData: '[{"machineDetails":{"machineName":"web-1"}},{"attributes":{"a":"b"}}]' });
		expect(service.requests.list('POST *')[0]).toMatchObject({ query: { source: `${place}/sources/s` } });
		const { items: frames } = await run('errorFrame', 'getAll', { sourceId: located('s'), options: { errorFrameView: 'ERROR_FRAME_VIEW_FULL' } });
		expect(frames.map(({ json }) => json.violations)).toEqual([[{ field: 'machineDetails.machineName', violation: 'is required' }]]);
		const { items: one } = await run('errorFrame', 'get', { sourceId: located('s'), errorFrameId: located(String(frames[0]!.json.name)) });
		expect(one[0]?.json.name).toBe(frames[0]!.json.name);
	});

	test('values are aggregated, one item each', async () => {
		for (const cores of [2, 4, 16]) service.seed(`assets/a${cores}`, { machineDetails: { coreCount: cores } });
		const rows = [
			{ field: '*', function: 'count' },
			{ field: 'machineDetails.coreCount', function: 'sum' },
			{ field: 'machineDetails.coreCount', function: 'histogram', lowerBounds: '0, 4' },
			{ field: 'machineDetails.coreCount', function: 'frequency' },
		];
		const { items: out } = await run('asset', 'aggregateValues', { aggregations: { rows } });
		expect(out.map(({ json }) => json)).toEqual([
			{ field: '*', count: { value: '3' } },
			{ field: 'machineDetails.coreCount', sum: { value: 22 } },
			{ field: 'machineDetails.coreCount', histogram: { buckets: [{ lowerBound: 0, count: '1' }, { lowerBound: 4, count: '2' }] } },
			{ field: 'machineDetails.coreCount', frequency: { values: { 2: '1', 4: '1', 16: '1' } } },
		]);
	});
});

describe('writing', () => {
	test('an answer that gets lost makes nothing twice: the repeat carries the same id', async () => {
		service.faults.add({ on: 'POST */groups', drop: 'after', count: 1 });
		const { items: out, error } = await run('group', 'create', { newId: 'g', options: { displayName: 'First wave' } });
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ name: `${place}/groups/g`, displayName: 'First wave' });
		const sent = service.requests.list('POST */groups').map(({ query }) => query.requestId);
		expect(sent).toHaveLength(2);
		expect(sent[0]).toBe(sent[1]);
	});

	test('items get ids of their own', async () => {
		await run('group', 'create', { newId: '=g{{ $json.index }}' }, { items: items(3) });
		expect(new Set(service.requests.list('POST */groups').map(({ query }) => query.requestId)).size).toBe(3);
	});

	test('what carries no id is not sent again where it is open what happened', async () => {
		service.seed('sources/s');
		service.faults.add({ on: 'POST */assets:reportAssetFrames', drop: 'after', count: 1 });
		const { error } = await run('asset', 'reportAssetFrames', { sourceId: located('s'), framesData: '[]' });
		expect(error?.description).toContain('The request was not sent again');
		expect(service.requests.count('POST *')).toBe(1);
	});

	test('an update changes what was given and nothing else', async () => {
		service.seed('groups/g', { displayName: 'Old', description: 'Stays', labels: { a: 'b' } });
		const { items: out } = await run('group', 'update', { groupId: located('g'), options: { displayName: 'New' } });
		expect(service.requests.list('PATCH *')[0]?.query.updateMask).toBe('displayName');
		expect(out[0]?.json).toMatchObject({ displayName: 'New', description: 'Stays', labels: { a: 'b' } });
	});

	test('a text that is emptied on purpose is cleared, and a mask of its own clears what is not given', async () => {
		service.seed('groups/g', { displayName: 'Old', description: 'Old', labels: { a: 'b' } });
		await run('group', 'update', { groupId: located('g'), options: { description: '' } });
		const { items: out } = await run('group', 'update', { groupId: located('g'), options: { updateMask: 'labels' } });
		expect(out[0]?.json).toMatchObject({ displayName: 'Old', description: '' });
		expect(out[0]?.json).not.toHaveProperty('labels');
	});

	test('an update without a change is refused before it is sent', async () => {
		expect((await run('group', 'update', { groupId: located('g') })).error?.message).toBe('There is nothing to update');
		expect(service.requests.total).toBe(0);
	});

	test('settings are changed like any record, and name the preference set in full', async () => {
		const { items: out } = await run('location', 'updateSettings', { options: { preferenceSet: located('standard') } });
		expect(out[0]?.json).toMatchObject({ preferenceSet: `${place}/preferenceSets/standard` });
		expect((await run('location', 'getSettings')).items[0]?.json).toMatchObject({ preferenceSet: `${place}/preferenceSets/standard` });
	});

	test('assets join and leave a group, under their ids or their names', async () => {
		for (const id of ['a', 'b']) service.seed(`assets/${id}`, { assignedGroups: [] });
		service.seed('groups/g');
		await run('group', 'addAssets', { groupId: located('g'), assetIds: `a, ${place}/assets/b` });
		expect(service.requests.list('POST *')[0]?.body).toMatchObject({ assets: { assetIds: [`${place}/assets/a`, `${place}/assets/b`] } });
		await run('group', 'removeAssets', { groupId: located('g'), assetIds: ['a'] });
		const { items: out } = await run('asset', 'getAll', { simplify: true });
		expect(out.map(({ json }) => json.assignedGroups)).toEqual([[], [`${place}/groups/g`]]);
	});

	test('several assets are changed and deleted in one request', async () => {
		for (const id of ['a', 'b']) service.seed(`assets/${id}`, { title: id });
		const { items: out } = await run('asset', 'batchUpdate', { requests: '[{"asset":{"name":"a","labels":{"wave":"1"}}},{"asset":{"name":"b","hidden":true}}]' });
		expect(out.map(({ json }) => [json.title, json.labels, json.hidden])).toEqual([['a', { wave: '1' }, undefined], ['b', undefined, true]]);
		await run('asset', 'batchDelete', { names: 'a,b', options: { cascadeLogicalDatabases: true } });
		expect(service.requests.list('POST *').at(-1)?.body).toEqual({ names: [`${place}/assets/a`, `${place}/assets/b`], cascadingRules: [{ cascadeLogicalDbs: {} }] });
		expect(service.records).toHaveLength(0);
	});

	test('a record with children goes with them where Force is set', async () => {
		service.seed('reportConfigs/c');
		service.seed('reportConfigs/c/reports/r');
		expect((await run('reportConfig', 'delete', { reportConfigId: located('c') })).error?.message).toBe('The record is not in a state that allows this');
		const { items: out } = await run('reportConfig', 'delete', { reportConfigId: located('c'), options: { force: true } });
		expect(out[0]?.json).toEqual({ deleted: true });
	});

	test.each([
		['ALREADY_EXISTS', 'There is a record with this id already', 1],
		['PERMISSION_DENIED', 'The credential may not do this', 1],
		['quotaExceeded', 'The quota of the project is used up', 1],
		['rateLimitExceeded', 'The service asks for fewer requests', 2],
		['RESOURCE_EXHAUSTED', 'The service asks for fewer requests', 2],
	])('%s is told in words, after as many tries as make sense', async (code, message, tries) => {
		service.faults.add({ code });
		expect((await run('group', 'create', { newId: 'g', options: { attempts: 2 } })).error?.message).toBe(message);
		expect(service.requests.count('POST */groups')).toBe(tries);
	});

	test('a failure stays on its own item where the person wants to go on', async () => {
		service.seed('groups/g1');
		const { items: out } = await run('group', 'create', { newId: '=g{{ $json.index }}' }, { items: items(3), settings: { onError: 'continueRegularOutput' } });
		expect(out.map(({ json }) => Boolean(json.name))).toEqual([true, false, true]);
		expect(out[1]?.json.error).toBe('There is a record with this id already');
	});
});

describe('long-running operations', () => {
	test('the operation itself, with its metadata, or its result is returned, as chosen', async () => {
		const no = await run('group', 'create', { newId: 'a', wait: 'no' });
		expect(no.items[0]?.json).toMatchObject({ done: false, metadata: { verb: 'create' } });
		const operation = await run('group', 'create', { newId: 'b', wait: 'operation' });
		expect(operation.items[0]?.json).toMatchObject({ done: true, metadata: { verb: 'create', target: `${place}/groups/b` }, response: { name: `${place}/groups/b` } });
		const result = await run('group', 'create', { newId: 'c' });
		expect(result.items[0]?.json).toMatchObject({ name: `${place}/groups/c` });
		expect(result.items[0]?.json).not.toHaveProperty('@type');
	});

	test('one that is done at once is not asked for again', async () => {
		service.settings.operationMs = 0;
		expect((await run('group', 'create', { newId: 'a' })).items[0]?.json).toMatchObject({ name: `${place}/groups/a` });
		expect(service.requests.count('GET *')).toBe(0);
	});

	test('one that was begun before is waited for later, by its name', async () => {
		const begun = await run('group', 'create', { newId: 'a', wait: 'no' });
		const { items: out } = await run('longRunningOperation', 'wait', { operationId: located(String(begun.items[0]!.json.name)) });
		expect(out[0]?.json).toMatchObject({ name: `${place}/groups/a` });
	});

	test('one that takes too long is handed on as it is, marked', async () => {
		service.settings.operationMs = 60_000;
		const { items: out } = await run('group', 'create', { newId: 'a', options: { maximumWait: 0.001 } });
		expect(out[0]?.json).toMatchObject({ done: false, timedOut: true });
	});

	test('one that fails says why, and what it was about', async () => {
		service.settings.failures = { create: { code: 9, message: 'The region is closed' } };
		const { error } = await run('group', 'create', { newId: 'a' });
		expect(error?.message).toBe(`The operation create ${place}/groups/a failed: The region is closed`);
		expect(error?.description).toMatch(/Its name is projects\/\S+\/operations\/operation-/);
	});

	test('one that is canceled at the service is told as such', async () => {
		service.settings.operationMs = 60_000;
		const begun = await run('group', 'create', { newId: 'a', wait: 'no' });
		const operationId = located(String(begun.items[0]!.json.name));
		expect((await run('longRunningOperation', 'cancel', { operationId })).items[0]?.json).toEqual({ success: true });
		const { error } = await run('longRunningOperation', 'wait', { operationId });
		expect(error?.message).toMatch(/^The operation create \S+ was canceled at the service$/);
		const { items: failed } = await run('longRunningOperation', 'get', { operationId });
		expect(failed[0]?.json).toMatchObject({ done: true, serviceError: { code: 1 } });
		expect((await run('longRunningOperation', 'delete', { operationId })).items[0]?.json).toEqual({ deleted: true });
	});

	test('stopping the execution ends the wait', async () => {
		service.settings.operationMs = 600_000;
		const { run: ended } = await run('group', 'create', { newId: 'a' }, { during: (cancel) => void service.requests.until((log) => log.count('GET */operations/*') > 0).then(cancel) });
		expect(ended.status).toBe('canceled');
		service.requests.clear();
		// Several intervals of a wait that had gone on.
		await sleep(150);
		expect(service.requests.total).toBe(0);
	});

	test('a poll that fails for a moment is repeated', async () => {
		service.faults.add({ on: 'GET */operations/*', status: 503, count: 2 });
		expect((await run('group', 'create', { newId: 'a' })).items[0]?.json).toMatchObject({ name: `${place}/groups/a` });
	});
});

describe('files', () => {
	const csv = 'MachineName,CoreCount\nweb-1,4\nweb-2,8\n';
	const importing = { newId: 'job', sourceId: located('s'), format: 'IMPORT_JOB_FORMAT_MANUAL_CSV', binaryPropertyName: 'data' };

	test('a guided import makes assets of a file', async () => {
		service.seed('sources/s');
		const { items: out, error } = await run('importJob', 'importAssets', importing, { items: [await withFile(csv)] });
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ name: `${place}/importJobs/job`, state: 'IMPORT_JOB_STATE_COMPLETED', assetSource: `${place}/sources/s`, executionReport: { framesReported: 2 } });
		expect(service.uploads[0]).toMatchObject({ size: csv.length, sha256: createHash('sha256').update(csv).digest('hex'), contentType: 'text/csv' });
		expect((await run('asset', 'getAll', { simplify: true })).items.map(({ json }) => json.title)).toEqual(['web-1', 'web-2']);
	});

	test('the credential does not go along to the signed address', async () => {
		service.seed('sources/s');
		await run('importJob', 'importAssets', importing, { items: [await withFile(csv)], credential: { quotaProject: 'payer' } });
		const [upload] = service.requests.list('PUT /upload/*');
		expect(upload).toMatchObject({ listener: 'storage', status: 200 });
		expect(upload?.headers).not.toHaveProperty('authorization');
		expect(upload?.headers).not.toHaveProperty('x-goog-user-project');
	});

	test('a file with faults is not imported, and the error names its rows', async () => {
		service.seed('sources/s');
		const { error } = await run('importJob', 'importAssets', importing, { items: [await withFile('MachineName,CoreCount\nweb-1,4\n,8\n')] });
		expect(error?.message).toBe('The import job job did not pass the validation: inventory.csv, row 3: MachineName is missing');
		expect(service.requests.count('POST *:run')).toBe(0);
	});

	test('Validate Only imports nothing', async () => {
		service.seed('sources/s');
		const { items: out } = await run('importJob', 'importAssets', { ...importing, options: { validateOnly: true } }, { items: [await withFile(csv)] });
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_READY' });
		expect(service.records.some(({ name }) => name.includes('/assets/'))).toBe(false);
	});

	test('an import that broke goes on where it stopped when the node is tried again', async () => {
		service.seed('sources/s');
		service.faults.add({ on: 'PUT /upload/*', status: 500, count: 1 });
		const { items: out, error } = await run('importJob', 'importAssets', { ...importing, options: { attempts: 1 } }, { items: [await withFile(csv)], settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } });
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_COMPLETED' });
		expect(service.records.filter(({ name }) => /\/(importJobs|importDataFiles)\/[^/]+$/.test(name))).toHaveLength(2);
	});

	test('an item without the file makes nothing at the service', async () => {
		const { error } = await run('importJob', 'importAssets', importing);
		expect(error?.message).toBe('The item has no binary property "data"');
		expect(service.requests.total).toBe(0);
	});

	test('the same import works step by step', async () => {
		service.seed('sources/s');
		await run('importJob', 'create', { newId: 'job', sourceId: located('s') });
		const { items: made } = await run('importDataFile', 'create', { importJobId: located('job'), newId: 'f', format: importing.format });
		expect(made[0]?.json).toMatchObject({ uploadFileInfo: { signedUri: expect.stringContaining(service.storageUrl) as string } });
		const { items: sent } = await run('importDataFile', 'upload', { importDataFileId: located(String(made[0]!.json.name)), importJobId: located('job'), binaryPropertyName: 'data' }, { items: [await withFile(csv)] });
		expect(sent[0]?.json).toEqual({ name: `${place}/importJobs/job/importDataFiles/f`, fileName: 'inventory.csv', size: csv.length });
		await run('importJob', 'validate', { importJobId: located('job') });
		const { items: out } = await run('importJob', 'run', { importJobId: located('job') });
		expect(out[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_COMPLETED' });
	});

	test('an address that has ended is told, and its key is not', async () => {
		service.seed('sources/s');
		service.settings.signedMs = -1;
		const { error } = await run('importJob', 'importAssets', importing, { items: [await withFile(csv)] });
		expect(error?.httpCode).toBe('403');
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('/upload/');
	});

	test('an export is run and its files come as binary data, without the addresses that open them', async () => {
		service.seed('assets/a', { title: 'web-1' });
		await run('assetsExportJob', 'create', { newId: 'e', fileFormat: 'CSV', exported: 'inventory' });
		expect(service.requests.list('POST *')[0]?.body).toEqual({ signedUriDestination: { fileFormat: 'CSV' }, inventory: {} });
		const { items: out } = await run('assetsExportJob', 'run', { assetsExportJobId: located('e'), options: { downloadFiles: true } });
		expect(out[0]?.json).toMatchObject({ files: ['assets.csv'], requestedAssetCount: 1 });
		expect(JSON.stringify(out[0]?.json)).not.toContain(service.storageUrl);
		expect((await bytesOf(out[0]!.binary!.data!)).toString()).toBe(`name,title\n${place}/assets/a,web-1\n`);
		await run('assetsExportJob', 'run', { assetsExportJobId: located('e') });
		const { items: latest } = await run('assetsExportJob', 'download', { assetsExportJobId: located('e'), options: { outputProperty: 'export' } });
		expect(latest[0]?.binary?.export).toMatchObject({ fileName: 'assets.csv', mimeType: 'text/csv' });
		expect(latest[0]?.json.executionId).not.toBe(out[0]?.json.executionId);
	});

	test('an export job that never ran has nothing to download', async () => {
		service.seed('assetsExportJobs/e');
		expect((await run('assetsExportJob', 'download', { assetsExportJobId: located('e') })).error?.message).toBe('The export job has no such execution');
	});

	test('a report is made of groups and preference sets, and downloaded', async () => {
		service.seed('assets/a', { assignedGroups: [`${place}/groups/g`] });
		const assignments = { rows: [{ group: located('g'), preferenceSet: located('p') }] };
		await run('reportConfig', 'create', { newId: 'c', groupPreferencesetAssignments: assignments });
		expect(service.requests.list('POST *')[0]?.body).toEqual({ groupPreferencesetAssignments: [{ group: `${place}/groups/g`, preferenceSet: `${place}/preferenceSets/p` }] });
		const { items: made } = await run('report', 'create', { reportConfigId: located('c'), newId: 'r', options: { reportType: 'TOTAL_COST_OF_OWNERSHIP' } });
		expect(made[0]?.json).toMatchObject({ state: 'SUCCEEDED', summary: { allAssetsStats: { totalAssets: '1' } } });
		const { items: out, error } = await run('report', 'download', { reportConfigId: located('c'), reportId: located('r'), fileFormat: 'CSV' });
		expect(error).toBeUndefined();
		expect((await bytesOf(out[0]!.binary!.data!)).toString()).toBe(`report,machines\n${place}/reportConfigs/c/reports/r,1\n`);
	});
});
