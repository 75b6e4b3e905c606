/** Migration assessment in a real n8n: the packed tarball, n8n's own credential store and its renewals, locators, and streamed files. */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import {
	LOCATION,
	PROJECT,
	startMigrationService,
	type MigrationService,
} from '../../services/migrationAssessment/service';
import { inRoot } from '../../../tools/system/paths';
import { grownDuring, largeFile } from '../kit/largeFiles';
import { itemsOf, manyItems, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential, WorkflowSource } from '../../../tools/n8n/restTypes';

let stage: Stage;
let service: MigrationService;
let token: StoredCredential;
let account: StoredCredential;

beforeAll(async () => {
	service = await startMigrationService({ settings: { operationMs: 50 } });
	stage = await openStage();
	token = await stage.credential(service.credential.type, service.credential.data);
	account = await stage.credential(service.serviceAccount.type, service.serviceAccount.data);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await service?.close();
}, 60_000);

const place = `projects/${PROJECT}/locations/${LOCATION}`;
const located = (value: string) => ({ __rl: true, mode: 'id', value });
const type = 'n8n-nodes-tenfold.migrationAssessment';
const node = (
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	stored = token,
): NodeSpec => ({
	name,
	type,
	parameters: {
		authentication: stored === token ? 'accessToken' : 'serviceAccount',
		resource,
		operation,
		options: { pollingInterval: 0.05 },
		...parameters,
	} as NodeSpec['parameters'],
	credentials: { [stored.type]: { id: stored.id, name: stored.name } },
});
const csvOf = (text: string, fileName = 'inventory.csv'): NodeSpec[] => [
	{
		name: 'Text',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text }), options: {} },
	},
	{
		name: 'File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'toText', sourceProperty: 'text', options: { fileName } },
	},
];

test("each credential's test tells a right one from a wrong one", async () => {
	expect(await stage.rest.testCredential(token)).toMatchObject({ status: 'OK' });
	expect(
		await stage.rest.testCredential(token, { ...service.credential.data, accessToken: 'wrong' }),
	).toMatchObject({ status: 'Error' });
});

test('locators list what lies where the credential says, or where the form says', async () => {
	service.seed('groups/first-wave', { displayName: 'First wave' });
	service.seed('reportConfigs/monthly/reports/june', { displayName: 'June' });
	const lookup = {
		nodeType: type,
		credentials: { [token.type]: { id: token.id, name: token.name } },
	};
	const search = async (
		method: string,
		resource: string,
		parameters: IDataObject = {},
		filter?: string,
	) => {
		const form = {
			authentication: 'accessToken',
			resource,
			operation: 'get',
			project: '',
			location: located(''),
			...parameters,
		};
		const { results } = await stage.rest.resourceLocatorResults(
			{ ...lookup, method, path: 'parameters.any', parameters: form as never },
			{ filter },
		);
		return results.map(({ name, value }) => [name, value]);
	};
	expect(await search('searchGroup', 'group')).toEqual([['First wave', 'first-wave']]);
	expect(await search('searchGroup', 'group', {}, 'second')).toEqual([]);
	expect(await search('searchGroup', 'group', { location: located('europe-west1') })).toEqual([]);
	expect(await search('searchLocation', 'location')).toEqual([
		['us-central1', 'us-central1'],
		['europe-west1', 'europe-west1'],
	]);
	expect(await search('searchReport', 'report', { reportConfigId: located('monthly') })).toEqual([
		['June', 'june'],
	]);
});

test('an inventory is imported, grouped, reported and downloaded, each step made of the one before', async () => {
	const execution = await stage.run('assessment', [
		node('Source', 'source', 'create', {
			newId: 'sheet',
			options: { sourceType: 'SOURCE_TYPE_UPLOAD', pollingInterval: 0.05 },
		}),
		...csvOf('MachineName,CoreCount\nweb-1,4\nweb-2,8\n'),
		node('Import', 'importJob', 'importAssets', {
			newId: 'first',
			sourceId: located('={{ $("Source").first().json.name }}'),
			format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
			binaryPropertyName: 'data',
		}),
		node('Group', 'group', 'create', { newId: 'wave' }),
		node('Assets', 'asset', 'getAll', { returnAll: true }),
		{
			name: 'Names',
			type: 'n8n-nodes-base.aggregate',
			typeVersion: 1,
			parameters: {
				fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'name' }] },
				options: {},
			},
		},
		node('Add', 'group', 'addAssets', {
			groupId: located('={{ $("Group").first().json.name }}'),
			assetIds: '={{ $json.name }}',
		}),
		node('Preferences', 'preferenceSet', 'create', { newId: 'standard' }),
		node('Config', 'reportConfig', 'create', {
			newId: 'c',
			groupPreferencesetAssignments: {
				rows: [{ group: located('wave'), preferenceSet: located('={{ $json.name }}') }],
			},
		}),
		node('Report', 'report', 'create', {
			reportConfigId: located('={{ $json.name }}'),
			newId: 'r',
		}),
		node('Download', 'report', 'download', {
			reportConfigId: located('c'),
			reportId: located('={{ $json.name }}'),
			fileFormat: 'CSV',
		}),
	]);
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Import')[0]?.json).toMatchObject({
		state: 'IMPORT_JOB_STATE_COMPLETED',
	});
	expect(itemsOf(execution, 'Report')[0]?.json).toMatchObject({
		summary: { allAssetsStats: { totalAssets: '2' } },
	});
	const [report] = itemsOf(execution, 'Download');
	expect(report?.json.files).toEqual(['report.csv']);
	expect(report?.binary?.data).toMatchObject({ fileName: 'report.csv', mimeType: 'text/csv' });
}, 120_000);

test('the example runs as it is imported', async () => {
	const example = JSON.parse(
		readFileSync(inRoot('examples', 'migration-inventory-to-report.json'), 'utf8'),
	) as WorkflowSource;
	const nodes = example.nodes.map((one) =>
		one.credentials
			? { ...one, credentials: { [token.type]: { id: token.id, name: token.name } } }
			: one,
	);
	const { id } = await stage.rest.createWorkflow({ ...example, nodes });
	const execution = await stage.rest.waitForExecution(await stage.rest.runManually(id), {
		timeout: 120_000,
	});
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Of This Source')).toHaveLength(3);
	expect(itemsOf(execution, 'Create Report')[0]?.json).toMatchObject({
		summary: { allAssetsStats: { totalAssets: '3' } },
	});
	expect(itemsOf(execution, 'Download Report')[0]?.binary?.data).toMatchObject({
		fileName: 'report.csv',
	});
}, 130_000);

test('tokens of a service account that end in mid-run are renewed by n8n, and nothing is made twice', async () => {
	service.settings.tokenRequests = 7;
	const before = service.tokensIssued;
	const execution = await stage.run('renewals', [
		...manyItems(20),
		node('Create', 'group', 'create', { newId: '=g{{ $json.index }}' }, account),
	]);
	service.settings.tokenRequests = Infinity;
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Create').map(({ json }) => json.name)).toEqual(
		Array.from({ length: 20 }, (_, index) => `${place}/groups/g${index}`),
	);
	expect(service.tokensIssued - before).toBeGreaterThan(5);
}, 120_000);

test('a file of 64 MB is streamed to its signed address', async () => {
	const size = 64 * 1024 * 1024;
	service.seed('importJobs/large', { assetSource: `${place}/sources/sheet` });
	const read = await largeFile(stage, 'large.csv', size);
	const underWay = () =>
		service.requests.list('PUT /upload/*').some(({ status }) => status === undefined);
	const upload = [
		node('File', 'importDataFile', 'create', {
			importJobId: located('large'),
			newId: 'f',
			format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
		}),
		read,
		node('Upload', 'importDataFile', 'upload', {
			importJobId: located('large'),
			importDataFileId: located('f'),
			binaryPropertyName: 'data',
		}),
	];
	const { result, grownMB } = await grownDuring(
		'upload of 64 MB',
		stage.n8n,
		underWay,
		async () => await stage.run('large upload', upload),
	);
	expect(result.error).toBeUndefined();
	expect(service.uploads.at(-1)).toMatchObject({ size });
	expect(grownMB).toBeLessThan(48);
}, 120_000);
