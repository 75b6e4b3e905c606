import type { IDataObject } from 'n8n-workflow';
import { DocumentSearchApi } from '../../credentials/DocumentSearchApi.credentials';
import { DocumentSearch } from '../../nodes/DocumentSearch/DocumentSearch.node';
import {
	LOCAL_KEY,
	startDocumentSearch,
	type DocumentSearchService,
} from '../services/documentSearch/service';
import { operationRunner, bytesOf, hintsOf, type RunResult } from './kit/executor';
import { byId } from './kit/locator';

const nodeType = new DocumentSearch();

let service: DocumentSearchService;
beforeEach(async () => {
	service = await startDocumentSearch({ settings: { indexMs: 50 } });
});
afterEach(async () => await service.close());

const handbook = byId('handbook');
const run = operationRunner(nodeType, () => ({
	documentSearchApi: { type: new DocumentSearchApi(), data: service.credential.data },
}));
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
});

describe('a query', () => {
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
		expect(
			service.requests.list('GET /regions/*').map(({ headers }) => headers.authorization),
		).toEqual([undefined]);
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

describe('jobs', () => {
	test('Index starts a job, and Wait returns the completed job', async () => {
		const {
			items: [started],
		} = await run('document', 'index', {
			collectionName: handbook,
			urls: 'https://example.com/a.pdf, https://example.com/b.pdf',
			processing: 'basic',
		});
		const jobId = byId(String(started!.json.job_id));
		expect((await run('job', 'wait', { jobId })).items[0]?.json).toMatchObject({
			status: 'completed',
			files_processed: 2,
		});
	});

	test.each(['notes.txt', 's3://bucket/notes.txt', 'https://'])(
		'Index rejects %p in URLs before sending anything',
		async (url) => {
			const { error } = await run('document', 'index', {
				collectionName: handbook,
				urls: `https://example.com/a.pdf, ${url}`,
				processing: 'basic',
			});
			expect(error?.message).toBe(
				`URLs must start with https:// or http://, got "${url}". Enter URLs that the files can be downloaded from`,
			);
			expect(service.requests.count('POST /*')).toBe(0);
		},
	);

	test('a job that takes too long is returned with timedOut and a hint, or fails', async () => {
		service.settings.indexMs = 600_000;
		const {
			items: [started],
		} = await run('document', 'index', {
			collectionName: handbook,
			urls: 'https://example.com/a.pdf',
			processing: 'basic',
		});
		const jobId = byId(String(started!.json.job_id));
		const returned = await run('job', 'wait', { jobId, options: { maximumWait: 0.05 } });
		expect(returned.items[0]?.json).toMatchObject({ status: 'pending', timedOut: true });
		expect(hintsOf(returned)).toEqual([expect.stringContaining('the item contains timedOut')]);
		const options = { maximumWait: 0.05, failOnTimeout: true };
		expect((await run('job', 'wait', { jobId, options })).error?.message).toBe(
			'The wait took longer than Maximum Wait',
		);
	});
});
