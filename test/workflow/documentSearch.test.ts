import type { IDataObject } from 'n8n-workflow';
import { DocumentSearchApi } from '../../credentials/DocumentSearchApi.credentials';
import { DocumentSearch } from '../../nodes/DocumentSearch/DocumentSearch.node';
import {
	LOCAL_KEY,
	startDocumentSearch,
	type DocumentSearchService,
} from '../services/documentSearch/service';
import { bytesOf, runNode, type RunOptions, type RunResult } from './kit/executor';
import { byId } from './kit/locator';

const nodeType = new DocumentSearch();

let service: DocumentSearchService;
beforeEach(async () => {
	service = await startDocumentSearch({ settings: { indexMs: 50 } });
});
afterEach(async () => await service.close());

const handbook = byId('handbook');
const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> & { credential?: IDataObject } = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType,
			credentials: {
				documentSearchApi: {
					type: new DocumentSearchApi(),
					data: { ...service.credential.data, ...more.credential },
				},
			},
		},
		{ parameters: { resource, operation, options: {}, ...parameters }, ...more },
	);
const search = async (
	parameters: IDataObject = {},
	more: Parameters<typeof run>[3] = {},
): Promise<RunResult> =>
	await run(
		'query',
		'search',
		{ collectionName: handbook, query: 'days of leave carried over', ...parameters },
		more,
	);
const sent = () => service.requests.list('POST /v3/collections/*').map(({ body }) => body);

describe('the credential', () => {
	test('sends the key as a Bearer token by default', async () => {
		expect(
			(await search({}, { credential: { headerName: '', scheme: 'Bearer' } })).error,
		).toBeUndefined();
		expect(service.requests.list().at(-1)?.headers.authorization).toBe(`Bearer ${LOCAL_KEY}`);
	});

	test('sends the key in another header and without a scheme', async () => {
		Object.assign(service.settings, { header: 'x-search-key', scheme: '' });
		const credential = { headerName: 'X-Search-Key', scheme: '', organizationId: 'org-1' };
		expect((await search({}, { credential })).error).toBeUndefined();
		expect(service.requests.list().at(-1)?.headers).toMatchObject({
			'x-search-key': LOCAL_KEY,
			'x-organization-id': 'org-1',
		});
		expect(service.requests.list().at(-1)?.headers).not.toHaveProperty('authorization');
	});

	test('with a wrong key causes an error that does not contain the key', async () => {
		const { error } = await search({}, { credential: { apiKey: 'wrong-secret' } });
		expect(error?.message).toBe('Document Search rejected the credential');
		expect(JSON.stringify(error)).not.toContain('wrong-secret');
	});
});

describe('a query', () => {
	test('does not send empty fields', async () => {
		await search();
		expect(sent()).toEqual([{ query: 'days of leave carried over' }]);
	});

	test('returns one item per result, with information about the query', async () => {
		const { items } = await search({ simplify: true, options: { maximumResults: 2 } });
		expect(items.map(({ json }) => json.rank)).toEqual([1, 2]);
		expect(items[0]?.json).toMatchObject({
			filename: 'leave.pdf',
			page_start: 2,
			text: expect.stringContaining('carried over'),
			search: {
				limit: 2,
				timing: { total_ms: expect.any(Number) },
				rerank: { used: false },
				query_id: expect.any(String),
			},
		});
		const { items: full } = await search({ simplify: false, options: { maximumResults: 1 } });
		expect(full[0]?.json).toMatchObject({
			document: { filename: 'leave.pdf' },
			match_sources: expect.arrayContaining(['keyword']),
		});
	});

	test('returns one item per query, or one text with numbered sources', async () => {
		const { items: perQuery } = await search({ returnAs: 'query', simplify: false });
		expect(perQuery).toHaveLength(1);
		expect(perQuery[0]?.json).toMatchObject({
			total_results: (perQuery[0]?.json.results as unknown[]).length,
		});
		const { items: text } = await search({
			returnAs: 'text',
			simplify: true,
			options: { maximumResults: 2 },
		});
		expect(text[0]?.json.text).toMatch(
			/^\[1\] leave\.pdf, page 2\nEverybody has 28 days[^]*\n\n\[2\] /,
		);
		expect(text[0]?.json).toMatchObject({
			sources: [{ number: 1, filename: 'leave.pdf' }, { number: 2 }],
			search: { total_results: 2 },
		});
	});

	test('filters by conditions, and ignores hidden values of a condition', async () => {
		const filterConditions = {
			rows: [
				{ field: 'year', operator: '$gte', valueType: 'number', value: '2024', values: 'stale' },
				{
					field: 'department',
					operator: '$in',
					valueType: 'text',
					value: 'stale',
					values: 'finance, people',
				},
			],
		};
		const { items, error } = await search({
			filterBy: 'form',
			filterMatch: 'all',
			filterConditions,
			simplify: true,
		});
		expect(error).toBeUndefined();
		expect(sent()).toEqual([
			expect.objectContaining({
				filter: {
					$and: [{ year: { $gte: 2024 } }, { department: { $in: ['finance', 'people'] } }],
				},
			}),
		]);
		expect(new Set(items.map(({ json }) => json.filename))).toEqual(
			new Set(['leave.pdf', 'travel.pdf']),
		);
	});

	test('accepts a filter as JSON or as an object, and rejects an invalid filter before anything is sent', async () => {
		await search({ filterBy: 'json', filterJson: '{"department": "it"}' });
		await search(
			{ filterBy: 'json', filterJson: '={{ $json.filter }}' },
			{ items: [{ json: { filter: { department: 'it' } } }] },
		);
		expect(sent()).toEqual([
			expect.objectContaining({ filter: { department: 'it' } }),
			expect.objectContaining({ filter: { department: 'it' } }),
		]);
		service.requests.clear();
		const { error } = await search({
			filterBy: 'json',
			filterJson: '{"metadata": {"department": "it"}}',
		});
		expect(error?.message).toMatch(/^Filter \(JSON\) is invalid at metadata\.department: /);
		expect(service.requests.total).toBe(0);
	});

	test.each([
		['Filter (JSON) is required', { filterBy: 'json', filterJson: '={{ $json.none }}' }],
		[
			'Filter (JSON) is empty, so the search would be unfiltered',
			{ filterBy: 'json', filterJson: '={{ ({}) }}' },
		],
		[
			'Filter (JSON) contains an undefined value in "tenant", which cannot be converted to JSON',
			{ filterBy: 'json', filterJson: '={{ ({ tenant: $json.none, year: 2026 }) }}' },
		],
		[
			'Filter (JSON) contains an undefined value in "0", which cannot be converted to JSON',
			{ filterBy: 'json', filterJson: '={{ ({ tenant: { $in: [$json.none] } }) }}' },
		],
		['Conditions is required', { filterBy: 'form', filterConditions: {} }],
		['Filter is required', { filterBy: '={{ $json.none }}', filterJson: '{"a": 1}' }],
	])(
		'with a missing or incomplete filter is rejected before a request is sent: %s',
		async (message, parameters) => {
			const { error } = await search(parameters);
			expect(error?.message).toBe(message);
			expect(service.requests.total).toBe(0);
		},
	);

	test('sends a number from an expression as a number', async () => {
		const { error } = await search({
			filterBy: 'form',
			filterConditions: { rows: [{ field: 'year', operator: '$eq', value: '={{ 2024 }}' }] },
			boostRules: {
				rows: [
					{ boostBy: 'equals', field: 'year', eq: '={{ 2024 }}', weight: 2 },
					{ boostBy: 'any', field: 'year', in: '={{ [2024, "2025"] }}', weight: 2 },
				],
			},
		});
		expect(error).toBeUndefined();
		expect(sent()[0]).toMatchObject({
			filter: { year: { $eq: 2024 } },
			boost: [
				{ field: 'year', eq: 2024 },
				{ field: 'year', in: [2024, '2025'] },
			],
		});
	});

	test('does not send a filter if Filter is None', async () => {
		await search({
			filterBy: 'none',
			filterJson: '{"department": "it"}',
			filterConditions: { rows: [{ field: 'a', operator: '$eq', value: 'b' }] },
		});
		expect(sent()[0]).not.toHaveProperty('filter');
	});

	test('rejects a condition without a value', async () => {
		const { error } = await search({
			filterBy: 'form',
			filterConditions: {
				rows: [{ field: 'year', operator: '$in', value: '5', values: '={{ $json.none }}' }],
			},
		});
		expect(error?.message).toBe('Conditions 1: Values is required');
	});

	test('sends boost rules', async () => {
		const boostRules = {
			rows: [
				{
					boostBy: 'equals',
					field: 'reviewed',
					valueType: 'boolean',
					eq: 'true',
					in: 'stale',
					chunk_ids: 'stale',
					weight: 3,
					reserve: 1,
				},
			],
		};
		const { items, error } = await search({ rerank: 'on', boostRules, simplify: true });
		expect(error).toBeUndefined();
		expect(sent()[0]).toMatchObject({
			rerank: true,
			boost: [{ field: 'reviewed', eq: true, weight: 3, reserve: 1 }],
		});
		expect((items[0]?.json.search as IDataObject).boost).toEqual([
			expect.objectContaining({ matched: 2, applied: true }),
		]);
		expect(
			(await search({ boostRules: { rows: [{ boostBy: 'chunks', chunk_ids: 'a', weight: 6 }] } }))
				.error?.message,
		).toBe('Boost Rules 1: Weight must be at most 5, got 6');
		expect(
			(
				await search({
					boostRules: { rows: Array(11).fill({ boostBy: 'chunks', chunk_ids: 'a', weight: 1 }) },
				})
			).error?.message,
		).toBe('Boost Rules must have at most 10 entries, got 11');
	});

	test('sends Rerank: Off, and returns the warning', async () => {
		const { items } = await search({
			collectionName: byId('gallery'),
			query: 'red boat',
			rerank: 'off',
			simplify: true,
		});
		expect(sent()[0]).toMatchObject({ rerank: false });
		expect((items[0]?.json.search as IDataObject).warnings).toEqual([
			expect.stringContaining('weaker'),
		]);
	});

	test('downloads region images into binary properties', async () => {
		const parameters = {
			query: 'map of near countries',
			simplify: true,
			options: { maximumResults: 2, includeRegions: true, downloadRegions: true },
		};
		const { items } = await search(parameters);
		const [first] = items;
		expect(first?.binary?.region_1?.mimeType).toBe('image/png');
		expect((await bytesOf(first!.binary!.region_1!)).subarray(1, 4).toString()).toBe('PNG');
		expect(first?.json.regions).toEqual([expect.objectContaining({ binary_property: 'region_1' })]);
		const { items: perQuery } = await search({ ...parameters, returnAs: 'query' });
		expect(Object.keys(perQuery[0]!.binary!)).toEqual(['result_1_region_1']);
	});

	test('does not fail if an image link has expired', async () => {
		service.pictures.lifetimeMs = -1;
		const { items, error } = await search({
			query: 'map of near countries',
			simplify: true,
			options: { maximumResults: 1, includeRegions: true, downloadRegions: true },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.binary).toBeUndefined();
		expect(items[0]?.json.regions).toEqual([
			expect.objectContaining({
				image_problem: expect.stringMatching(/rejected a URL that the service returned \(403\)$/),
			}),
		]);
	});

	test('is retried after a server error, because it is read-only', async () => {
		service.faults.add({ status: 503, count: 2 });
		expect((await search()).error).toBeUndefined();
		expect(service.requests.total).toBe(3);
	});

	test.each([
		['nowhere', 404, 'Collection nowhere not found'],
		[
			'gallery',
			403,
			'The API key does not have permission for this collection: The API key cannot query this collection',
		],
	])(
		'to collection %s fails with the message of the service (%i)',
		async (collection, status, message) => {
			service.settings.closed = ['gallery'];
			const { error } = await search({ collectionName: byId(collection) });
			expect([error?.message, error?.httpCode]).toEqual([message, String(status)]);
		},
	);

	test('returns text without files to an AI agent', async () => {
		const { items, error } = await search(
			{ returnAs: 'text', simplify: true },
			{ nodeTypeName: 'n8n-nodes-tenfold.documentSearchTool' },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.binary).toBeUndefined();
	});

	test('applies the conditions of a tool to the searches of an AI agent', async () => {
		const { error } = await search(
			{
				filterBy: 'form',
				filterConditions: { rows: [{ field: 'department', operator: '$eq', value: 'it' }] },
			},
			{ nodeTypeName: 'n8n-nodes-tenfold.documentSearchTool' },
		);
		expect(error).toBeUndefined();
		expect(sent()[0]).toMatchObject({ filter: { department: { $eq: 'it' } } });
	});
});

describe('the query history', () => {
	test('returns a query by the query_id of its results', async () => {
		const { items } = await search({ simplify: true });
		const id = (items[0]!.json.search as IDataObject).query_id as string;
		const {
			items: [stored],
		} = await run('query', 'get', { queryId: byId(id) });
		expect(stored?.json).toMatchObject({
			query_id: id,
			query_text: 'days of leave carried over',
			results: expect.any(Array),
		});
	});

	test('is paginated', async () => {
		await search(
			{ query: '=question {{ $json.index }}' },
			{ items: Array.from({ length: 130 }, (_, index) => ({ json: { index } })) },
		);
		const { items } = await run('query', 'getAll', { returnAll: true, simplify: true });
		expect(items).toHaveLength(130);
		expect(service.requests.count('GET /v2/queries')).toBe(2);
		expect(
			(
				await run('query', 'getAll', {
					returnAll: false,
					limit: 3,
					simplify: true,
					options: { inCollection: 'gallery' },
				})
			).items,
		).toHaveLength(0);
		expect(
			(await run('query', 'getLatency', { since: '2026-01-01', until: '2027-01-01' })).items[0]
				?.json,
		).toMatchObject({ count: 130 });
	});
});

describe('collections, documents, chunks, relations, jobs', () => {
	test('a collection can be created, listed, moved and deleted', async () => {
		expect(
			(
				await run('collection', 'create', {
					newCollection: 'new docs',
					options: { collectionDescription: 'Fresh' },
				})
			).items[0]?.json,
		).toMatchObject({ collection_name: 'new docs', status: 'created' });
		expect(
			(await run('collection', 'getAll', { returnAll: true })).items.map(
				({ json }) => json.collection_name,
			),
		).toEqual(['handbook', 'gallery', 'new docs']);
		expect(
			(
				await run('collection', 'setEnvironment', {
					collectionName: byId('new docs'),
					environment: 'staging',
				})
			).items[0]?.json,
		).toMatchObject({ environment: 'staging' });
		expect(
			(await run('collection', 'delete', { collectionName: byId('new docs') })).items[0]?.json,
		).toEqual({ deleted: true });
		expect(service.library.collections.has('new docs')).toBe(false);
	});

	test('lists are paginated by offset', async () => {
		const collection = service.library.collections.get('handbook')!;
		for (let index = 0; index < 250; index++)
			service.library.write(collection, `note-${index}.txt`, {}, [{ text: 'Note' }]);
		const { items } = await run('document', 'getAll', {
			collectionName: handbook,
			returnAll: true,
		});
		expect(new Set(items.map(({ json }) => json.document_id)).size).toBe(253);
		expect(service.requests.count()).toBe(3);
		expect(
			(await run('document', 'getAll', { collectionName: handbook, returnAll: false, limit: 120 }))
				.items,
		).toHaveLength(120);
	});

	test('Index starts a job, and Wait returns the completed job', async () => {
		const {
			items: [started],
		} = await run('document', 'index', {
			collectionName: handbook,
			urls: 'https://example.com/a.pdf, https://example.com/b.pdf',
			processing: 'basic',
			options: { documentMetadata: '{"year": 2026}' },
		});
		expect(service.requests.list('POST /v2/*').at(-1)?.body).toEqual({
			urls: ['https://example.com/a.pdf', 'https://example.com/b.pdf'],
			processing_type: 'basic',
			custom_metadata: { year: 2026 },
		});
		const jobId = byId(String(started!.json.job_id));
		expect((await run('job', 'wait', { jobId })).items[0]?.json).toMatchObject({
			status: 'completed',
			files_processed: 2,
		});
		expect((await run('job', 'get', { jobId })).items[0]?.json).toMatchObject({
			status: 'completed',
		});
	});

	test('a job that takes too long is returned with timedOut, and can be canceled', async () => {
		service.settings.indexMs = 600_000;
		const {
			items: [started],
		} = await run('document', 'index', {
			collectionName: handbook,
			urls: 'https://example.com/a.pdf',
			processing: 'basic',
		});
		const jobId = byId(String(started!.json.job_id));
		expect(
			(await run('job', 'wait', { jobId, options: { maximumWait: 0.05 } })).items[0]?.json,
		).toMatchObject({ status: 'pending', timedOut: true });
		expect((await run('job', 'cancel', { jobId })).items[0]?.json).toMatchObject({
			status: 'cancelled',
		});
	});

	test('a chunk is returned, and its metadata can be read, updated, replaced and cleared', async () => {
		const [leave] = service.library.collections.get('handbook')!.documents;
		const documentId = byId(leave!.id);
		const { items } = await run('chunk', 'getAll', {
			collectionName: handbook,
			documentId,
			returnAll: true,
			options: { withRegions: true },
		});
		expect(items.map(({ json }) => json.chunk_id)).toEqual(leave!.chunks.map(({ id }) => id));
		const chunk = { collectionName: handbook, chunkId: byId(leave!.chunks[2]!.id) };
		expect((await run('chunk', 'get', chunk)).items[0]?.json).toMatchObject({
			text: expect.stringContaining('Parental'),
		});
		await run('chunk', 'updateMetadata', { ...chunk, customMetadata: '{"owner": "Ada"}' });
		expect((await run('chunk', 'getMetadata', chunk)).items[0]?.json.custom_metadata).toMatchObject(
			{
				reviewed: true,
				owner: 'Ada',
			},
		);
		await run('chunk', 'replaceMetadata', { ...chunk, customMetadata: { owner: 'Bo' } });
		expect((await run('chunk', 'getMetadata', chunk)).items[0]?.json.custom_metadata).toEqual({
			owner: 'Bo',
		});
		expect((await run('chunk', 'clearMetadata', chunk)).items[0]?.json).toEqual({
			deleted: true,
			collectionName: 'handbook',
		});
		expect((await run('chunk', 'getMetadata', chunk)).items[0]?.json.custom_metadata).toEqual({});
	});

	test('relations can be created, filtered by type and direction, and deleted', async () => {
		const [leave] = service.library.collections.get('handbook')!.documents;
		const [from, to] = [leave!.chunks[1]!.id, leave!.chunks[3]!.id];
		const of = (chunk: string, options: IDataObject = {}) =>
			run('relation', 'get', { collectionName: handbook, chunkId: byId(chunk), options });
		const {
			items: [made],
		} = await run('relation', 'create', {
			collectionName: handbook,
			chunkId: byId(from),
			targetChunk: byId(to),
			relationType: 'explains',
		});
		expect(made?.json).toMatchObject({
			source_chunk_id: from,
			target_chunk_id: to,
			target_status: 'found',
		});
		expect(
			(await of(from, { relationTypes: 'explains,amends' })).items.map(
				({ json }) => json.relation_id,
			),
		).toEqual([made!.json.relation_id]);
		expect((await of(to)).items).toHaveLength(0);
		expect((await of(to, { relationDirection: 'incoming' })).items).toHaveLength(1);
		expect(
			(
				await run('relation', 'delete', {
					collectionName: handbook,
					relationId: byId(String(made!.json.relation_id)),
				})
			).items[0]?.json,
		).toEqual({ deleted: true, collectionName: 'handbook' });
	});

	test('one document or all documents of a collection can be deleted', async () => {
		const documents = () => service.library.collections.get('handbook')!.documents;
		expect(
			(
				await run('document', 'delete', {
					collectionName: handbook,
					documentId: byId(documents()[0]!.id),
				})
			).items[0]?.json,
		).toEqual({ deleted: true, collectionName: 'handbook' });
		expect(documents()).toHaveLength(2);
		expect(
			(await run('document', 'deleteAll', { collectionName: handbook })).items[0]?.json,
		).toEqual({ deleted: true, collectionName: 'handbook' });
		expect(documents()).toHaveLength(0);
	});
});
