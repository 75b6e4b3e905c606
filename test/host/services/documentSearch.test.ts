/** Document search in a real n8n: the credential's settings, the lists of the form, the builder's stored form, files. */
import type { IDataObject } from 'n8n-workflow';
import {
	startDocumentSearch,
	type DocumentSearchService,
} from '../../services/documentSearch/service';
import { itemsOf, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let stage: Stage;
let service: DocumentSearchService;
let credential: StoredCredential;

beforeAll(async () => {
	service = await startDocumentSearch();
	stage = await openStage();
	credential = await stage.credential('documentSearchApi', service.credential.data);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await service?.close();
}, 60_000);

const located = (value: string) => ({ __rl: true, mode: 'list', value });
const search = (parameters: IDataObject): NodeSpec => ({
	name: 'Search',
	type: 'n8n-nodes-tenfold.documentSearch',
	parameters: {
		resource: 'query',
		operation: 'search',
		collectionName: located('handbook'),
		query: 'leave',
		...parameters,
	} as NodeSpec['parameters'],
	credentials: { documentSearchApi: { id: credential.id, name: credential.name } },
});

test("the credential's test tells a right key, header and scheme from wrong ones", async () => {
	expect(await stage.rest.testCredential(credential)).toMatchObject({ status: 'OK' });
	for (const wrong of [{ apiKey: 'wrong' }, { headerName: 'X-Api-Key' }, { scheme: 'Token' }]) {
		expect(
			await stage.rest.testCredential(credential, { ...service.credential.data, ...wrong }),
		).toMatchObject({ status: 'Error' });
	}
});

test('the lists of the form show collections, and the documents of the chosen one', async () => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.documentSearch',
		credentials: { documentSearchApi: { id: credential.id, name: credential.name } },
	};
	const collections = await stage.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchCollection', path: 'parameters.collectionName' },
		{ filter: 'hand' },
	);
	expect(collections.results.map(({ value }) => value)).toEqual(['handbook']);
	const documents = await stage.rest.resourceLocatorResults({
		...lookup,
		method: 'searchDocument',
		path: 'parameters.documentId',
		parameters: { collectionName: located('handbook'), resource: 'document', operation: 'delete' },
	});
	expect(documents.results.map(({ name }) => name)).toEqual([
		'leave.pdf',
		'travel.pdf',
		'security.pdf',
	]);
});

test('a workflow as the editor stores it keeps what its builder says, with values left at their defaults left out', async () => {
	const execution = await stage.run('built', [
		search({
			filterBy: 'form',
			// The editor leaves out what equals a default: the operator, the type, the match.
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

test('images of regions arrive as files in the same run', async () => {
	const execution = await stage.run('images', [
		search({
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
