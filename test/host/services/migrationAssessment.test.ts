// Migration assessment in a real n8n instance: credentials and token renewal, lists, a complete
// assessment, and large files.
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import {
	LOCATION,
	PROJECT,
	startMigrationService,
	type MigrationService,
} from '../../services/migrationAssessment/service';
import { inRoot } from '../../../tools/system/paths';
import { measureMemoryGrowth, createLargeFile } from '../kit/largeFiles';
import {
	credentialsOf,
	itemsOf,
	generateItems,
	nodesOf,
	resourceLocator,
	startTestN8n,
	type NodeSpec,
	type TestN8n,
} from '../kit/testN8n';
import type { StoredCredential, WorkflowSource } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let service: MigrationService;
let token: StoredCredential;
let account: StoredCredential;

beforeAll(async () => {
	service = await startMigrationService({ settings: { operationMs: 50 } });
	n8n = await startTestN8n();
	token = await n8n.createCredential(service.credential.type, service.credential.data);
	account = await n8n.createCredential(service.serviceAccount.type, service.serviceAccount.data);
});
afterAll(async () => {
	await n8n?.close();
	await service?.close();
});

const parent = `projects/${PROJECT}/locations/${LOCATION}`;
const common = { authentication: 'accessToken', options: { pollingInterval: 0.05 } };
const node = nodesOf('migrationAssessment', () => token, common);
const accountNode = nodesOf('migrationAssessment', () => account, {
	...common,
	authentication: 'serviceAccount',
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

test('the credential test accepts a valid token and rejects an invalid one', async () => {
	expect(await n8n.rest.testCredential(token)).toMatchObject({ status: 'OK' });
	expect(
		await n8n.rest.testCredential(token, { ...service.credential.data, accessToken: 'wrong' }),
	).toMatchObject({ status: 'Error' });
});

test('resource locators use the location of the node, or of the credential if the node has none', async () => {
	service.seed('groups/first-wave', { displayName: 'First wave' });
	service.seed('reportConfigs/monthly/reports/june', { displayName: 'June' });
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.migrationAssessment',
		credentials: credentialsOf(token),
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
			location: resourceLocator(''),
			...parameters,
		};
		const { results } = await n8n.rest.resourceLocatorResults(
			{ ...lookup, method, path: 'parameters.any', parameters: form as never },
			{ filter },
		);
		return results.map(({ name, value }) => [name, value]);
	};
	expect(await search('searchGroup', 'group')).toEqual([['First wave', 'first-wave']]);
	expect(await search('searchGroup', 'group', {}, 'second')).toEqual([]);
	await expect(
		search('searchGroup', 'group', { location: resourceLocator('europe-west1') }),
	).rejects.toThrow('No entries in Group');
	expect(await search('searchLocation', 'location')).toEqual([
		['us-central1', 'us-central1'],
		['europe-west1', 'europe-west1'],
	]);
	expect(
		await search('searchReport', 'report', { reportConfigId: resourceLocator('monthly') }),
	).toEqual([['June', 'june']]);
});

test('an inventory is imported, grouped, reported and downloaded', async () => {
	const execution = await n8n.run('assessment', [
		node('Source', 'source', 'create', {
			newId: 'sheet',
			additionalFields: { sourceType: 'SOURCE_TYPE_UPLOAD' },
			options: { pollingInterval: 0.05 },
		}),
		...csvOf('MachineName,AllocatedProcessorCoreCount\nweb-1,4\nweb-2,8\n'),
		node('Import', 'importJob', 'importAssets', {
			newId: 'first',
			sourceId: resourceLocator('={{ $("Source").first().json.name }}'),
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
			groupId: resourceLocator('={{ $("Group").first().json.name }}'),
			assetIds: '={{ $json.name }}',
		}),
		node('Preferences', 'preferenceSet', 'create', { newId: 'standard' }),
		node('Config', 'reportConfig', 'create', {
			newId: 'c',
			groupPreferencesetAssignments: {
				rows: [
					{ group: resourceLocator('wave'), preferenceSet: resourceLocator('={{ $json.name }}') },
				],
			},
		}),
		node('Report', 'report', 'create', {
			reportConfigId: resourceLocator('={{ $json.name }}'),
			newId: 'r',
		}),
		node('Download', 'report', 'download', {
			reportConfigId: resourceLocator('c'),
			reportId: resourceLocator('={{ $json.name }}'),
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
});

test('the example workflow succeeds after it is imported into n8n', async () => {
	const example = JSON.parse(
		readFileSync(inRoot('examples', 'migration-inventory-to-report.json'), 'utf8'),
	) as WorkflowSource;
	const nodes = example.nodes.map((one) =>
		one.credentials ? { ...one, credentials: credentialsOf(token) } : one,
	);
	const { id } = await n8n.rest.createWorkflow({ ...example, nodes });
	const execution = await n8n.rest.waitForExecution(await n8n.rest.runManually(id), {
		timeout: 120_000,
	});
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Filter by Source')).toHaveLength(3);
	expect(itemsOf(execution, 'Create Report')[0]?.json).toMatchObject({
		summary: { allAssetsStats: { totalAssets: '3' } },
	});
	expect(itemsOf(execution, 'Download Report')[0]?.binary?.data).toMatchObject({
		fileName: 'report.csv',
	});
});

test('n8n renews service account tokens that expire during a run, and nothing is created twice', async () => {
	service.settings.tokenRequests = 7;
	const before = service.tokensIssued;
	const execution = await n8n.run('renewals', [
		...generateItems(20),
		accountNode('Create', 'group', 'create', { newId: '=g{{ $json.index }}' }),
	]);
	service.settings.tokenRequests = Infinity;
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Create').map(({ json }) => json.name)).toEqual(
		Array.from({ length: 20 }, (_, index) => `${parent}/groups/g${index}`),
	);
	expect(service.tokensIssued - before).toBeGreaterThan(5);
});

test('a file of 64 MB is streamed to its signed URL', async () => {
	const size = 64 * 1024 * 1024;
	service.seed('importJobs/large', { assetSource: `${parent}/sources/sheet` });
	const read = await createLargeFile(n8n, 'large.csv', size);
	const isUploading = () =>
		service.requests.list('PUT /upload/*').some(({ status }) => status === undefined);
	const upload = [
		node('File', 'importDataFile', 'create', {
			importJobId: resourceLocator('large'),
			newId: 'f',
			format: 'IMPORT_JOB_FORMAT_MANUAL_CSV',
		}),
		read,
		node('Upload', 'importDataFile', 'upload', {
			importJobId: resourceLocator('large'),
			importDataFileId: resourceLocator('f'),
			binaryPropertyName: 'data',
		}),
	];
	const { result, grownMB } = await measureMemoryGrowth(
		'upload of 64 MB',
		n8n.process,
		isUploading,
		async () => await n8n.run('large upload', upload),
	);
	expect(result.error).toBeUndefined();
	expect(service.uploads.at(-1)).toMatchObject({ size });
	expect(grownMB).toBeLessThan(48);
});
