// Search ads conversions in a real n8n instance: credentials, every operation, the error output,
// and a large mapping file.
import { conversionFields } from '../../../nodes/SearchAdsConversions/conversionFields';
import {
	startConversionService,
	type ConversionService,
} from '../../services/searchAdsConversions/service';
import { measureMemoryGrowth } from '../kit/largeFiles';
import {
	credentialsOf,
	itemsOf,
	generateItems,
	nodesOf,
	resourceLocator,
	startTestN8n,
	type TestN8n,
} from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let ads: ConversionService;
let accessToken: StoredCredential;
let serviceAccount: StoredCredential;

beforeAll(async () => {
	ads = await startConversionService();
	n8n = await startTestN8n();
	accessToken = await n8n.createCredential('searchAdsConversionsApi', ads.credentials.accessToken);
	serviceAccount = await n8n.createCredential('searchAdsConversionsServiceAccountApi', {
		...ads.credentials.serviceAccount,
		requestedScopes: 'https://www.googleapis.com/auth/doubleclicksearch',
	});
});
afterAll(async () => {
	await n8n?.close();
	await ads?.close();
});

const node = nodesOf('searchAdsConversions', () => accessToken, {
	authentication: 'accessToken',
});
const advertiser = {
	agencyId: resourceLocator('20700000000000001'),
	advertiserId: resourceLocator('21700000000000001'),
};
const january = { startDate: '2026-01-01', endDate: '2026-01-31' };
const row = {
	specifyFields: 'json',
	conversionJson:
		'={{ ({ conversionId: "order-" + $json.index, conversionTimestamp: "2026-01-31T08:00:00Z", clickId: $json.index % 10 === 3 ? "bad" : "click" }) }}',
};

test('credential tests accept valid credentials and reject invalid ones', async () => {
	expect(await n8n.rest.testCredential(accessToken)).toMatchObject({ status: 'OK' });
	expect(
		await n8n.rest.testCredential(accessToken, {
			...ads.credentials.accessToken,
			accessToken: 'wrong',
		}),
	).toMatchObject({ status: 'Error' });
	expect(await n8n.rest.testCredential(serviceAccount)).toMatchObject({ status: 'OK' });
});

test('every operation succeeds, and the resource mapper shows the fields of a conversion', async () => {
	ads.ledger.insert([
		{
			conversionId: 'known',
			conversionTimestamp: String(Date.UTC(2026, 0, 31)),
			segmentationType: 'FLOODLIGHT',
		},
	]);
	const execution = await n8n.run(
		'every operation',
		[
			node('Generated ID', 'conversion', 'insert', {
				specifyFields: 'form',
				conversionIds: 'stable',
				conversion: {
					mappingMode: 'defineBelow',
					value: {
						conversionId: '',
						conversionTimestamp: '2026-01-31T08:00:00Z',
						segmentationType: 'FLOODLIGHT',
						clickId: 'click',
					},
				},
			}),
			node('Insert', 'conversion', 'insert', {
				specifyFields: 'form',
				conversion: {
					mappingMode: 'defineBelow',
					value: {
						conversionId: 'fresh',
						conversionTimestamp: '2026-01-31T08:00:00Z',
						segmentationType: 'FLOODLIGHT',
						revenueMicros: '12500000',
					},
				},
			}),
			node('Update', 'conversion', 'update', {
				specifyFields: 'json',
				conversionJson: '{"conversionId": "known", "state": "REMOVED"}',
			}),
			node('Availability', 'conversion', 'updateAvailability', {
				...advertiser,
				segmentationType: 'FLOODLIGHT',
				availabilityTimestamp: '2026-01-31T08:00:00Z',
				segmentationName: 'Purchase',
			}),
			node('Many', 'conversion', 'getAll', {
				...advertiser,
				engineAccountId: resourceLocator('700000000000001'),
				...january,
				returnAll: true,
			}),
			node('Many by Customer', 'conversion', 'getAllByCustomer', {
				customerId: '1234567890',
				...january,
				limit: 1,
			}),
			node('File', 'report', 'getIdMappingFile', { ...advertiser, mappingOutput: 'file' }),
			node('Rows', 'report', 'getIdMappingFile', {
				...advertiser,
				mappingOutput: 'rows',
				options: { maximumRows: 5 },
			}),
		],
		{ fanOut: true },
	);
	expect(execution.error).toBeUndefined();
	const counts = Object.fromEntries(
		['Generated ID', 'Insert', 'Update', 'Availability', 'Many by Customer', 'File', 'Rows'].map(
			(name) => [name, itemsOf(execution, name).length],
		),
	);
	expect(counts).toEqual({
		'Generated ID': 1,
		Insert: 1,
		Update: 1,
		Availability: 1,
		'Many by Customer': 1,
		File: 1,
		Rows: 5,
	});
	expect(itemsOf(execution, 'Many').length).toBeGreaterThan(0);
	expect(ads.ledger.conversions.get('fresh')).toMatchObject({
		conversionTimestamp: String(Date.UTC(2026, 0, 31, 8)),
		revenueMicros: '12500000',
	});
	const { fields } = await n8n.rest.resourceMapperFields({
		nodeType: 'n8n-nodes-tenfold.searchAdsConversions',
		method: 'columnsConversion',
		path: 'parameters.conversion',
		parameters: { resource: 'conversion', operation: 'insert' },
	});
	expect(fields.filter(({ required }) => required).map(({ id }) => id)).toEqual([
		'conversionTimestamp',
		'segmentationType',
	]);
	expect(fields.find(({ id }) => id === 'conversionId')).toMatchObject({
		required: false,
		removed: false,
	});
	expect(fields.map(({ id }) => id).sort()).toEqual(
		[...Object.keys(conversionFields), 'revenue']
			.filter((name) => name !== 'conversionModifiedTimestamp')
			.sort(),
	);
});

test('rejected rows go to the error output, linked to their items', async () => {
	const insert = node('Insert', 'conversion', 'insert', row, { onError: 'continueErrorOutput' });
	const execution = await n8n.run('rejected', [...generateItems(30), insert]);
	expect(execution.error).toBeUndefined();
	const [accepted, rejected] = execution.nodes.Insert!.at(-1)!.outputs;
	expect(accepted).toHaveLength(27);
	expect(rejected!.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
		3, 13, 23,
	]);
	expect(rejected![0]?.json.error).toBe(
		'The service did not accept this conversion: The click bad is not known.',
	);
});

test('a mapping file of 100 MB is downloaded with less memory growth than its size', async () => {
	ads.settings.mappingRows = 1_700_000;
	ads.requests.clear();
	const isDownloading = () =>
		ads.requests.list('GET /v2/agency/*').some(({ status }) => status === undefined);
	const mapping = node(
		'File',
		'report',
		'getIdMappingFile',
		{ ...advertiser, mappingOutput: 'file', authentication: 'serviceAccount' },
		{ credentials: credentialsOf(serviceAccount) },
	);
	const { result, grownMB } = await measureMemoryGrowth(
		'mapping file of 100 MB',
		n8n.process,
		isDownloading,
		async () => await n8n.run('large mapping', [mapping], { timeout: 120_000 }),
	);
	expect(result.error).toBeUndefined();
	expect(itemsOf(result, 'File')[0]?.binary?.data?.fileSize).toMatch(/^1\d\d MB$/);
	expect(grownMB).toBeLessThan(96);
});
