// Document search in a real n8n instance: credential settings, lists, filters as stored by the
// editor, and files.
import {
	startDocumentSearch,
	type DocumentSearchService,
} from '../../services/documentSearch/service';
import {
	credentialsOf,
	itemsOf,
	nodesOf,
	resourceLocator,
	useSharedN8n,
	type SharedN8n,
} from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: SharedN8n;
let service: DocumentSearchService;
let credential: StoredCredential;

beforeAll(async () => {
	service = await startDocumentSearch();
	n8n = await useSharedN8n();
	credential = await n8n.createCredential('documentSearchApi', service.credential.data);
});
afterAll(async () => {
	await n8n?.close();
	await service?.close();
});

const node = nodesOf('documentSearch', () => credential, {
	collectionName: resourceLocator('handbook', 'list'),
	query: 'leave',
});

test('the credential test checks API key, header name and scheme', async () => {
	expect(await n8n.rest.testCredential(credential)).toMatchObject({ status: 'OK' });
	for (const wrong of [{ apiKey: 'wrong' }, { headerName: 'X-Api-Key' }, { scheme: 'Token' }]) {
		expect(
			await n8n.rest.testCredential(credential, { ...service.credential.data, ...wrong }),
		).toMatchObject({ status: 'Error' });
	}
});

test('resource locators list collections, and documents of the selected collection', async () => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.documentSearch',
		credentials: credentialsOf(credential),
	};
	const collections = await n8n.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchCollection', path: 'parameters.collectionName' },
		{ filter: 'hand' },
	);
	expect(collections.results.map(({ value }) => value)).toEqual(['handbook']);
	const documents = await n8n.rest.resourceLocatorResults({
		...lookup,
		method: 'searchDocument',
		path: 'parameters.documentId',
		parameters: {
			collectionName: resourceLocator('handbook', 'list'),
			resource: 'document',
			operation: 'delete',
		},
	});
	expect(documents.results.map(({ name }) => name)).toEqual([
		'leave.pdf',
		'travel.pdf',
		'security.pdf',
	]);
});

test('a filter is sent correctly although the editor omits default values from the workflow', async () => {
	const execution = await n8n.run('built', [
		node('Search', 'query', 'search', {
			filterBy: 'form',
			// The editor omits default values: here the operator, the value type and the match mode.
			filterConditions: {
				rows: [
					{ field: 'department', value: 'people' },
					{ field: 'year', operator: '$in', valueType: 'number', values: '2024,2025' },
				],
			},
			rerank: 'on',
			boostRules: { rows: [{ field: 'reviewed', valueType: 'boolean', eq: 'true', weight: 3 }] },
		}),
	]);
	expect(execution.error).toBeUndefined();
	expect(service.requests.list('POST /v3/*').at(-1)?.body).toEqual({
		query: 'leave',
		rerank: true,
		filter: { $and: [{ department: { $eq: 'people' } }, { year: { $in: [2024, 2025] } }] },
		boost: [{ field: 'reviewed', eq: true, weight: 3 }],
	});
	const items = itemsOf(execution, 'Search');
	expect(new Set(items.map(({ json }) => json.filename))).toEqual(new Set(['leave.pdf']));
});

test('region images are downloaded as files in the same run', async () => {
	const execution = await n8n.run('images', [
		node('Search', 'query', 'search', {
			query: 'map of near countries',
			options: { maximumResults: 1, includeRegions: true, downloadRegions: true },
		}),
	]);
	const [item] = itemsOf(execution, 'Search');
	expect(item?.binary?.region_1).toMatchObject({ mimeType: 'image/png' });
	const leaked = service.requests
		.list('GET /regions/*')
		.filter(({ headers }) => headers.authorization !== undefined);
	expect(leaked).toEqual([]);
});
